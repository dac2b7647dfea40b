#include "frontend/rules/rule_domains.h"

#include <algorithm>
#include <unordered_set>

namespace tesuji::frontend {

// --- Constants that pass between columns

std::size_t ColumnDomains::add_columns(std::size_t count) {
  const std::size_t first = values_.size();
  values_.resize(first + count);
  return first;
}

std::vector<std::vector<ir::Symbol>> ColumnDomains::close() const {
  std::vector<std::vector<std::size_t>> next(values_.size());
  for (const auto& [from, to] : flows_) {
    if (from != to) next[from].push_back(to);
  }
  // Each constant is propagated from each column once, when it first arrives there.
  std::vector<std::vector<ir::Symbol>> domains(values_.size());
  std::vector<std::unordered_set<ir::Symbol>> known(values_.size());
  std::vector<std::pair<std::size_t, ir::Symbol>> open;
  const auto arrive = [&](std::size_t column, ir::Symbol value) {
    if (!known[column].insert(value).second) return;
    domains[column].push_back(value);
    open.emplace_back(column, value);
  };
  for (std::size_t column = 0; column < values_.size(); ++column) {
    for (const ir::Symbol value : values_[column]) arrive(column, value);
  }
  while (!open.empty()) {
    const auto [column, value] = open.back();
    open.pop_back();
    for (const std::size_t to : next[column]) arrive(to, value);
  }
  for (std::vector<ir::Symbol>& domain : domains) std::sort(domain.begin(), domain.end());
  return domains;
}

// --- Domains

namespace {

/// Adds the constants of premises, because computed values may be compared with them.
void add_constants(const std::vector<RulePremise>& premises, std::vector<ir::Symbol>& constants) {
  for (const RulePremise& premise : premises) {
    for (const RuleArgument& argument : premise.pattern.args) {
      if (argument.kind == RuleArgument::Kind::constant) constants.push_back(argument.name);
    }
    add_constants(premise.body, constants);
  }
}

bool computes_numbers(const std::vector<RulePremise>& premises) {
  return std::any_of(premises.begin(), premises.end(), [](const RulePremise& premise) {
    return premise.kind == RulePremise::Kind::compute || computes_numbers(premise.body);
  });
}

}  // namespace

void RuleDomains::add(const ProductionRule& rule, const std::map<ir::Symbol, ir::RelationId>& ids) {
  Sources sources;
  for (const RulePremise& premise : rule.premises) {
    if (premise.kind != RulePremise::Kind::present) continue;
    const std::size_t first = columns_[ids.at(premise.pattern.relation)];
    for (std::size_t c = 0; c < premise.pattern.args.size(); ++c) {
      const RuleArgument& argument = premise.pattern.args[c];
      if (argument.kind == RuleArgument::Kind::variable) {
        sources[argument.name].push_back(first + c);
      }
    }
  }
  for (const RuleConclusion& conclusion : rule.conclusions) {
    const std::vector<RuleArgument>& args = conclusion.pattern.args;
    const std::size_t first = columns_[ids.at(conclusion.pattern.relation)];
    for (std::size_t c = 0; c < args.size(); ++c) {
      if (args[c].kind == RuleArgument::Kind::constant) {
        values_.insert(first + c, args[c].name);
      } else {
        const auto found = sources.find(args[c].name);
        conclusions_.push_back(
            {first + c, found == sources.end() ? std::vector<std::size_t>{} : found->second});
      }
    }
  }
}

std::vector<bool> RuleDomains::open_columns() const {
  std::size_t count = 0;
  for (const Conclusion& conclusion : conclusions_) {
    count = std::max(count, conclusion.column + 1);
    for (const std::size_t source : conclusion.sources) count = std::max(count, source + 1);
  }
  std::vector<bool> open(count);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Conclusion& conclusion : conclusions_) {
      if (open[conclusion.column]) continue;
      const bool all = std::all_of(conclusion.sources.begin(), conclusion.sources.end(),
                                   [&](std::size_t source) { return open[source]; });
      open[conclusion.column] = all;
      changed |= all;
    }
  }
  return open;
}

void RuleDomains::set(const RuleSet& rules, const std::map<ir::Symbol, ir::RelationId>& ids,
                      ir::Module& module) {
  std::vector<ir::Symbol> constants;
  bool any_computed = false;
  for (const ProductionRule& rule : rules.rules) {
    add(rule, ids);
    add_constants(rule.premises, constants);
    any_computed |= computes_numbers(rule.premises);
  }
  const std::vector<bool> open = open_columns();
  const auto is_open = [&](std::size_t column) { return column < open.size() && open[column]; };
  for (const Conclusion& conclusion : conclusions_) {
    if (is_open(conclusion.column)) continue;
    const auto source = std::find_if(conclusion.sources.begin(), conclusion.sources.end(),
                                     [&](std::size_t column) { return !is_open(column); });
    values_.flow(*source, conclusion.column);
  }
  std::vector<std::vector<ir::Symbol>> closed = values_.close();
  ir::DomainId open_domain = ir::no_id;
  if (any_computed) {
    for (const std::vector<ir::Symbol>& column : closed) {
      constants.insert(constants.end(), column.begin(), column.end());
    }
    open_domain = module.add_open_domain(std::move(constants), "computed");
  }
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    std::vector<ir::DomainId>& columns = module.relations[id].columns;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::size_t column = columns_[id] + c;
      columns[c] = is_open(column) ? open_domain : module.intern_domain(std::move(closed[column]));
    }
  }
}

}  // namespace tesuji::frontend

#include "backend/rules/fact_origins.h"

#include "backend/rules/computed_numbers.h"
#include "frontend/rules/rules_words.h"
#include "ir/module/agenda_premises.h"
#include "passes/clauses/rule_strata.h"

#include <algorithm>
#include <limits>

namespace tesuji::driver {
namespace {

using ir::Argument;
using ir::Operation;

/// Finds each variable's domain: that of the column that binds it.
void find_domains(const ir::Module& module, const std::vector<Operation>& ops,
                  std::vector<ir::DomainId>& domains) {
  for (const Operation& op : ops) {
    for (std::size_t c = 0; c < op.args.size(); ++c) {
      if (op.args[c].kind != Argument::Kind::binder) continue;
      domains[op.args[c].id] = op.kind == Operation::Kind::compute
                                   ? module.open_domain()
                                   : module.relations[op.relation].columns[c];
    }
    find_domains(module, op.body, domains);
  }
}

void mark_all_bound(const std::vector<Operation>& ops, std::vector<bool>& bound) {
  for (const Operation& op : ops) {
    ir::mark_bound(op, bound);
    mark_all_bound(op.body, bound);
  }
}

std::vector<std::uint32_t> row_at(const std::vector<std::uint32_t>& cells, std::size_t row,
                                  std::size_t width) {
  const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(row * width);
  return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

}  // namespace

FactOrigins::FactOrigins(std::shared_ptr<const ir::Module> module, const runtime::Facts& initial)
    : module_(std::move(module)), by_relation_(module_->relations.size()) {
  for (const ir::Agenda& agenda : module_->agendas) {
    find_domains(*module_, agenda.ops, domains_.emplace_back(agenda.variables.size(), ir::no_id));
    premises_.push_back(ir::premises_of(agenda));
    std::vector<bool>& local = is_local_.emplace_back(agenda.variables.size());
    for (const Operation& op : agenda.ops) {
      if (op.kind == Operation::Kind::unless) mark_all_bound(op.body, local);
    }
  }
  for (ir::RelationId id = 0; id < module_->relations.size(); ++id) {
    const ir::Relation& relation = module_->relations[id];
    std::vector<Row>& rows = given_.emplace_back();
    const std::size_t width = relation.columns.size();
    if (relation.kind == ir::RelationKind::memory) {
      for (std::size_t r = 0; r < initial[id].rows; ++r) {
        rows.push_back(row_at(initial[id].cells, r, width));
      }
    } else {
      for (std::size_t r = 0; r < relation.facts.rows; ++r) {
        Row row;
        for (std::size_t c = 0; c < width; ++c) {
          row.push_back(static_cast<std::uint32_t>(
              module_->domains[relation.columns[c]].position(relation.facts.cells[r * width + c])));
        }
        rows.push_back(std::move(row));
      }
    }
    std::sort(rows.begin(), rows.end());
  }
}

void FactOrigins::record(std::size_t rule, const interpreter::Addition& addition) {
  Record record{rule,
                addition.relation,
                {addition.row.begin(), addition.row.end()},
                {addition.variables.begin(), addition.variables.end()}};
  numbers_[{record.relation, record.row}].push_back(records_.size());
  by_relation_[record.relation].push_back(records_.size());
  records_.push_back(std::move(record));
}

std::optional<std::vector<OriginStep>> FactOrigins::steps_to(const OriginFact& fact) const {
  const std::optional<Row> row = row_of(fact);
  if (!row) return std::nullopt;
  const auto last = record_of(fact.relation, *row, std::numeric_limits<std::size_t>::max());
  if (!last) {
    const std::vector<Row>& given = given_[fact.relation];
    if (!std::binary_search(given.begin(), given.end(), *row)) return std::nullopt;
    return std::vector<OriginStep>{};
  }
  std::map<std::size_t, OriginStep> steps;
  std::vector<std::size_t> open{*last};
  while (!open.empty()) {
    const std::size_t number = open.back();
    open.pop_back();
    const auto [place, is_new] = steps.try_emplace(number);
    if (!is_new) continue;
    place->second = step_of(number);
    for (const OriginPremise& premise : place->second.premises) {
      if (premise.kind != OriginPremise::Kind::present) continue;
      const std::optional<Row> found = row_of(premise.fact);
      const auto before = found ? record_of(premise.fact.relation, *found, number) : std::nullopt;
      if (before) open.push_back(*before);
    }
  }
  std::vector<OriginStep> all;
  for (auto& [number, step] : steps) all.push_back(std::move(step));
  return all;
}

OriginFact FactOrigins::fact_of(ir::RelationId relation, const Row& row) const {
  OriginFact fact{relation, {}};
  for (std::size_t c = 0; c < row.size(); ++c) {
    fact.args.push_back(module_->domains[module_->relations[relation].columns[c]].values[row[c]]);
  }
  return fact;
}

std::optional<FactOrigins::Row> FactOrigins::row_of(const OriginFact& fact) const {
  Row row;
  for (std::size_t c = 0; c < fact.args.size(); ++c) {
    const auto position =
        module_->domains[module_->relations[fact.relation].columns[c]].position(fact.args[c]);
    if (position < 0) return std::nullopt;
    row.push_back(static_cast<std::uint32_t>(position));
  }
  return row;
}

OriginStep FactOrigins::step_of(std::size_t number) const {
  const Record& record = records_[number];
  OriginStep step{fact_of(record.relation, record.row), record.rule, {}};
  for (const Operation& op : premises_[record.rule]) {
    step.premises.push_back(premise_of(op, record, number));
  }
  return step;
}

OriginPremise FactOrigins::premise_of(const Operation& op, const Record& record,
                                      std::optional<std::size_t> before) const {
  OriginPremise premise;
  premise.comparison = op.comparison;
  premise.fact.relation = op.relation;
  bool whole = true;
  for (const Argument& argument : op.args) {
    ir::Symbol symbol = ir::no_symbol;
    if (argument.kind == Argument::Kind::constant) symbol = argument.id;
    // Variables inside an absent conjunction have no values.
    if (argument.kind == Argument::Kind::variable &&
        domains_[record.rule][argument.id] != ir::no_id && !is_local_[record.rule][argument.id]) {
      const ir::DomainId domain = domains_[record.rule][argument.id];
      symbol = module_->domains[domain].values[record.variables[argument.id]];
    }
    whole &= symbol != ir::no_symbol;
    premise.fact.args.push_back(symbol);
  }
  if (op.kind == Operation::Kind::compare) {
    premise.kind = OriginPremise::Kind::compare;
  } else if (op.kind == Operation::Kind::compute) {
    premise.kind = OriginPremise::Kind::compute;
    premise.computation = op.computation;
  } else if (op.kind == Operation::Kind::unless) {
    premise.kind = OriginPremise::Kind::absent_all;
    for (const Operation& member : op.body) {
      premise.body.push_back(premise_of(member, record, std::nullopt));
    }
  } else if (op.kind == Operation::Kind::absent) {
    premise.kind = OriginPremise::Kind::absent;
  } else if (!whole && before) {
    premise.fact = witness(premise.fact, *before);
  }
  return premise;
}

std::optional<std::size_t> FactOrigins::record_of(ir::RelationId relation, const Row& row,
                                                  std::size_t before) const {
  const auto found = numbers_.find({relation, row});
  if (found == numbers_.end()) return std::nullopt;
  const auto after = std::lower_bound(found->second.begin(), found->second.end(), before);
  if (after == found->second.begin()) return std::nullopt;
  return *std::prev(after);
}

OriginFact FactOrigins::witness(const OriginFact& pattern, std::size_t before) const {
  const auto agrees = [&](const OriginFact& fact) {
    for (std::size_t c = 0; c < pattern.args.size(); ++c) {
      if (pattern.args[c] != ir::no_symbol && pattern.args[c] != fact.args[c]) return false;
    }
    return true;
  };
  for (const Row& row : given_[pattern.relation]) {
    OriginFact fact = fact_of(pattern.relation, row);
    if (agrees(fact)) return fact;
  }
  for (const std::size_t number : by_relation_[pattern.relation]) {
    if (number >= before) break;
    OriginFact fact = fact_of(pattern.relation, records_[number].row);
    if (agrees(fact)) return fact;
  }
  return pattern;
}

TracedRun trace_rules(const std::shared_ptr<const ir::Module>& module,
                      const std::vector<RuleStratum>& strata,
                      const runtime::ProductionLimits& limits) {
  const runtime::Facts initial = initial_facts(*module);
  FactOrigins origins(module, initial);
  const auto observed = [&origins](std::shared_ptr<const ir::Module> rules,
                                   std::vector<std::size_t> numbers) {
    return interpreter::make_agenda_interpreter(
        std::move(rules), [&origins, numbers = std::move(numbers)](const auto& addition) {
          origins.record(numbers.empty() ? addition.rule : numbers[addition.rule], addition);
        });
  };
  const auto system =
      strata.empty() ? observed(module, {}) : chain_strata(strata, [&](const RuleStratum& stratum) {
        return observed(stratum.module, stratum.rules);
      });
  runtime::ProductionResult result = system->run(initial, limits);
  auto numbered = std::make_shared<const ir::Module>(with_numbers(*module, result.computed));
  origins.set_module(numbered);
  return {std::move(numbered), std::move(origins), std::move(result)};
}

bool is_comparison_word(std::string_view name) {
  return frontend::comparison_word(name).has_value() ||
         frontend::rule_word(name) == frontend::RuleWord::is;
}

std::optional<std::vector<RuleStratum>> strata_of(const ir::Module& module,
                                                  ir::Diagnostics& diagnostics) {
  const auto numbers = passes::stratify_rules(module, diagnostics);
  if (!numbers) return std::nullopt;
  return split_rules(module, *numbers);
}

}  // namespace tesuji::driver

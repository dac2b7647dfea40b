#include "frontend/rules/rules_lowering.h"

#include "frontend/gdl/lower/column_domains.h"
#include "ir/core/counted.h"
#include "ir/core/decimal.h"
#include "ir/module/agenda_premises.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tesuji::frontend {
namespace {

using ir::Argument;
using ir::Operation;

class Lowering {
 public:
  Lowering(const RuleSet& rules, ir::Module& module, ir::Diagnostics& diagnostics)
      : rules_(rules), module_(module), diagnostics_(diagnostics) {}

  bool run(const std::vector<GroundFact>& facts, const std::vector<GroundFact>& later) {
    for (const ProductionRule& rule : rules_.rules) declare_relations(rule);
    for (const GroundFact& fact : facts) add_fact(fact);
    for (const GroundFact& fact : later) {
      const std::optional<ir::RelationId> id = relation_of(fact);
      if (id) module_.relations[*id].kind = ir::RelationKind::memory;
    }
    if (!good_) return false;
    warn_of_undefined();
    find_domains();
    for (const ProductionRule& rule : rules_.rules) warn_of_names_compared(rule);
    for (const ProductionRule& rule : rules_.rules) lower(rule);
    return true;
  }

 private:
  // Relations and facts --------------------------------------------------------

  ir::RelationId declare(ir::Symbol name, std::size_t arity, ir::Span span) {
    const auto id = static_cast<ir::RelationId>(module_.relations.size());
    const auto [found, is_new] = ids_.emplace(name, id);
    if (!is_new) return found->second;
    ir::Relation relation;
    relation.name = module_.symbols->text(name);
    relation.kind = ir::RelationKind::fixed;
    relation.columns.assign(arity, ir::no_id);
    relation.span = span;
    module_.relations.push_back(std::move(relation));
    columns_.push_back(domains_.add_columns(arity));
    return id;
  }

  void declare_relations(const ProductionRule& rule) {
    for (const RulePremise& premise : rule.premises) {
      if (premise.kind == RulePremise::Kind::compare) continue;
      declare(premise.pattern.relation, premise.pattern.args.size(), premise.pattern.span);
    }
    for (const RuleConclusion& conclusion : rule.conclusions) {
      const ir::RelationId id = declare(conclusion.pattern.relation, conclusion.pattern.args.size(),
                                        conclusion.pattern.span);
      module_.relations[id].kind = ir::RelationKind::memory;
    }
  }

  /// The fact's relation, whose columns can have its constants from here on; nothing
  /// if the relation has another number of them.
  std::optional<ir::RelationId> relation_of(const GroundFact& fact) {
    const ir::RelationId id = declare(fact.relation, fact.args.size(), fact.span);
    const ir::Relation& relation = module_.relations[id];
    if (relation.columns.size() != fact.args.size()) {
      good_ = false;
      diagnostics_
          .error(fact.span, "arity",
                 fmt::format("`{}` has {} here, and {} elsewhere", relation.name,
                             ir::counted(fact.args.size(), "argument"), relation.columns.size()))
          .notes.push_back({relation.span, "here"});
      return std::nullopt;
    }
    for (std::size_t c = 0; c < fact.args.size(); ++c) {
      domains_.insert(columns_[id] + c, fact.args[c]);
    }
    return id;
  }

  void add_fact(const GroundFact& fact) {
    const std::optional<ir::RelationId> id = relation_of(fact);
    if (!id || !seen_.emplace(*id, fact.args).second) return;
    ir::Facts& facts = module_.relations[*id].facts;
    ++facts.rows;
    facts.cells.insert(facts.cells.end(), fact.args.begin(), fact.args.end());
  }

  void warn_of_undefined() {
    std::vector<std::string> defined;
    for (const ir::Relation& relation : module_.relations) {
      if (relation.kind == ir::RelationKind::memory || relation.facts.rows > 0) {
        defined.push_back(relation.name);
      }
    }
    for (const ir::Relation& relation : module_.relations) {
      if (relation.kind == ir::RelationKind::memory || relation.facts.rows > 0) continue;
      std::string message =
          fmt::format("there is no fact of `{}`, and no rule adds one", relation.name);
      if (const std::string nearest = ir::nearest_name(relation.name, defined); !nearest.empty()) {
        message += fmt::format("; did you mean `{}`?", nearest);
      }
      diagnostics_.warning(relation.span, "undefined", std::move(message));
    }
  }

  // Domains --------------------------------------------------------------------

  /// Columns by variable: of the first `present` premise that has it.
  std::map<ir::Symbol, std::size_t> sources_of(const ProductionRule& rule) const {
    std::map<ir::Symbol, std::size_t> sources;
    for (const RulePremise& premise : rule.premises) {
      if (premise.kind != RulePremise::Kind::present) continue;
      const std::size_t first = columns_[ids_.at(premise.pattern.relation)];
      for (std::size_t c = 0; c < premise.pattern.args.size(); ++c) {
        const RuleArgument& argument = premise.pattern.args[c];
        if (argument.kind == RuleArgument::Kind::variable)
          sources.emplace(argument.name, first + c);
      }
    }
    return sources;
  }

  void find_domains() {
    for (const ProductionRule& rule : rules_.rules) {
      const std::map<ir::Symbol, std::size_t> sources = sources_of(rule);
      for (const RuleConclusion& conclusion : rule.conclusions) {
        const std::vector<RuleArgument>& args = conclusion.pattern.args;
        const std::size_t first = columns_[ids_.at(conclusion.pattern.relation)];
        for (std::size_t c = 0; c < args.size(); ++c) {
          if (args[c].kind == RuleArgument::Kind::constant) {
            domains_.insert(first + c, args[c].name);
          } else {  // the parser has refused rules without a source
            domains_.flow(sources.at(args[c].name), first + c);
          }
        }
      }
    }
    std::vector<std::vector<ir::Symbol>> closed = domains_.close();
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      std::vector<ir::DomainId>& columns = module_.relations[id].columns;
      for (std::size_t c = 0; c < columns.size(); ++c) {
        columns[c] = module_.intern_domain(std::move(closed[columns_[id] + c]));
      }
    }
  }

  /// Of comparisons by size that never hold, since a side is no number.
  void warn_of_names_compared(const ProductionRule& rule) {
    for (const RulePremise& premise : rule.premises) {
      if (premise.kind != RulePremise::Kind::compare ||
          premise.comparison == ir::Comparison::same ||
          premise.comparison == ir::Comparison::different) {
        continue;
      }
      for (const RuleArgument& side : premise.pattern.args) {
        const std::string& name = module_.symbols->text(side.name);
        const std::string reason =
            side.kind == RuleArgument::Kind::variable ? values_without_numbers(rule, side.name)
            : ir::parse_decimal(name)                 ? ""
                                                      : fmt::format("`{}` is no number", name);
        if (reason.empty()) continue;
        diagnostics_.warning(premise.span, "compare",
                             fmt::format("this comparison never holds: {}", reason));
        break;
      }
    }
  }

  /// That the variable has values, and none of them is a number; empty where that is not so.
  std::string values_without_numbers(const ProductionRule& rule, ir::Symbol variable) const {
    for (const RulePremise& premise : rule.premises) {
      if (premise.kind != RulePremise::Kind::present) continue;
      const ir::Relation& relation = module_.relations[ids_.at(premise.pattern.relation)];
      for (std::size_t c = 0; c < premise.pattern.args.size(); ++c) {
        const RuleArgument& argument = premise.pattern.args[c];
        if (argument.kind != RuleArgument::Kind::variable || argument.name != variable) continue;
        const std::vector<ir::Symbol>& values = module_.domains[relation.columns[c]].values;
        const bool any = std::any_of(values.begin(), values.end(), [&](ir::Symbol value) {
          return ir::parse_decimal(module_.symbols->text(value)).has_value();
        });
        if (any || values.empty()) continue;
        return fmt::format("no value of ?{} is a number (as `{}`)", module_.symbols->text(variable),
                           module_.symbols->text(values.front()));
      }
    }
    return {};
  }

  // Rules ----------------------------------------------------------------------

  /// What a rule's variables are called while it is lowered.
  struct Scope {
    ir::Agenda agenda;
    std::map<ir::Symbol, ir::VariableId> numbers;
  };

  std::vector<Argument> arguments(const RulePattern& pattern, Scope& scope) {
    std::vector<Argument> args;
    for (const RuleArgument& argument : pattern.args) {
      switch (argument.kind) {
        case RuleArgument::Kind::any:
          args.push_back(Argument::ignored());
          break;
        case RuleArgument::Kind::constant:
          args.push_back(Argument::constant(argument.name));
          break;
        case RuleArgument::Kind::variable: {
          const auto number = static_cast<ir::VariableId>(scope.agenda.variables.size());
          const auto [found, is_new] = scope.numbers.emplace(argument.name, number);
          if (is_new) scope.agenda.variables.push_back(module_.symbols->text(argument.name));
          args.push_back(Argument::variable(found->second));
          break;
        }
      }
    }
    return args;
  }

  Operation operation(const RulePremise& premise, Scope& scope) {
    Operation op;
    op.span = premise.span;
    op.args = arguments(premise.pattern, scope);
    op.comparison = premise.comparison;
    op.kind = Operation::Kind::compare;
    if (premise.kind != RulePremise::Kind::compare) {
      op.kind = premise.kind == RulePremise::Kind::present ? Operation::Kind::scan
                                                           : Operation::Kind::absent;
      op.relation = ids_.at(premise.pattern.relation);
    }
    return op;
  }

  /// Source order, save that tests wait for what binds their variables.
  static std::vector<Operation> in_order(std::vector<Operation> ops, std::size_t variables) {
    std::vector<Operation> ordered;
    std::vector<bool> bound(variables);
    while (!ops.empty()) {
      const auto next = std::find_if(ops.begin(), ops.end(),
                                     [&](const Operation& op) { return may_stand(op, bound); });
      if (next == ops.end()) break;  // not after the parser's checks
      for (const Argument& argument : next->args) {
        if (argument.kind == Argument::Kind::variable) bound[argument.id] = true;
      }
      ordered.push_back(std::move(*next));
      ops.erase(next);
    }
    return ordered;
  }

  void lower(const ProductionRule& rule) {
    Scope scope;
    scope.agenda.name = rule.name;
    scope.agenda.span = rule.span;
    std::vector<Operation> premises;
    for (const RulePremise& premise : rule.premises) premises.push_back(operation(premise, scope));
    for (const RuleConclusion& conclusion : rule.conclusions) {
      Operation op;
      op.kind = conclusion.adds ? Operation::Kind::insert : Operation::Kind::remove;
      op.relation = ids_.at(conclusion.pattern.relation);
      op.args = arguments(conclusion.pattern, scope);
      op.span = conclusion.span;
      scope.agenda.ops.push_back(std::move(op));
    }
    // What only an `absent` premise asks for stands for anything.
    ir::ignore_lone_variables(premises, scope.agenda.ops, Operation::Kind::absent);
    set_premises(module_, scope.agenda, in_order(premises, scope.agenda.variables.size()));
    module_.agendas.push_back(std::move(scope.agenda));
  }

  const RuleSet& rules_;
  ir::Module& module_;
  ir::Diagnostics& diagnostics_;
  std::map<ir::Symbol, ir::RelationId> ids_;
  ColumnDomains domains_;
  std::vector<std::size_t> columns_;  ///< the first of each relation, in domains_
  std::set<std::pair<ir::RelationId, std::vector<ir::Symbol>>> seen_;
  bool good_ = true;
};

}  // namespace

std::optional<ir::Module> lower_rules(const RuleSet& rules, const std::vector<GroundFact>& facts,
                                      const std::vector<GroundFact>& later,
                                      std::shared_ptr<ir::SourceMap> sources,
                                      std::shared_ptr<ir::SymbolTable> symbols,
                                      ir::Diagnostics& diagnostics) {
  ir::Module module(std::move(sources), std::move(symbols));
  module.level = ir::Level::plans;
  if (!Lowering(rules, module, diagnostics).run(facts, later)) return std::nullopt;
  return module;
}

}  // namespace tesuji::frontend

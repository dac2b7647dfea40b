#include "frontend/rules/rules_lowering.h"

#include "frontend/rules/rule_domains.h"
#include "frontend/rules/rules_ast.h"
#include "frontend/rules/rules_checks.h"
#include "ir/core/counted.h"
#include "ir/core/diagnostics.h"
#include "ir/core/number.h"
#include "ir/module/agenda_premises.h"
#include "ir/module/module.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tesuji::frontend {

namespace {

// Warns of comparisons and functions of production rules that never hold, because a side or an
// argument cannot be a number.

using Premises = std::vector<RulePremise>;

class NumberWarnings {
 public:
  NumberWarnings(const std::map<ir::Symbol, ir::RelationId>& ids, const ir::Module& module,
                 ir::Diagnostics& diagnostics)
      : ids_(ids), module_(module), diagnostics_(diagnostics) {}

  /// `scopes`: premises whose variables are visible here, the innermost last.
  void look_at(const Premises& premises, std::vector<const Premises*> scopes) {
    scopes.push_back(&premises);
    for (const RulePremise& premise : premises) {
      const bool by_size = premise.kind == RulePremise::Kind::compare &&
                           premise.comparison != ir::Comparison::same &&
                           premise.comparison != ir::Comparison::different;
      if (by_size) warn(premise, 0, "compare", "this comparison never holds", scopes);
      if (premise.kind == RulePremise::Kind::compute) {
        warn(premise, 1, "compute", "this function never has a value", scopes);
      }
      look_at(premise.body, scopes);
    }
  }

 private:
  void warn(const RulePremise& premise, std::size_t first, const char* code, const char* what,
            const std::vector<const Premises*>& scopes) {
    for (std::size_t i = first; i < premise.pattern.args.size(); ++i) {
      const RuleArgument& argument = premise.pattern.args[i];
      const std::string reason = argument.kind == RuleArgument::Kind::variable
                                     ? values_without_numbers(scopes, argument.name)
                                     : constant_without_number(argument.name);
      if (reason.empty()) continue;
      diagnostics_.warning(premise.span, code, fmt::format("{}: {}", what, reason));
      break;
    }
  }

  [[nodiscard]] std::string constant_without_number(ir::Symbol constant) const {
    const std::string& name = module_.symbols->text(constant);
    return ir::parse_decimal(name) ? "" : fmt::format("`{}` is not a number", name);
  }

  /// Returns a message if the variable has values but none of them is a number; otherwise empty.
  [[nodiscard]] std::string values_without_numbers(const std::vector<const Premises*>& scopes,
                                                   ir::Symbol variable) const {
    for (const Premises* premises : scopes) {
      for (const RulePremise& premise : *premises) {
        if (premise.kind != RulePremise::Kind::present) continue;
        std::string reason = values_without_numbers(premise, variable);
        if (!reason.empty()) return reason;
      }
    }
    return {};
  }

  [[nodiscard]] std::string values_without_numbers(const RulePremise& premise,
                                                   ir::Symbol variable) const {
    const ir::Relation& relation = module_.relations[ids_.at(premise.pattern.relation)];
    for (std::size_t c = 0; c < premise.pattern.args.size(); ++c) {
      const RuleArgument& argument = premise.pattern.args[c];
      if (argument.kind != RuleArgument::Kind::variable || argument.name != variable) continue;
      const ir::Domain& domain = module_.domains[relation.columns[c]];
      const bool any =
          domain.open ||
          std::any_of(domain.values.begin(), domain.values.end(), [&](ir::Symbol value) {
            return ir::parse_decimal(module_.symbols->text(value)).has_value();
          });
      if (any || domain.values.empty()) continue;
      return fmt::format("no value of ?{} is a number (as `{}`)", module_.symbols->text(variable),
                         module_.symbols->text(domain.values.front()));
    }
    return {};
  }

  const std::map<ir::Symbol, ir::RelationId>& ids_;
  const ir::Module& module_;
  ir::Diagnostics& diagnostics_;
};

/// `module` has the domains of the relations' columns; `ids` are its relations. Warnings have the
/// code "compare" or "compute".
void warn_of_names_as_numbers(const RuleSet& rules, const std::map<ir::Symbol, ir::RelationId>& ids,
                              const ir::Module& module, ir::Diagnostics& diagnostics) {
  NumberWarnings warnings(ids, module, diagnostics);
  for (const ProductionRule& rule : rules.rules) warnings.look_at(rule.premises, {});
}

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
    check_functions();
    if (!good_) return false;
    warn_of_undefined();
    domains_.set(rules_, ids_, module_);
    warn_of_names_as_numbers(rules_, ids_, module_, diagnostics_);
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
    domains_.declare(arity);
    return id;
  }

  void declare_relations(const std::vector<RulePremise>& premises) {
    for (const RulePremise& premise : premises) {
      declare_relations(premise.body);
      if (!asks_for_facts(premise)) continue;
      declare(premise.pattern.relation, premise.pattern.args.size(), premise.pattern.span);
    }
  }

  static bool asks_for_facts(const RulePremise& premise) {
    return premise.kind == RulePremise::Kind::present || premise.kind == RulePremise::Kind::absent;
  }

  void declare_relations(const ProductionRule& rule) {
    declare_relations(rule.premises);
    for (const RuleConclusion& conclusion : rule.conclusions) {
      const ir::RelationId id = declare(conclusion.pattern.relation, conclusion.pattern.args.size(),
                                        conclusion.pattern.span);
      module_.relations[id].kind = ir::RelationKind::memory;
    }
  }

  /// Returns the fact's relation, and adds its constants to the domains of the columns; nullopt if
  /// the relation has another number of columns.
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
      domains_.insert(id, c, fact.args[c]);
    }
    return id;
  }

  void add_fact(const GroundFact& fact) {
    const std::optional<ir::RelationId> id = relation_of(fact);
    if (!id || !seen_.emplace(*id, fact.args).second) return;
    rows_.push_back({*id, &fact});
    ir::Facts& facts = module_.relations[*id].facts;
    ++facts.rows;
    facts.cells.insert(facts.cells.end(), fact.args.begin(), fact.args.end());
  }

  /// Checks that facts of a function's table with the same arguments have the same last column.
  /// (Later facts may replace others.)
  void check_functions() {
    for (const FunctionTable& function : rules_.functions) {
      const auto id = ids_.find(function.relation);
      if (id == ids_.end()) continue;
      std::map<std::vector<ir::Symbol>, const GroundFact*> first;
      for (const auto& [relation, fact] : rows_) {
        if (relation != id->second || fact->args.size() != function.arguments + 1) continue;
        const auto [found, is_new] =
            first.emplace(std::vector(fact->args.begin(), fact->args.end() - 1), fact);
        if (is_new) continue;
        good_ = false;
        diagnostics_
            .error(fact->span, "function",
                   fmt::format("`{}` is a function, and has two values of these arguments",
                               module_.symbols->text(function.relation)))
            .notes.push_back({found->second->span, "the first one is here"});
      }
    }
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
          fmt::format("no fact of `{}` exists, and no rule adds one", relation.name);
      if (const std::string nearest = ir::nearest_name(relation.name, defined); !nearest.empty()) {
        message += fmt::format("; did you mean `{}`?", nearest);
      }
      diagnostics_.warning(relation.span, "undefined", std::move(message));
    }
  }

  // Rules ----------------------------------------------------------------------

  /// A rule's variables while it is lowered.
  struct Scope {
    ir::Agenda agenda;
    std::map<ir::Symbol, ir::VariableId> numbers;
    std::set<ir::Symbol> outside;  ///< bound by premises outside conjunctions
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
          if (is_new) scope.agenda.variables.push_back(unused_name(scope.agenda, argument.name));
          args.push_back(Argument::variable(found->second));
          break;
        }
      }
    }
    return args;
  }

  [[nodiscard]] std::string unused_name(const ir::Agenda& agenda, ir::Symbol name) const {
    const std::string& text = module_.symbols->text(name);
    const std::vector<std::string>& taken = agenda.variables;
    const bool is_taken = std::find(taken.begin(), taken.end(), text) != taken.end();
    return is_taken ? ir::name_for_copy(agenda, text) : text;
  }

  Operation operation(const RulePremise& premise, Scope& scope) {
    Operation op;
    op.span = premise.span;
    op.args = arguments(premise.pattern, scope);
    op.comparison = premise.comparison;
    op.computation = premise.computation;
    if (asks_for_facts(premise)) op.relation = ids_.at(premise.pattern.relation);
    switch (premise.kind) {
      case RulePremise::Kind::present:
        op.kind = Operation::Kind::scan;
        break;
      case RulePremise::Kind::absent:
        op.kind = Operation::Kind::absent;
        break;
      case RulePremise::Kind::compare:
        op.kind = Operation::Kind::compare;
        break;
      case RulePremise::Kind::compute:
        op.kind = Operation::Kind::compute;
        break;
      case RulePremise::Kind::absent_all:
        op.kind = Operation::Kind::unless;
        set_body(premise, scope, op);
        break;
    }
    return op;
  }

  /// Makes variables that the rule does not bind outside local to the conjunction, even if other
  /// conjunctions have variables of the same name.
  void set_body(const RulePremise& premise, Scope& scope, Operation& op) {
    const std::map<ir::Symbol, ir::VariableId> outside = scope.numbers;
    std::erase_if(scope.numbers,
                  [&](const auto& entry) { return !scope.outside.contains(entry.first); });
    for (const RulePremise& member : premise.body) op.body.push_back(operation(member, scope));
    std::vector<bool> bound(scope.agenda.variables.size());
    for (const auto& [name, number] : scope.numbers) {
      if (scope.outside.contains(name)) bound[number] = true;
    }
    close_unless(op, bound);
    op.body = in_order(std::move(op.body), std::move(bound));
    // Variables bound outside may have occurred here first.
    std::map<ir::Symbol, ir::VariableId> numbers = outside;
    for (const auto& [name, number] : scope.numbers) {
      if (scope.outside.contains(name)) numbers.insert_or_assign(name, number);
    }
    scope.numbers = std::move(numbers);
  }

  /// Returns the operations in source order, except that tests come after the premises that bind
  /// their variables.
  static std::vector<Operation> in_order(std::vector<Operation> ops, std::vector<bool> bound) {
    std::vector<Operation> ordered;
    while (!ops.empty()) {
      const auto next = std::find_if(ops.begin(), ops.end(),
                                     [&](const Operation& op) { return may_stand(op, bound); });
      if (next == ops.end()) break;  // impossible after the parser's checks
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
    scope.outside = bound_variables(rule.premises);
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
    // A variable that occurs only in one `absent` premise matches any value.
    ir::ignore_lone_variables(premises, scope.agenda.ops, Operation::Kind::absent);
    set_premises(module_, scope.agenda,
                 in_order(std::move(premises), std::vector<bool>(scope.agenda.variables.size())));
    module_.agendas.push_back(std::move(scope.agenda));
  }

  const RuleSet& rules_;
  ir::Module& module_;
  ir::Diagnostics& diagnostics_;
  std::map<ir::Symbol, ir::RelationId> ids_;
  RuleDomains domains_;
  std::vector<std::pair<ir::RelationId, const GroundFact*>> rows_;  ///< initial facts
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

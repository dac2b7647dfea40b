#include "frontend/gdl/lower/lower.h"

#include "frontend/gdl/lower/disjunctions.h"
#include "frontend/gdl/lower/specialise.h"
#include "ir/module/relation.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tesuji::frontend {
namespace {

/// Up to this many facts of a relation that also has rules are written as rules without a body;
/// more are stored in a separate static relation.
constexpr std::size_t max_bodiless_rules = 4;

using ir::Argument;

class Lowering {
 public:
  Lowering(std::vector<FlatClause> clauses, Specialisation specialisation, ir::Module& module)
      : clauses_(std::move(clauses)), result_(std::move(specialisation)), module_(module) {}

  void run() {
    // Source order determines the order of relations, and so of moves.
    std::stable_sort(result_.clauses.begin(), result_.clauses.end(),
                     [](const auto& a, const auto& b) { return a.clause < b.clause; });
    declare_relations();
    link_relations();
    add_roles();
    for (const SpecialisedClause& specialised : result_.clauses) {
      if (clauses_[specialised.clause].body.empty()) {
        add_fact(specialised);
      } else {
        add_rule(specialised);
      }
    }
    place_facts();
  }

 private:
  const std::string& text(ir::Symbol symbol) const { return module_.symbols->text(symbol); }

  // Declarations -----------------------------------------------------------

  void declare_relations() {
    for (const SpecialisedClause& specialised : result_.clauses) {
      const FlatClause& clause = clauses_[specialised.clause];
      declare(signature_of(clause.head, specialised.shapes), clause.span);
    }
    // true and does, which have no clauses, come after the relations that supply them.
    std::vector<Signature> rest;
    for (const Signature& signature : result_.signatures) {
      if (!ids_.contains(signature)) rest.push_back(signature);
    }
    for (const Signature& signature : rest) declare(signature, {});
    declare_percepts();
  }

  /// A sheet with clauses for `sees` is in GDL-II even if none of them can ever fire: then no role
  /// perceives anything.
  void declare_percepts() {
    for (const FlatClause& clause : clauses_) {
      if (text(clause.head.name) != "sees") continue;
      const auto is_percept = [&](const auto& known) {
        return known.first.name == clause.head.name && is_answer_to_role(known.first);
      };
      if (std::none_of(ids_.begin(), ids_.end(), is_percept)) {
        declare({clause.head.name, {atom_shape, atom_shape}}, clause.span);
      }
      return;
    }
  }

  /// For `legal`, `does`, `goal` and `sees`: whether the first argument is a constant, as roles
  /// are.
  bool is_answer_to_role(const Signature& signature) const {
    return signature.args.size() == 2 && result_.shapes.is_atom(signature.args[0]);
  }

  void declare(const Signature& signature, ir::Span span) {
    const auto id = static_cast<ir::RelationId>(module_.relations.size());
    if (!ids_.emplace(signature, id).second) return;
    const std::string& base = text(signature.name);
    ir::Relation relation;
    relation.span = span;
    if (base == "true") relation.kind = ir::RelationKind::state;
    std::string name = base;
    const bool fluent = base == "true" || base == "next" || base == "init";
    const bool about_role = base == "legal" || base == "does" || base == "goal" || base == "sees";
    const bool of_role = about_role && is_answer_to_role(signature);
    if (of_role && base == "does") relation.kind = ir::RelationKind::input;
    if (base == "next") relation.answer = ir::Answer::next;
    if (base == "terminal" && signature.args.empty()) relation.answer = ir::Answer::terminal;
    // Roles are constants: atoms about other terms are not answers of the game.
    if (of_role && base != "does") relation.answer = *ir::answer_named(base);
    std::size_t columns = 0;
    relation.atom = "(" + base;
    for (std::size_t i = 0; i < signature.args.size(); ++i) {
      const ShapeId shape = signature.args[i];
      relation.atom += " " + result_.shapes.pattern(shape, *module_.symbols);
      columns += result_.shapes.leaves(shape);
      if (!result_.shapes.is_atom(shape)) {
        name += "." + result_.shapes.functors(shape, *module_.symbols);
      }
    }
    relation.atom += ")";
    if (fluent) relation.term = result_.shapes.pattern(signature.args[0], *module_.symbols);
    if (of_role) {
      relation.term = result_.shapes.pattern(signature.args[1], *module_.symbols);
    }
    relation.name = module_.relations.unused_name(std::move(name));
    if (!fluent) relation.written = base;
    relation.columns.assign(columns, ir::no_id);
    module_.relations.push_back(std::move(relation));
    facts_.emplace_back();
  }

  void link_relations() {
    for (const auto& [signature, id] : ids_) {
      ir::Relation& relation = module_.relations[id];
      if (relation.kind == ir::RelationKind::state) {
        relation.next = partner(signature, "next");
        relation.init = partner(signature, "init");
      } else if (relation.kind == ir::RelationKind::input) {
        relation.legal = partner(signature, "legal");
      }
    }
  }

  ir::RelationId partner(const Signature& signature, std::string_view name) const {
    const auto symbol = module_.symbols->find(name);
    if (!symbol) return ir::no_id;
    const auto found = ids_.find({*symbol, signature.args});
    return found == ids_.end() ? ir::no_id : found->second;
  }

  void add_roles() {
    std::set<ir::Symbol> seen;
    for (const FlatClause& clause : clauses_) {
      if (text(clause.head.name) != "role" || !clause.body.empty()) continue;
      const ir::Symbol role = clause.head.args[0].name;
      if (seen.insert(role).second) module_.roles.push_back(role);
    }
  }

  // Clauses ----------------------------------------------------------------

  Signature signature_of(const Term& atom, const ShapeAssignment& shapes) {
    Signature signature{atom.name, {}};
    for (const Term& arg : atom.args) {
      signature.args.push_back(shape_of(arg, shapes, result_.shapes));
    }
    return signature;
  }

  void add_fact(const SpecialisedClause& specialised) {
    const Term& head = clauses_[specialised.clause].head;
    const ir::RelationId id = ids_.at(signature_of(head, specialised.shapes));
    std::vector<ir::Symbol> row;
    for (const Term& arg : head.args) constants(arg, row);
    facts_[id].emplace(std::move(row), clauses_[specialised.clause].span);
  }

  static void constants(const Term& term, std::vector<ir::Symbol>& into) {
    if (term.kind == Term::Kind::constant) into.push_back(term.name);
    for (const Term& arg : term.args) constants(arg, into);
  }

  /// Numbers the leaves of a clause's variables while it is being lowered.
  struct Scope {
    ir::Rule& rule;
    const ShapeAssignment& shapes;
    std::map<ir::Symbol, ir::VariableId> first;
  };

  void leaves(const Term& term, Scope& scope, std::vector<Argument>& into) {
    switch (term.kind) {
      case Term::Kind::constant:
        into.push_back(Argument::constant(term.name));
        return;
      case Term::Kind::compound:
        for (const Term& arg : term.args) leaves(arg, scope, into);
        return;
      case Term::Kind::variable: {
        const ShapeId shape = scope.shapes.at(term.name);
        const std::uint32_t count = result_.shapes.leaves(shape);
        const auto [found, inserted] = scope.first.emplace(
            term.name, static_cast<ir::VariableId>(scope.rule.variables.size()));
        if (inserted) {
          for (std::uint32_t i = 1; i <= count; ++i) {
            std::string name = text(term.name);
            if (!result_.shapes.is_atom(shape)) name += "." + std::to_string(i);
            scope.rule.variables.push_back(std::move(name));
          }
        }
        for (std::uint32_t i = 0; i < count; ++i) {
          into.push_back(Argument::variable(found->second + i));
        }
        return;
      }
    }
  }

  /// Computes the pairs of leaves that must be equal for two terms to be equal; returns false if
  /// their shapes alone make them different.
  bool unify(const Term& left, const Term& right, Scope& scope,
             std::vector<std::pair<Argument, Argument>>& pairs) {
    if (shape_of(left, scope.shapes, result_.shapes) !=
        shape_of(right, scope.shapes, result_.shapes)) {
      return false;
    }
    std::vector<Argument> a;
    std::vector<Argument> b;
    leaves(left, scope, a);
    leaves(right, scope, b);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i] == b[i]) continue;
      if (a[i].kind == Argument::Kind::constant && b[i].kind == Argument::Kind::constant) {
        return false;
      }
      pairs.emplace_back(a[i], b[i]);
    }
    return true;
  }

  enum class Truth : std::uint8_t { always, never, depends };

  Truth add_comparison(const FlatLiteral& literal, Scope& scope) {
    std::vector<std::pair<Argument, Argument>> pairs;
    bool may_equal = true;
    for (std::size_t i = 0; may_equal && i < literal.left.size(); ++i) {
      may_equal = unify(literal.left[i], literal.right[i], scope, pairs);
    }
    const bool distinct = literal.kind == FlatLiteral::Kind::distinct;
    if (!may_equal) return distinct ? Truth::always : Truth::never;
    if (pairs.empty()) return distinct ? Truth::never : Truth::always;
    ir::Literal lowered;
    lowered.kind = distinct ? ir::Literal::Kind::different : ir::Literal::Kind::same;
    lowered.span = literal.span;
    for (const auto& [left, right] : pairs) {
      lowered.args.push_back(left);
      lowered.right.push_back(right);
    }
    scope.rule.body.push_back(std::move(lowered));
    return Truth::depends;
  }

  Truth add_literal(const FlatLiteral& literal, Scope& scope) {
    if (literal.kind == FlatLiteral::Kind::distinct || literal.kind == FlatLiteral::Kind::same) {
      return add_comparison(literal, scope);
    }
    const bool positive = literal.kind == FlatLiteral::Kind::positive;
    const auto found = ids_.find(signature_of(literal.atom, scope.shapes));
    if (found == ids_.end()) return positive ? Truth::never : Truth::always;
    ir::Literal lowered;
    lowered.kind = positive ? ir::Literal::Kind::positive : ir::Literal::Kind::negative;
    lowered.relation = found->second;
    lowered.span = literal.span;
    for (const Term& arg : literal.atom.args) leaves(arg, scope, lowered.args);
    scope.rule.body.push_back(std::move(lowered));
    return Truth::depends;
  }

  void add_rule(const SpecialisedClause& specialised) {
    const FlatClause& clause = clauses_[specialised.clause];
    ir::Rule rule;
    rule.span = clause.span;
    rule.head = ids_.at(signature_of(clause.head, specialised.shapes));
    Scope scope{rule, specialised.shapes, {}};
    for (const Term& arg : clause.head.args) leaves(arg, scope, rule.head_args);
    for (const FlatLiteral& literal : clause.body) {
      if (add_literal(literal, scope) == Truth::never) return;
    }
    push(std::move(rule));
  }

  void push(ir::Rule rule) {
    const std::size_t number = ++rule_count_[rule.head];
    rule.name = module_.relations[rule.head].name + "#" + std::to_string(number);
    module_.rules.push_back(std::move(rule));
  }

  // Facts ------------------------------------------------------------------

  using FactSet = std::map<std::vector<ir::Symbol>, ir::Span>;  ///< row -> first clause

  /// Stores facts as the contents of static relations; if the relation also has rules, or is an
  /// answer of the game, in a static relation that a rule copies.
  void place_facts() {
    const std::size_t count = module_.relations.size();
    for (std::size_t id = 0; id < count; ++id) {
      const FactSet& facts = facts_[id];
      if (facts.empty()) continue;
      const bool has_rules = rule_count_.contains(static_cast<ir::RelationId>(id));
      if (!has_rules && module_.relations[id].answer == ir::Answer::none) {
        module_.relations[id].kind = ir::RelationKind::fixed;
        module_.relations[id].facts = to_facts(facts);
      } else if (facts.size() <= max_bodiless_rules) {
        add_bodiless_rules(static_cast<ir::RelationId>(id), facts);
      } else {
        add_fact_relation(static_cast<ir::RelationId>(id), facts);
      }
    }
  }

  static ir::Facts to_facts(const FactSet& facts) {
    ir::Facts result;
    result.rows = facts.size();
    for (const auto& [row, span] : facts) {
      result.cells.insert(result.cells.end(), row.begin(), row.end());
    }
    return result;
  }

  void add_bodiless_rules(ir::RelationId id, const FactSet& facts) {
    for (const auto& [row, span] : facts) {
      ir::Rule rule;
      rule.head = id;
      rule.span = span;
      for (const ir::Symbol constant : row) rule.head_args.push_back(Argument::constant(constant));
      push(std::move(rule));
    }
  }

  void add_fact_relation(ir::RelationId id, const FactSet& facts) {
    ir::Relation relation;
    relation.written = module_.relations[id].written;
    relation.kind = ir::RelationKind::fixed;
    relation.columns = module_.relations[id].columns;
    relation.facts = to_facts(facts);
    relation.span = facts.begin()->second;
    ir::Rule rule;
    rule.head = id;
    rule.span = relation.span;
    ir::Literal copy;
    copy.span = relation.span;
    for (std::size_t c = 0; c < relation.columns.size(); ++c) {
      rule.variables.push_back("x" + std::to_string(c + 1));
      rule.head_args.push_back(Argument::variable(static_cast<ir::VariableId>(c)));
    }
    copy.args = rule.head_args;
    rule.body.push_back(std::move(copy));
    rule.body[0].relation = module_.add_helper(ir::Origin::facts, id, std::move(relation));
    push(std::move(rule));
  }

  std::vector<FlatClause> clauses_;
  Specialisation result_;
  ir::Module& module_;
  std::map<Signature, ir::RelationId> ids_;
  std::vector<FactSet> facts_;
  std::map<ir::RelationId, std::size_t> rule_count_;
};

}  // namespace

std::optional<ir::Module> lower(const Rulesheet& rulesheet, std::shared_ptr<ir::SourceMap> sources,
                                std::shared_ptr<ir::SymbolTable> symbols,
                                ir::Diagnostics& diagnostics) {
  // The fluents of a state and the moves made exist even if no rule reads them.
  for (const char* keyword : {"true", "does", "init", "next", "legal"}) symbols->intern(keyword);
  std::vector<FlatClause> clauses = flatten_disjunctions(rulesheet, *symbols);
  std::optional<Specialisation> specialisation = specialise(clauses, *symbols, diagnostics);
  if (!specialisation) return std::nullopt;
  ir::Module module(std::move(sources), std::move(symbols));
  Lowering(std::move(clauses), std::move(*specialisation), module).run();
  return module;
}

}  // namespace tesuji::frontend

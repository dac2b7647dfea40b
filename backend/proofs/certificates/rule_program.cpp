#include "backend/proofs/certificates/rule_program.h"

#include "backend/proofs/certificates/cnf.h"
#include "backend/proofs/certificates/kif_reader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::certificates {

namespace {

// Splits rules, so that they have fewer ground instances.
//
// Each of two transformations replaces some literals of a body by an atom of a new predicate, a
// *projection*, which these literals define:
//
// 1. Literals connected by variables that do not occur in the head:
//        next(cell(X,P)) <- true(cell(X,P)), does(R, move(U,V)), distinct(X,U), distinct(X,V)
//     becomes
//        next(cell(X,P)) <- true(cell(X,P)), projection(X)
//        projection(X) <- does(R, move(U,V)), distinct(X,U), distinct(X,V), possible cell(X)
//     The projection is only used with arguments that match the rest of the rule. If its own
//     literals do not bind an argument, it is only derived for values that the rest may have:
//     `possible` literals match atoms that may hold in some state, and are not conditions.
// 2. A literal whose variables occur only in it and in literals without further variables:
//        jump(X,Z) <- next_to(X,Y), next_to(Y,Z), true(cell(Y,P)), distinct(P,blank)
//     becomes
//        jump(X,Z) <- next_to(X,Y), next_to(Y,Z), projection(Y)
//        projection(Y) <- true(cell(Y,P)), distinct(P,blank)
//
// Both only name a subformula (exists V: literals) of the body.

using Kind = RuleLiteral::Kind;
using Variables = std::vector<std::uint32_t>;  // without duplicates, in order of occurrence

Variables variables_of(const PatternAtom& atom) {
  Variables all;
  for (const Pattern& arg : atom.args) add_variables(arg, all);
  Variables result;
  for (const std::uint32_t variable : all) {
    if (std::ranges::find(result, variable) == result.end()) result.push_back(variable);
  }
  return result;
}

bool has(const Variables& variables, std::uint32_t variable) {
  return std::ranges::find(variables, variable) != variables.end();
}

bool within(const Variables& some, const Variables& all) {
  return std::ranges::all_of(some, [&](std::uint32_t variable) { return has(all, variable); });
}

void renumber(Pattern& pattern, const std::vector<std::uint32_t>& number) {
  if (pattern.kind == Pattern::Kind::variable) pattern.id = number[pattern.id];
  for (Pattern& arg : pattern.args) renumber(arg, number);
}

class Projector {
 public:
  explicit Projector(Sheet& sheet) : sheet_(sheet) {}

  std::vector<SheetRule> run(std::vector<SheetRule> rules) {
    for (SheetRule& rule : rules) split(rule);
    // Definitions may be split into projections, too.
    for (std::size_t i = 0; i < made_.size(); ++i) {
      SheetRule rule = made_[i];
      split(rule);
      rules.push_back(std::move(rule));
    }
    return rules;
  }

 private:
  void split(SheetRule& rule) {
    while (split_component(rule)) {
    }
    while (absorb(rule)) {
    }
  }

  static void fill(const SheetRule& rule, std::vector<Variables>& variables) {
    for (const RuleLiteral& literal : rule.body) variables.push_back(variables_of(literal.atom));
  }

  /// Applies the first transformation once.
  bool split_component(SheetRule& rule) {
    const Variables head = variables_of(rule.head);
    std::vector<Variables> variables;
    fill(rule, variables);
    std::vector<bool> seen(rule.body.size());
    for (std::size_t first = 0; first < rule.body.size(); ++first) {
      if (seen[first]) continue;
      std::vector<bool> group(rule.body.size());
      Variables inner;  // variables that do not occur in the head
      group[first] = true;
      for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t i = 0; i < group.size(); ++i) {
          const bool linked = std::ranges::any_of(
              variables[i], [&](std::uint32_t variable) { return has(inner, variable); });
          if (!group[i] && !linked) continue;
          for (const std::uint32_t variable : variables[i]) {
            if (has(head, variable) || has(inner, variable)) continue;
            inner.push_back(variable);
            grown = true;
          }
          grown = grown || !group[i];
          group[i] = true;
        }
      }
      for (std::size_t i = 0; i < group.size(); ++i) seen[i] = seen[i] || group[i];
      if (inner.empty() || !worth(rule, group)) continue;
      if (replace(rule, group, inner)) return true;
    }
    return false;
  }

  /// Whether there are positive literals in the group and outside it.
  static bool worth(const SheetRule& rule, const std::vector<bool>& group) {
    bool in = false;
    bool out = false;
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (rule.body[i].kind == Kind::positive) (group[i] ? in : out) = true;
    }
    return in && out;
  }

  /// Applies the second transformation once.
  bool absorb(SheetRule& rule) {
    const Variables head = variables_of(rule.head);
    std::vector<Variables> variables;
    fill(rule, variables);
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      if (rule.body[i].kind != Kind::positive) continue;
      Variables inner;
      for (const std::uint32_t variable : variables[i]) {
        const bool own = std::ranges::all_of(variables, [&](const Variables& other) {
          return !has(other, variable) || within(other, variables[i]);
        });
        if (own && !has(head, variable)) inner.push_back(variable);
      }
      if (inner.empty()) continue;
      std::vector<bool> group(rule.body.size());
      for (std::size_t other = 0; other < group.size(); ++other) {
        group[other] = other == i || std::ranges::any_of(variables[other], [&](std::uint32_t some) {
                         return has(inner, some);
                       });
      }
      if (worth(rule, group) && replace(rule, group, inner)) return true;
    }
    return false;
  }

  /// Replaces the group's literals by a projection onto the variables outside `inner`; returns
  /// false if these would not be bound.
  bool replace(SheetRule& rule, const std::vector<bool>& group, const Variables& inner) {
    SheetRule definition;
    definition.line = rule.line;
    Variables bound;
    Variables kept;
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (!group[i]) continue;
      definition.body.push_back(rule.body[i]);
      for (const std::uint32_t variable : variables_of(rule.body[i].atom)) {
        if (!has(inner, variable) && !has(kept, variable)) kept.push_back(variable);
        if (rule.body[i].kind == Kind::positive) bound.push_back(variable);
      }
    }
    if (!within(inner, bound)) return false;
    for (const std::uint32_t variable : kept) {
      if (has(bound, variable)) continue;
      const auto binder = binder_of(variable, rule, group);
      if (!binder) return false;
      definition.body.push_back(*binder);
    }
    const PatternAtom atom = define(std::move(definition), kept, rule.variables);
    std::vector<RuleLiteral> body{{Kind::positive, atom}};
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (!group[i]) body.push_back(std::move(rule.body[i]));
    }
    rule.body = std::move(body);
    return true;
  }

  /// Returns a literal that binds the variable to the values that a literal outside the group may
  /// have there.
  std::optional<RuleLiteral> binder_of(std::uint32_t variable, const SheetRule& rule,
                                       const std::vector<bool>& group) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      const RuleLiteral& literal = rule.body[i];
      if (group[i] || literal.kind != Kind::positive) continue;
      const Variables all = variables_of(literal.atom);
      if (!has(all, variable)) continue;
      if (all.size() == 1) return RuleLiteral{Kind::possible, literal.atom};
      SheetRule definition;
      definition.line = rule.line;
      definition.body.push_back(literal);
      return RuleLiteral{Kind::possible, define(std::move(definition), {variable}, rule.variables)};
    }
    return std::nullopt;
  }

  /// Completes a definition with arguments `kept`, and returns its head in the rule's variables.
  PatternAtom define(SheetRule definition, const Variables& kept, std::uint32_t variables) {
    std::vector<std::uint32_t> number(variables, no_term);
    for (RuleLiteral& literal : definition.body) {
      for (const std::uint32_t variable : variables_of(literal.atom)) {
        if (number[variable] == no_term) number[variable] = definition.variables++;
      }
      for (Pattern& arg : literal.atom.args) renumber(arg, number);
    }
    PatternAtom atom;
    for (const std::uint32_t variable : kept) {
      atom.args.push_back({Pattern::Kind::variable, variable, {}});
      definition.head.args.push_back({Pattern::Kind::variable, number[variable], {}});
    }
    const auto known = std::ranges::find_if(
        made_, [&](const SheetRule& made) { return same_definition(made, definition); });
    if (known != made_.end()) {
      atom.predicate = known->head.predicate;
      return atom;
    }
    // No name in a rulesheet contains a blank.
    const NameId name = sheet_.terms.name("projection " + std::to_string(made_.size()));
    definition.head.predicate = sheet_.predicates.id(name, kept.size());
    atom.predicate = definition.head.predicate;
    made_.push_back(std::move(definition));
    return atom;
  }

  static bool same_definition(const SheetRule& left, const SheetRule& right) {
    return left.head.args == right.head.args && left.body == right.body;
  }

  Sheet& sheet_;
  std::vector<SheetRule> made_;
};

std::vector<SheetRule> with_projections(std::vector<SheetRule> rules, Sheet& sheet) {
  return Projector(sheet).run(std::move(rules));
}

bool is_atom(const RuleLiteral& literal) {
  return literal.kind != Kind::distinct && literal.kind != Kind::same;
}

/// The dependencies between predicates.
class Dependencies {
 public:
  Dependencies(const std::vector<SheetRule>& rules, std::size_t predicates)
      : edges_(predicates), reversed_(predicates) {
    for (const SheetRule& rule : rules) {
      for (const RuleLiteral& literal : rule.body) {
        if (!is_atom(literal)) continue;
        edges_[rule.head.predicate].push_back(literal.atom.predicate);
        reversed_[literal.atom.predicate].push_back(rule.head.predicate);
      }
    }
  }

  /// Returns all predicates on which these depend, including these.
  [[nodiscard]] std::vector<bool> below(const std::vector<PredicateId>& from) const {
    return reach(from, edges_);
  }
  /// Returns all predicates that depend on these, including these.
  [[nodiscard]] std::vector<bool> above(const std::vector<PredicateId>& from) const {
    return reach(from, reversed_);
  }

 private:
  using Edges = std::vector<std::vector<PredicateId>>;

  static std::vector<bool> reach(const std::vector<PredicateId>& from, const Edges& edges) {
    std::vector<bool> reached(edges.size());
    std::vector<PredicateId> open;
    const auto visit = [&](PredicateId predicate) {
      if (reached[predicate]) return;
      reached[predicate] = true;
      open.push_back(predicate);
    };
    for (const PredicateId predicate : from) visit(predicate);
    while (!open.empty()) {
      const PredicateId predicate = open.back();
      open.pop_back();
      for (const PredicateId other : edges[predicate]) visit(other);
    }
    return reached;
  }

  Edges edges_;
  Edges reversed_;
};

/// Sets the levels of static predicates: at least the levels on which they depend, and greater than
/// those on which they depend negatively.
void find_levels(RuleProgram& program) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const SheetRule& rule : program.rules) {
      std::uint32_t& level = program.levels[rule.head.predicate];
      if (level == RuleProgram::dynamic_level) continue;
      for (const RuleLiteral& literal : rule.body) {
        if (!is_atom(literal)) continue;
        const std::uint32_t least =
            program.levels[literal.atom.predicate] + (literal.kind == Kind::negative ? 1 : 0);
        if (least <= level) continue;
        level = least;
        changed = true;
      }
      program.static_levels = std::max(program.static_levels, level + 1);
    }
  }
}

}  // namespace

GamePredicates::GamePredicates(Sheet& sheet) {
  const auto id = [&](std::string_view name, std::size_t arity) {
    return sheet.predicates.id(sheet.terms.name(name), arity);
  };
  role = id("role", 1);
  init = id("init", 1);
  truth = id("true", 1);
  does = id("does", 2);
  legal = id("legal", 2);
  next = id("next", 1);
  terminal = id("terminal", 0);
}

RuleProgram make_rule_program(Sheet& sheet, const GamePredicates& game,
                              const std::vector<PredicateId>& wanted) {
  for (const SheetRule& rule : sheet.rules) {
    const PredicateId head = rule.head.predicate;
    if (head == game.truth || head == game.does) {
      throw Malformed("`true` and `does` cannot stand in a head", rule.line);
    }
  }
  std::vector<PredicateId> roots{game.role, game.init, game.legal, game.next, game.terminal};
  roots.insert(roots.end(), wanted.begin(), wanted.end());
  const Dependencies all(sheet.rules, sheet.predicates.size());
  const std::vector<bool> needed = all.below(roots);
  for (const PredicateId root : roots) {
    if (root == game.next || !all.below({root})[game.does]) continue;
    throw Malformed("`" + sheet.terms.text(sheet.predicates[root].name) +
                        "` depends on `does`, so it is not a property of a state",
                    0);
  }
  RuleProgram program;
  std::ranges::copy_if(sheet.rules, std::back_inserter(program.rules),
                       [&](const SheetRule& rule) { return needed[rule.head.predicate]; });
  program.rules = with_projections(std::move(program.rules), sheet);

  const Dependencies dependencies(program.rules, sheet.predicates.size());
  // Moves and fluents are derived by the dynamic rules.
  std::vector<PredicateId> dynamic{game.truth, game.does, game.legal, game.next};
  for (const SheetRule& rule : program.rules) {
    for (const RuleLiteral& literal : rule.body) {
      if (literal.kind == Kind::negative &&
          dependencies.below({literal.atom.predicate})[rule.head.predicate]) {
        dynamic.push_back(rule.head.predicate);
      }
    }
  }
  program.levels.resize(sheet.predicates.size());
  const std::vector<bool> above = dependencies.above(dynamic);
  for (PredicateId predicate = 0; predicate < above.size(); ++predicate) {
    if (above[predicate]) program.levels[predicate] = RuleProgram::dynamic_level;
  }
  for (const PredicateId predicate : {game.role, game.init}) {
    if (program.dynamic(predicate)) {
      throw Malformed("`role` or `init` depends on the state of the game", 0);
    }
  }
  find_levels(program);
  return program;
}

}  // namespace tesuji::certificates

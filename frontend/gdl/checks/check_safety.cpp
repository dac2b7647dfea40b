// Checks allowedness of bodies as written. A body binds the variables of its positive atoms and
// those that every branch of a disjunction binds; heads, distinct and all literals under `not` may
// use only bound variables. Variables that a branch binds are bound within it. A second `not` does
// not make an atom positive: reasoners that evaluate bodies as written, as most do, could not
// evaluate the clause. A body that can never hold, because it needs an undefined relation (some
// sheets write `fail`), binds every variable: the clause has no instance.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/checks/slips.h"
#include "frontend/gdl/gdl_ast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tesuji::frontend {
namespace {

// --- Suggested conditions
//
// Suggests a condition that binds a variable, for messages about unsafe rules.

/// Finds a unary relation of the rulesheet that contains the values of a variable. An argument of a
/// relation, or of a term in it, is a *place*; `true` has the places of `init` and `next`, and
/// `does` those of `legal`. Chooses a relation that other rules apply to variables in the same
/// place; otherwise one whose facts contain every constant in that place.
class BindingHints {
 public:
  /// The context must outlive this.
  explicit BindingHints(const CheckContext& context);

  /// Returns the condition as an atom in the sheet's syntax, such as `(index ?x)`; nullopt if no
  /// relation fits. `variable` occurs in `clause`.
  [[nodiscard]] std::optional<std::string> find(const Clause& clause, const Term& variable) const;

 private:
  /// A relation's key, followed by pairs of an argument's number and its functor.
  using Path = std::vector<std::uint64_t>;

  struct Unary {
    std::unordered_set<ir::Symbol> values;
    bool facts_only = true;  ///< `values` is complete
  };

  struct Seen {
    std::unordered_set<ir::Symbol> constants;
    std::unordered_map<ir::Symbol, std::size_t> stated;  ///< rules by relation
  };

  [[nodiscard]] Path start(const Term& atom) const;
  template <typename Visit>
  static void for_each_place(Path& path, const Term& term, const Visit& visit);
  template <typename Visit>
  void for_each_place(const Clause& clause, const Visit& visit) const;
  void add_unary(const Clause& clause);
  void add_places(const Clause& clause);

  const CheckContext& context_;
  std::unordered_map<ir::Symbol, Unary> unary_;
  std::vector<ir::Symbol> in_order_;  ///< of `unary_`, as in the source
  std::map<Path, Seen> places_;
};

BindingHints::BindingHints(const CheckContext& context) : context_(context) {
  for (const Clause& clause : context.rulesheet.clauses) add_unary(clause);
  for (const Clause& clause : context.rulesheet.clauses) add_places(clause);
}

BindingHints::Path BindingHints::start(const Term& atom) const {
  constexpr std::uint64_t keywords = std::uint64_t{1} << 32;
  switch (const Keyword keyword = context_.keyword(atom); keyword) {
    case Keyword::none:
      return {atom.name};
    case Keyword::init:
    case Keyword::next:
      return {keywords + static_cast<std::uint64_t>(Keyword::holds)};
    case Keyword::does:
      return {keywords + static_cast<std::uint64_t>(Keyword::legal)};
    default:
      return {keywords + static_cast<std::uint64_t>(keyword)};
  }
}

/// Calls `visit(path, term)` for every variable and constant in the arguments of `term`.
template <typename Visit>
void BindingHints::for_each_place(Path& path, const Term& term, const Visit& visit) {
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    const Term& argument = term.args[i];
    path.push_back(i);
    if (argument.kind == Term::Kind::compound) {
      path.push_back(argument.name);
      for_each_place(path, argument, visit);
      path.pop_back();
    } else {
      visit(path, argument);
    }
    path.pop_back();
  }
}

template <typename Visit>
void BindingHints::for_each_place(const Clause& clause, const Visit& visit) const {
  const auto look = [&](const Term& atom) {
    Path path = start(atom);
    for_each_place(path, atom, visit);
  };
  look(clause.head);
  for_each_atom(clause.body, look);
}

void BindingHints::add_unary(const Clause& clause) {
  const Term& head = clause.head;
  const Keyword keyword = context_.keyword(head);
  if (head.args.size() != 1 || (keyword != Keyword::none && keyword != Keyword::role)) return;
  const auto [found, is_new] = unary_.try_emplace(head.name);
  if (is_new) in_order_.push_back(head.name);
  if (clause.body.empty() && head.args.front().kind == Term::Kind::constant) {
    found->second.values.insert(head.args.front().name);
  } else {
    found->second.facts_only = false;
  }
}

void BindingHints::add_places(const Clause& clause) {
  std::unordered_map<ir::Symbol, std::vector<ir::Symbol>> stated;  // by variable
  for (const Literal& literal : clause.body) {
    const Term& atom = literal.atom;
    if (literal.kind == Literal::Kind::atom && atom.args.size() == 1 &&
        atom.args.front().kind == Term::Kind::variable && unary_.contains(atom.name)) {
      stated[atom.args.front().name].push_back(atom.name);
    }
  }
  for_each_place(clause, [&](const Path& path, const Term& term) {
    if (term.kind == Term::Kind::constant) {
      places_[path].constants.insert(term.name);
    } else if (const auto found = stated.find(term.name); found != stated.end()) {
      for (const ir::Symbol relation : found->second) ++places_[path].stated[relation];
    }
  });
}

std::optional<std::string> BindingHints::find(const Clause& clause, const Term& variable) const {
  Seen all;
  for_each_place(clause, [&](const Path& path, const Term& term) {
    const auto seen = places_.find(path);
    if (term.kind != Term::Kind::variable || term.name != variable.name || seen == places_.end())
      return;
    all.constants.insert(seen->second.constants.begin(), seen->second.constants.end());
    for (const auto& [relation, count] : seen->second.stated) all.stated[relation] += count;
  });
  const auto fits = [&](const Unary& unary) {
    return unary.facts_only && !all.constants.empty() &&
           std::all_of(all.constants.begin(), all.constants.end(),
                       [&](ir::Symbol constant) { return unary.values.contains(constant); });
  };
  const ir::Symbol* best = nullptr;
  std::size_t most = 0;
  std::size_t fewest = 0;
  for (const ir::Symbol& relation : in_order_) {
    if (relation == clause.head.name) continue;
    const auto stated = all.stated.find(relation);
    const std::size_t rules = stated == all.stated.end() ? 0 : stated->second;
    const Unary& unary = unary_.at(relation);
    if (rules < most || (rules == 0 && !fits(unary))) continue;
    if (rules > most || best == nullptr || (rules == 0 && unary.values.size() < fewest)) {
      best = &relation;
      most = rules;
      fewest = unary.values.size();
    }
  }
  if (best == nullptr) return std::nullopt;
  return context_.outline(context_.symbols.text(*best), context_.text(variable));
}

// --- The check

using Kind = Literal::Kind;

/// A sorted set of variables; or all variables, which literals bind that can never hold.
struct Bound {
  bool all = false;
  std::vector<ir::Symbol> variables;

  [[nodiscard]] bool contains(ir::Symbol variable) const {
    return all || std::binary_search(variables.begin(), variables.end(), variable);
  }
};

Bound united(const Bound& a, const Bound& b) {
  Bound result{a.all || b.all, {}};
  std::set_union(a.variables.begin(), a.variables.end(), b.variables.begin(), b.variables.end(),
                 std::back_inserter(result.variables));
  return result;
}

Bound intersected(const Bound& a, const Bound& b) {
  if (a.all) {
    return b;
  }
  if (b.all) {
    return a;
  }
  Bound result;
  std::set_intersection(a.variables.begin(), a.variables.end(), b.variables.begin(),
                        b.variables.end(), std::back_inserter(result.variables));
  return result;
}

/// Computes the variables that literals bind.
class Binder {
 public:
  explicit Binder(const CheckContext& context) : context_(context) {
    for (const Clause& clause : context.rulesheet.clauses) {
      defined_.insert(clause.head.name);
    }
  }

  [[nodiscard]] Bound bound_by(const std::vector<Literal>& conjuncts) const {
    Bound result;
    for (const Literal& literal : conjuncts) {
      result = united(result, bound_by(literal));
    }
    return result;
  }

  [[nodiscard]] Bound bound_by(const Literal& literal) const {
    Bound result;
    switch (literal.kind) {
      case Kind::atom:
        return bound_by(literal.atom);
      case Kind::disjunction:
        result.all = true;
        for (const Literal& branch : literal.children) {
          result = intersected(result, bound_by(branch));
        }
        return result;
      case Kind::conjunction:
        return bound_by(literal.children);
      case Kind::negation:
      case Kind::distinct:
      case Kind::same:
        return result;
    }
    return result;
  }

 private:
  [[nodiscard]] Bound bound_by(const Term& atom) const {
    Bound result;
    result.all = context_.keyword(atom) == Keyword::none && !defined_.contains(atom.name);
    for_each_variable(atom, [&](const Term& term) { result.variables.push_back(term.name); });
    std::sort(result.variables.begin(), result.variables.end());
    result.variables.erase(std::unique(result.variables.begin(), result.variables.end()),
                           result.variables.end());
    return result;
  }

  const CheckContext& context_;
  std::unordered_set<ir::Symbol> defined_;
};

/// Rules that messages about the sheet propose, keyed by the relations that they define.
using Proposals = std::map<std::string, std::string>;

/// Checks one clause; reports each variable once.
class SafetyChecker {
 public:
  SafetyChecker(const CheckContext& context, const Binder& binder, const Clause& clause,
                std::optional<BindingHints>& hints, Proposals& proposed)
      : context_(context), binder_(binder), clause_(clause), hints_(hints), proposed_(proposed) {}

  void check() {
    const Bound bound = binder_.bound_by(clause_.body);
    require(clause_.head, bound, "in the head");
    check_uses(clause_.body, bound);
  }

 private:
  void check_uses(const std::vector<Literal>& literals, const Bound& bound) {
    for (const Literal& literal : literals) {
      check_uses(literal, bound);
    }
  }

  void check_uses(const Literal& literal, const Bound& bound) {
    switch (literal.kind) {
      case Kind::atom:
        return;
      case Kind::negation:
        require_all(literal.children, bound);
        return;
      case Kind::distinct:
      case Kind::same:
        require(literal.atom, bound, "in `distinct`");
        return;
      case Kind::disjunction:
        for (const Literal& branch : literal.children) {
          check_uses(branch, united(bound, binder_.bound_by(branch)));
        }
        return;
      case Kind::conjunction:
        check_uses(literal.children, united(bound, binder_.bound_by(literal.children)));
        return;
    }
  }

  /// Requires all variables under a `not` to be bound.
  void require_all(const std::vector<Literal>& literals, const Bound& bound) {
    for (const Literal& literal : literals) {
      require(literal.atom, bound, "under `not`");
      require_all(literal.children, bound);
    }
  }

  void require(const Term& term, const Bound& bound, std::string_view where) {
    for_each_variable(term, [&](const Term& variable) {
      if (!bound.contains(variable.name) && reported_.insert(variable.name).second) {
        report(variable, where);
      }
    });
  }

  void report(const Term& variable, std::string_view where) {
    const std::string name = context_.text(variable);
    if (clause_.body.empty()) {
      context_.diagnostics.error(variable.span, "unsafe",
                                 fmt::format("{} occurs in a fact: facts have no variables; write "
                                             "constants, or add a body that binds {}",
                                             name, name));
      return;
    }
    if (!hints_) hints_.emplace(context_);
    const std::string meant = name == "_" ? "" : meant_variable(variable);
    const auto condition = name == "_" || !meant.empty() ? std::nullopt
                           : is_role(variable) ? std::optional(context_.outline("role", name))
                                               : hints_->find(clause_, variable);
    ir::Diagnostic& error = context_.diagnostics.error(
        variable.span, "unsafe",
        fmt::format("{} is used {} but nothing binds it: {}", name, where,
                    !meant.empty() ? fmt::format("did you mean {}?", meant)
                    : condition    ? fmt::format("add a condition such as `{}`", *condition)
                                   : "let it occur in a positive literal of the body"));
    if (where == "under `not`" && meant.empty()) note_negated_relation(error, variable);
    note_partial_binding(error, clause_.body, variable);
    note_double_negation(error, clause_.body, variable.name, 0);
  }

  /// Whether the variable is the first argument of a head that is about a role.
  [[nodiscard]] bool is_role(const Term& variable) const {
    const Keyword keyword = context_.keyword(clause_.head);
    const bool about_role =
        keyword == Keyword::legal || keyword == Keyword::goal || keyword == Keyword::sees;
    return about_role && !clause_.head.args.empty() &&
           clause_.head.args.front().kind == Term::Kind::variable &&
           clause_.head.args.front().name == variable.name;
  }

  /// Returns a variable that the body binds and that `variable` may be a misspelling of.
  [[nodiscard]] std::string meant_variable(const Term& variable) const {
    std::string meant;
    for_each_atom(clause_.body, [&](const Term& atom) {
      for_each_variable(atom, [&](const Term& other) {
        if (meant.empty() && is_slip(context_.name(variable), context_.name(other))) {
          meant = context_.text(other);
        }
      });
    });
    return meant;
  }

  /// Suggests a relation for `some ?x`, because `for no ?x at all` needs one. Applies to negated
  /// atoms directly in the body, if the head does not use the variable.
  void note_negated_relation(ir::Diagnostic& error, const Term& variable) {
    bool in_head = false;
    for_each_variable(clause_.head,
                      [&](const Term& other) { in_head |= other.name == variable.name; });
    if (in_head) return;
    const Bound bound = binder_.bound_by(clause_.body);
    for (const Literal& literal : clause_.body) {
      if (literal.kind != Kind::negation || literal.children.size() != 1 ||
          literal.children.front().kind != Kind::atom) {
        continue;
      }
      const Term& atom = literal.children.front().atom;
      bool occurs = false;
      Term some{Term::Kind::compound, ir::no_symbol, {}, {}};
      for_each_variable(atom, [&](const Term& other) {
        occurs |= other.name == variable.name;
        const bool known =
            std::any_of(some.args.begin(), some.args.end(),
                        [&](const Term& argument) { return argument.name == other.name; });
        if (bound.contains(other.name) && !known) some.args.push_back(other);
      });
      if (!occurs) continue;
      const std::string given = context_.text(atom);
      const bool infix = context_.written.syntax == Syntax::infix;
      const auto rule_of = [&](const std::string& name) {
        const std::string head = atom_text(name, some.args);
        return infix ? fmt::format("{} :- {}", head, given)
                     : fmt::format("(<= {} {})", head, given);
      };
      const std::string name = new_name(atom, rule_of);
      const std::string relation = atom_text(name, some.args);
      const std::string negated = infix ? "~" + relation : "(not " + relation + ")";
      const std::string rule = rule_of(name);
      error.notes.push_back(
          {{},
           fmt::format("if it must hold for no {}, write `{}` and add the rule `{}`",
                       context_.text(variable), negated, rule)});
      return;
    }
  }

  /// Returns a name such as `some_coin` for `(true (coin ?x))` that is neither in the sheet nor
  /// proposed for another rule. `rule_of` builds the rule from a name.
  template <typename RuleOf>
  [[nodiscard]] std::string new_name(const Term& atom, const RuleOf& rule_of) {
    const bool of_keyword = context_.keyword(atom) != Keyword::none && !atom.args.empty() &&
                            atom.args.back().kind != Term::Kind::variable;
    std::string name = "some_" + context_.name(of_keyword ? atom.args.back() : atom);
    for (;; name += "_") {
      if (context_.symbols.find(name)) continue;
      const auto [proposed, is_new] = proposed_.try_emplace(name, rule_of(name));
      if (is_new || proposed->second == rule_of(name)) return name;
    }
  }

  [[nodiscard]] std::string atom_text(const std::string& name,
                                      const std::vector<Term>& arguments) const {
    std::string list;
    for (const Term& argument : arguments) {
      if (!list.empty()) list += context_.written.syntax == Syntax::infix ? "," : " ";
      list += context_.text(argument);
    }
    return list.empty() ? name : context_.outline(name, list);
  }

  /// Points at a disjunction only some of whose branches bind the variable.
  void note_partial_binding(ir::Diagnostic& error, const std::vector<Literal>& literals,
                            const Term& variable) {
    for (const Literal& literal : literals) {
      if (literal.kind != Kind::disjunction) {
        continue;
      }
      const bool some = std::any_of(
          literal.children.begin(), literal.children.end(),
          [&](const Literal& branch) { return binder_.bound_by(branch).contains(variable.name); });
      if (some) {
        error.notes.push_back({literal.span, fmt::format("not every disjunct here binds {}",
                                                         context_.text(variable))});
      }
    }
  }

  /// Points at the first atom of the variable under an even number of `not`: its author may
  /// consider it positive. `depth` is the number of enclosing `not`.
  bool note_double_negation(ir::Diagnostic& error, const std::vector<Literal>& literals,
                            ir::Symbol variable, std::size_t depth) {
    return std::any_of(literals.begin(), literals.end(), [&](const Literal& literal) {
      if (literal.kind != Kind::atom || depth == 0 || depth % 2 != 0) {
        return note_double_negation(error, literal.children, variable,
                                    depth + (literal.kind == Kind::negation ? 1 : 0));
      }
      bool occurs = false;
      for_each_variable(literal.atom, [&](const Term& term) { occurs |= term.name == variable; });
      if (occurs) {
        error.notes.push_back({literal.span,
                               "nothing under `not` binds a variable, not even "
                               "under two"});
      }
      return occurs;
    });
  }

  const CheckContext& context_;
  const Binder& binder_;
  const Clause& clause_;
  std::optional<BindingHints>& hints_;  ///< created when first needed
  Proposals& proposed_;
  std::unordered_set<ir::Symbol> reported_;
};

}  // namespace

void check_safety(const CheckContext& context) {
  const Binder binder(context);
  std::optional<BindingHints> hints;
  Proposals proposed;
  for (const Clause& clause : context.written.clauses) {
    SafetyChecker(context, binder, clause, hints, proposed).check();
  }
}

}  // namespace tesuji::frontend

#include "frontend/prolog/term_equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {

using ir::LogicClause;
using ir::PrologTerm;
using Kind = PrologTerm::Kind;

namespace {

/// Maximum steps of unification, and of terms created, per clause.
constexpr std::size_t most_unifier_steps = 100'000;

struct TooLarge {};

bool is_anonymous(const PrologTerm& term) {
  return term.kind == Kind::variable && term.name == "_";
}

bool is_same_constant(const PrologTerm& a, const PrologTerm& b) {
  return a.args.empty() && b.args.empty() && a.name == b.name;
}

/// Computes the most general unifier of equations. Throws TooLarge: terms may double with each
/// equation.
class Unifier {
 public:
  [[nodiscard]] bool unify(const PrologTerm& left, const PrologTerm& right) {
    count();
    const PrologTerm a = value(left);
    const PrologTerm b = value(right);
    if (a.kind == Kind::variable) return bind(a, b);
    if (b.kind == Kind::variable) return bind(b, a);
    if (a.args.empty() || b.args.empty()) return is_same_constant(a, b);
    if (a.name != b.name || a.args.size() != b.args.size()) return false;
    for (std::size_t i = 0; i < a.args.size(); ++i) {
      if (!unify(a.args[i], b.args[i])) return false;
    }
    return true;
  }

  void apply(PrologTerm& term) {
    count();
    if (term.kind == Kind::variable) {
      const ir::Span span = term.span;
      PrologTerm of = value(term);
      if (of.kind == Kind::variable) {
        term.name = of.name;
        return;
      }
      term = std::move(of);
      term.span = span;
    }
    for (PrologTerm& arg : term.args) apply(arg);
  }

  /// Gives each `_` a unique name.
  void name_any(PrologTerm& term) {
    if (is_anonymous(term)) term.name = fmt::format("_'{}", ++any_);
    for (PrologTerm& arg : term.args) name_any(arg);
  }

 private:
  void count() {
    if (++steps_ > most_unifier_steps) throw TooLarge{};
  }
  [[nodiscard]] PrologTerm value(PrologTerm term) const {
    while (term.kind == Kind::variable) {
      const auto found = values_.find(term.name);
      if (found == values_.end()) break;
      term = found->second;
    }
    return term;
  }

  [[nodiscard]] bool bind(const PrologTerm& variable, const PrologTerm& to) {
    if (to.kind == Kind::variable && to.name == variable.name) return true;
    if (occurs_in(variable.name, to)) return false;
    values_.emplace(variable.name, to);
    return true;
  }

  [[nodiscard]] bool occurs_in(const std::string& name, const PrologTerm& term) {
    count();
    const PrologTerm of = value(term);
    if (of.kind == Kind::variable) return of.name == name;
    return std::any_of(of.args.begin(), of.args.end(),
                       [&](const PrologTerm& arg) { return occurs_in(name, arg); });
  }

  std::map<std::string, PrologTerm> values_;
  std::size_t any_ = 0;
  std::size_t steps_ = 0;
};

/// Returns the term with its variables replaced by their forms, filled with constants or new
/// variables.
PrologTerm expanded(const PrologTerm& term, const Environment& given) {
  if (term.kind == Kind::variable) {
    const auto found = given.find(term.name);
    if (found == given.end() || is_leaf(found->second)) return term;
    std::vector<PrologTerm> leaves;
    append_leaves(term, found->second, leaves);
    auto next = leaves.begin();
    const auto fill = [&](const auto& self, const PrologTerm& form) -> PrologTerm {
      if (is_leaf(form)) return *next++;
      PrologTerm result{Kind::compound, form.name, {}, term.span};
      for (const PrologTerm& arg : form.args) result.args.push_back(self(self, arg));
      return result;
    };
    return fill(fill, found->second);
  }
  PrologTerm result{term.kind, term.name, {}, term.span};
  for (const PrologTerm& arg : term.args) result.args.push_back(expanded(arg, given));
  return result;
}

/// Computes the pairs that must be equal for two terms to be equal.
struct Pairs {
  bool any = false;    ///< `_` matches any term: unification, not identity
  bool clash = false;  ///< they are never equal
  std::vector<PrologTerm> left;
  std::vector<PrologTerm> right;

  void add(const PrologTerm& a, const PrologTerm& b) {
    if (any && (is_anonymous(a) || is_anonymous(b))) return;
    if (a.args.empty() && b.args.empty()) {
      const bool constants = a.kind != Kind::variable && b.kind != Kind::variable;
      const bool equal =
          a.name == b.name && (a.kind == Kind::variable) == (b.kind == Kind::variable);
      if (equal && !is_anonymous(a)) return;
      clash = clash || constants;
      left.push_back(a);
      right.push_back(b);
    } else if (a.name != b.name || a.args.size() != b.args.size()) {
      clash = true;
    } else {
      for (std::size_t i = 0; i < a.args.size(); ++i) add(a.args[i], b.args[i]);
    }
  }
};

PrologTerm tuple(std::vector<PrologTerm> terms, ir::Span span) {
  if (terms.size() == 1) return std::move(terms.front());
  return {Kind::compound, "", std::move(terms), span};
}

}  // namespace

bool is_equation(const PrologTerm& atom) {
  return atom.is("=", 2) || atom.is("==", 2);
}

bool is_difference(const PrologTerm& atom) {
  return atom.is("\\=", 2) || atom.is("\\==", 2) || atom.is("dif", 2);
}

bool is_comparison(const PrologTerm& atom) {
  return is_equation(atom) || is_difference(atom);
}

namespace {

std::optional<LogicClause> solve(const LogicClause& clause) {
  Unifier unifier;
  LogicClause solved;
  solved.head = clause.head;
  for (const LogicClause::Literal& literal : clause.body) {
    if (!is_equation(literal.atom) || literal.negated) {
      solved.body.push_back(literal);
      continue;
    }
    PrologTerm equation = literal.atom;
    unifier.name_any(equation);
    if (!unifier.unify(equation.args[0], equation.args[1])) return std::nullopt;
  }
  for (PrologTerm& arg : solved.head.args) unifier.apply(arg);
  for (LogicClause::Literal& literal : solved.body) {
    for (PrologTerm& arg : literal.atom.args) unifier.apply(arg);
  }
  return solved;
}

}  // namespace

SolvedEquations solve_equations(const LogicClause& clause) {
  try {
    return {solve(clause), false};
  } catch (const TooLarge&) {
    return {std::nullopt, true};
  }
}

FlatComparison flat_comparison(const LogicClause::Literal& literal, const Environment& given) {
  const PrologTerm& atom = literal.atom;
  const bool same = literal.negated == is_difference(atom);
  Pairs pairs;
  pairs.any = atom.name == "=" || atom.name == "\\=";
  pairs.add(expanded(atom.args[0], given), expanded(atom.args[1], given));
  if (pairs.clash || pairs.left.empty()) return {pairs.clash == same, std::nullopt};
  PrologTerm flat{Kind::compound, "dif", {}, atom.span};
  flat.args.push_back(tuple(std::move(pairs.left), atom.args[0].span));
  flat.args.push_back(tuple(std::move(pairs.right), atom.args[1].span));
  return {false, LogicClause::Literal{std::move(flat), same}};
}

}  // namespace tesuji::frontend

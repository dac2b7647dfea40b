#include "frontend/prolog/term_forms.h"

#include "frontend/prolog/flat_terms.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::frontend {

// --- Forms

using ir::LogicClause;
using ir::PrologTerm;
using Kind = PrologTerm::Kind;

namespace {

/// Maximum number of literals that a clause's search examines.
constexpr std::size_t most_form_steps = 200'000;

std::size_t depth_of(const PrologTerm& form) {
  std::size_t deepest = 0;
  for (const PrologTerm& arg : form.args) deepest = std::max(deepest, depth_of(arg));
  return deepest + (form.args.empty() ? 0 : 1);
}

bool same_form(const PrologTerm& a, const PrologTerm& b) {
  return is_leaf(a) == is_leaf(b) && a.name == b.name &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_form);
}

void append_named(const PrologTerm& variable, const PrologTerm& form, std::size_t& number,
                  std::vector<PrologTerm>& into) {
  if (is_leaf(form)) {
    const bool any = variable.name == "_";
    into.push_back({Kind::variable,
                    any ? "_" : fmt::format("{}'{}", variable.name, ++number),
                    {},
                    variable.span});
  }
  for (const PrologTerm& arg : form.args) append_named(variable, arg, number, into);
}

bool is_positive(const LogicClause::Literal& literal) {
  return !literal.negated && !is_comparison(literal.atom);
}

/// Binds the atom's variables to constants; returns false if one is bound to another form.
bool bind_leaves(const PrologTerm& term, Environment& given) {
  if (term.kind == Kind::variable && term.name != "_") {
    return is_leaf(given.emplace(term.name, leaf_form()).first->second);
  }
  return std::all_of(term.args.begin(), term.args.end(),
                     [&](const PrologTerm& arg) { return bind_leaves(arg, given); });
}

}  // namespace

Signature signature_of(const PrologTerm& atom) {
  return {atom.name, atom.args.size()};
}

PrologTerm leaf_form() {
  return {Kind::variable, "_", {}, {}};
}

bool is_leaf(const PrologTerm& form) {
  return form.kind == Kind::variable;
}

bool fits(const PrologTerm& term, const PrologTerm& form, Environment& given) {
  if (term.kind == Kind::variable) {
    return term.name == "_" || same_form(given.emplace(term.name, form).first->second, form);
  }
  if (term.args.empty()) return is_leaf(form) || (form.args.empty() && form.name == term.name);
  if (is_leaf(form) || form.name != term.name || form.args.size() != term.args.size()) return false;
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    if (!fits(term.args[i], form.args[i], given)) return false;
  }
  return true;
}

PrologTerm form_of(const PrologTerm& term, const Environment& given) {
  if (term.kind == Kind::variable) {
    const auto found = given.find(term.name);
    return found == given.end() ? leaf_form() : found->second;
  }
  PrologTerm form{term.kind, term.name, {}, {}};
  for (const PrologTerm& arg : term.args) {
    const bool constant = arg.kind == Kind::atom || arg.kind == Kind::number;
    form.args.push_back(constant ? leaf_form() : form_of(arg, given));
  }
  return form;
}

std::string pattern_text(const PrologTerm& form) {
  if (is_leaf(form)) return "?";
  std::string text = "(" + form.name;
  for (const PrologTerm& arg : form.args) text += " " + pattern_text(arg);
  return text + ")";
}

std::string relation_name(const PrologTerm& form) {
  std::string name = form.name;
  for (const PrologTerm& arg : form.args) {
    if (!is_leaf(arg)) name += "." + relation_name(arg);
  }
  return name;
}

std::string form_name(const PrologTerm& form) {
  return std::all_of(form.args.begin(), form.args.end(), is_leaf) ? form.name : ir::to_text(form);
}

void append_leaves(const PrologTerm& term, const PrologTerm& form, std::vector<PrologTerm>& into) {
  if (is_leaf(form)) {
    into.push_back(term);
  } else if (term.kind == Kind::variable) {
    std::size_t number = 0;
    append_named(term, form, number, into);
  } else {
    for (std::size_t i = 0; i < term.args.size(); ++i) {
      append_leaves(term.args[i], form.args[i], into);
    }
  }
}

bool has_leaves_only(const PrologTerm& atom, const Environment& given) {
  Environment own = given;
  return bind_leaves(atom, own);
}

// Forms -----------------------------------------------------------------------

bool TermForms::declared(const PrologTerm& atom) const {
  return predicates_.contains(signature_of(atom));
}

const std::vector<PrologTerm>& TermForms::of(const Signature& predicate) const {
  return predicates_.at(predicate).forms;
}

std::vector<PrologTerm> TermForms::all() const {
  std::vector<PrologTerm> forms;
  for (const auto& [name, predicate] : predicates_) {
    forms.insert(forms.end(), predicate.forms.begin(), predicate.forms.end());
  }
  return forms;
}

bool TermForms::find(const std::vector<const Clauses*>& programs) {
  for (const Clauses* clauses : programs) {
    for (const LogicClause& clause : *clauses) {
      Predicate& head = predicates_[signature_of(clause.head)];
      for (const LogicClause::Literal& literal : clause.body) {
        if (is_positive(literal)) head.reads.insert(signature_of(literal.atom));
      }
    }
  }
  bool first = true;
  for (grown_ = true; grown_; first = false) {
    grown_ = false;
    for (const Clauses* clauses : programs) {
      for (const LogicClause& clause : *clauses) {
        if ((first || !clause.body.empty()) && !derive(clause)) return false;
      }
    }
  }
  return true;
}

bool TermForms::derive(const LogicClause& clause) {
  std::vector<PrologTerm> forms;
  std::set<std::string> texts;
  const bool good = FormSearch(*this, clause).each([&](const FormSearch::Choice& choice) {
    PrologTerm form = form_of(clause.head, choice.given);
    if (texts.insert(ir::to_text(form)).second) forms.push_back(std::move(form));
    return forms.size() <= most_forms;  // one more is allowed here, which add() refuses
  });
  if (!good) {
    diagnostics_.error(clause.head.span, "limit",
                       "the terms of this clause can have too many forms together");
    return false;
  }
  for (PrologTerm& form : forms) {
    if (!add(std::move(form), clause)) return false;
  }
  return true;
}

bool TermForms::add(PrologTerm form, const LogicClause& clause) {
  const Signature name = signature_of(clause.head);
  Predicate& predicate = predicates_.at(name);
  if (!predicate.texts.insert(ir::to_text(form)).second) return true;
  const bool deep = depth_of(form) > most_form_depth + 1;
  if (!deep && predicate.forms.size() < most_forms) {
    predicate.forms.push_back(std::move(form));
    return grown_ = true;
  }
  if (is_recursive(clause)) {
    diagnostics_.error(
        clause.head.span, "endless",
        fmt::format("the terms of {}/{} grow without bound: this clause builds them from terms of "
                    "its own predicate, so their table would be infinite",
                    name.first, name.second));
  } else {
    diagnostics_.error(clause.head.span, "limit",
                       deep ? fmt::format("terms are nested at most {} deep here", most_form_depth)
                            : fmt::format("the terms of {}/{} have more than {} forms", name.first,
                                          name.second, most_forms));
  }
  return false;
}

/// Whether a literal of the clause depends on the clause's predicate.
bool TermForms::is_recursive(const LogicClause& clause) const {
  const Signature head = signature_of(clause.head);
  std::set<Signature> seen;
  std::vector<Signature> left(predicates_.at(head).reads.begin(), predicates_.at(head).reads.end());
  while (!left.empty()) {
    const Signature one = std::move(left.back());
    left.pop_back();
    if (one == head) return true;
    const auto found = predicates_.find(one);
    if (found == predicates_.end() || !seen.insert(one).second) continue;
    left.insert(left.end(), found->second.reads.begin(), found->second.reads.end());
  }
  return false;
}

std::string TermForms::misfit_text(const Signature& predicate) const {
  const std::vector<PrologTerm>& forms = of(predicate);
  if (forms.empty()) {
    return fmt::format("nothing gives {}/{} any tuple", predicate.first, predicate.second);
  }
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(forms.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + ir::to_text(forms[i]);
  }
  return fmt::format("{}/{} has the form{} {}{}, which does not fit here", predicate.first,
                     predicate.second, forms.size() == 1 ? "" : "s", text,
                     forms.size() > most ? ", .." : "");
}

// Search ----------------------------------------------------------------------

FormSearch::FormSearch(const TermForms& forms, const LogicClause& clause)
    : forms_(forms), clause_(clause) {}

bool FormSearch::each(const Action& action) {
  Choice choice;
  search(0, choice, action);
  return steps_ <= most_form_steps;
}

void FormSearch::search(std::size_t literal, Choice& choice, const Action& action) {
  if (is_over_ || ++steps_ > most_form_steps) return;
  while (literal < clause_.body.size() && !is_positive(clause_.body[literal])) ++literal;
  if (literal == clause_.body.size()) {
    misfit_ = nullptr;
    furthest_ = literal + 1;
    is_over_ = !action(choice);
    return;
  }
  const PrologTerm& atom = clause_.body[literal].atom;
  bool any = false;
  const Environment before = choice.given;
  if (!forms_.declared(atom)) {
    any = bind_leaves(atom, choice.given);
    if (any) search(literal + 1, choice, action);
    choice.given = before;
  } else {
    for (const PrologTerm& form : forms_.of(signature_of(atom))) {
      if (fits(atom, form, choice.given)) {
        any = true;
        choice.forms.push_back(&form);
        search(literal + 1, choice, action);
        choice.forms.pop_back();
      }
      choice.given = before;
    }
  }
  if (any || literal < furthest_ || !forms_.declared(atom)) return;
  furthest_ = literal;
  misfit_ = &atom;
}

// --- Equations

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

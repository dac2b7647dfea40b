#include "frontend/prolog/logic_rules.h"

#include "frontend/prolog/term_forms.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::frontend {

using ir::Argument;
using ir::LogicClause;
using ir::PrologTerm;
using Kind = PrologTerm::Kind;

namespace {

/// Ordering longer bodies takes very long.
constexpr std::size_t most_literals = 500;

/// Visits the names of a term's variables.
template <typename Action>
void each_name(const PrologTerm& term, const Action& action) {
  if (term.kind == Kind::variable) action(term.name);
  for (const PrologTerm& arg : term.args) each_name(arg, action);
}

bool is_anything(const PrologTerm& term) {
  return term.kind == Kind::variable && term.name == "_";
}

bool occurs(const std::string& name, const PrologTerm& term) {
  return (term.kind == Kind::variable && term.name == name) ||
         std::any_of(term.args.begin(), term.args.end(),
                     [&](const PrologTerm& arg) { return occurs(name, arg); });
}

std::vector<const PrologTerm*> pointers(const std::vector<PrologTerm>& terms) {
  std::vector<const PrologTerm*> result;
  for (const PrologTerm& term : terms) result.push_back(&term);
  return result;
}

template <typename Action>
void each_variable(const ir::Literal& literal, const Action& action) {
  for (const auto* args : {&literal.args, &literal.right}) {
    for (const Argument& arg : *args) {
      if (arg.kind == Argument::Kind::variable) action(arg.id);
    }
  }
}

}  // namespace

LogicRule::LogicRule(const LogicClause& clause, LogicProgram& program)
    : clause_(clause), program_(program) {}

std::optional<ir::Rule> LogicRule::lower(ir::RelationId head) {
  rule_.span = clause_.head.span;
  rule_.head = head;
  if (!read_equations()) return std::nullopt;
  bool good = arguments(pointers(clause_.head.args), variables_, rule_.head_args);
  good = lower_body() && good;
  if (!good || !check_safe()) return std::nullopt;
  warn_of_order();
  if (never_) return std::nullopt;
  rule_.variables = std::move(variables_.names);
  return std::move(rule_);
}

// Variables and arguments ----------------------------------------------------

ir::VariableId LogicRule::Variables::number(const std::string& name) {
  const auto next = static_cast<ir::VariableId>(names.size());
  const bool any = name == "_";
  if (!any) {
    const auto [found, fresh] = numbers.emplace(name, next);
    if (!fresh) return found->second;
  }
  std::string own = any ? fmt::format("_{}", next) : name;
  while (std::find(names.begin(), names.end(), own) != names.end()) own += "'";
  names.push_back(std::move(own));
  anonymous.push_back(any);
  return next;
}

/// Returns the term that equations assign to a variable.
PrologTerm LogicRule::value_of(PrologTerm term) const {
  while (term.kind == Kind::variable) {
    const auto found = values_.find(term.name);
    if (found == values_.end()) break;
    const ir::Span span = term.span;
    term = found->second;
    term.span = span;
  }
  return term;
}

bool LogicRule::read_equations() {
  for (const LogicClause::Literal& literal : clause_.body) {
    if (!is_equation(literal.atom) || literal.negated) continue;
    if (is_anything(literal.atom.args[0]) || is_anything(literal.atom.args[1])) continue;
    const PrologTerm left = value_of(literal.atom.args[0]);
    const PrologTerm right = value_of(literal.atom.args[1]);
    for (const PrologTerm* side : {&left, &right}) {
      if (side->kind != Kind::compound && side->kind != Kind::list) continue;
      program_.fail(side->span, "feature", "arguments are constants and variables here");
      return false;
    }
    if (left.kind == Kind::variable) {
      if (right.kind != Kind::variable || right.name != left.name) {
        values_.insert_or_assign(left.name, right);
      }
    } else if (right.kind == Kind::variable) {
      values_.insert_or_assign(right.name, left);
    } else if (left.name != right.name) {
      never_ = true;
    }
  }
  return true;
}

std::optional<Argument> LogicRule::argument(const PrologTerm& written, Variables& variables) {
  const PrologTerm term = value_of(written);
  switch (term.kind) {
    case Kind::variable:
      return Argument::variable(variables.number(term.name));
    case Kind::atom:
    case Kind::number:
      return Argument::constant(program_.module().symbols->intern(term.name));
    default:
      program_.fail(term.span, "feature",
                    "arguments must be constants or variables here, not compound terms");
      return std::nullopt;
  }
}

bool LogicRule::arguments(const std::vector<const PrologTerm*>& terms, Variables& variables,
                          std::vector<Argument>& into) {
  for (const PrologTerm* term : terms) {
    const auto one = argument(*term, variables);
    if (!one) return false;
    into.push_back(*one);
  }
  return true;
}

// Literals --------------------------------------------------------------------

bool LogicRule::lower_body() {
  if (clause_.body.size() > most_literals) {
    program_.fail(clause_.head.span, "limit",
                  fmt::format("a body of {} literals is too long: at most {}", clause_.body.size(),
                              most_literals));
    return false;
  }
  bool good = true;
  std::set<std::string> bound;  // according to Prolog's order of evaluation
  for (const LogicClause::Literal& literal : clause_.body) {
    if (is_equation(literal.atom) && !literal.negated) {
      if (literal.atom.name == "==") warn_of_comparison(literal.atom, bound);
      if (literal.atom.name == "=")
        each_name(literal.atom, [&](const std::string& name) { bound.insert(name); });
      continue;
    }
    if (!literal.negated && !is_difference(literal.atom)) {
      each_name(literal.atom, [&](const std::string& name) { bound.insert(name); });
    }
    if (is_equation(literal.atom) || is_difference(literal.atom)) {
      good = lower_difference(literal) && good;
    } else if (literal.negated) {
      good = lower_negation(literal) && good;
    } else {
      good = lower_positive(literal.atom) && good;
    }
  }
  return good;
}

bool LogicRule::lower_positive(const PrologTerm& atom) {
  std::vector<const PrologTerm*> leaves;
  const auto relation = program_.resolve(atom, leaves);
  if (!relation) return false;
  program_.note_arguments(atom, leaves);
  ir::Literal lowered;
  lowered.span = atom.span;
  lowered.relation = *relation;
  if (!arguments(leaves, variables_, lowered.args)) return false;
  if (program_.is_test(*relation)) {
    note_early(lowered);
  } else {
    each_variable(lowered, [&](ir::VariableId v) { bound_.insert(v); });
  }
  rule_.body.push_back(std::move(lowered));
  return true;
}

/// Lowers `X \= Y` and `not X = Y`; `not X \= Y` requires equality.
bool LogicRule::lower_difference(const LogicClause::Literal& literal) {
  ir::Literal lowered;
  const bool same = literal.negated && !is_equation(literal.atom);
  lowered.kind = same ? ir::Literal::Kind::same : ir::Literal::Kind::different;
  lowered.span = literal.atom.span;
  const PrologTerm& first = literal.atom.args[0];
  if (first.kind == Kind::compound && first.name.empty()) {  // tuples of term_forms.h
    if (!arguments(pointers(first.args), variables_, lowered.args) ||
        !arguments(pointers(literal.atom.args[1].args), variables_, lowered.right)) {
      return false;
    }
    note_early(lowered);
    rule_.body.push_back(std::move(lowered));
    return true;
  }
  const auto left = argument(literal.atom.args[0], variables_);
  const auto right = argument(literal.atom.args[1], variables_);
  if (!left || !right) return false;
  const bool constants =
      left->kind == Argument::Kind::constant && right->kind == Argument::Kind::constant;
  if (*left == *right || constants) {
    never_ = never_ || (*left == *right) != same;
    return true;
  }
  lowered.args = {*left};
  lowered.right = {*right};
  note_early(lowered);
  rule_.body.push_back(std::move(lowered));
  return true;
}

bool LogicRule::lower_negation(const LogicClause::Literal& literal) {
  std::vector<const PrologTerm*> leaves;
  const auto relation = program_.resolve(literal.atom, leaves);
  if (!relation) return false;
  program_.note_arguments(literal.atom, leaves);
  ir::Literal lowered;
  lowered.span = literal.atom.span;
  lowered.relation = *relation;
  Variables own;
  if (!arguments(leaves, own, lowered.args)) return false;
  std::vector<bool> local;
  for (std::size_t v = 0; v < own.names.size(); ++v) {
    local.push_back(own.anonymous[v] || !occurs_outside(own.names[v], literal));
  }
  if (std::find(local.begin(), local.end(), true) != local.end()) {
    lowered = projected(std::move(lowered), own, local);
  }
  lowered.kind = ir::Literal::Kind::negative;
  for (Argument& arg : lowered.args) {
    if (arg.kind == Argument::Kind::variable) arg.id = variables_.number(own.names[arg.id]);
  }
  note_early(lowered);
  rule_.body.push_back(std::move(lowered));
  return true;
}

/// Returns `some.p(..)`, the literal's relation projected to its non-local variables.
ir::Literal LogicRule::projected(ir::Literal literal, const Variables& variables,
                                 const std::vector<bool>& local) {
  ir::Rule rule;
  rule.span = literal.span;
  rule.variables = variables.names;
  std::vector<bool> seen(variables.names.size());
  for (const Argument& arg : literal.args) {
    if (arg.kind != Argument::Kind::variable || local[arg.id] || seen[arg.id]) continue;
    seen[arg.id] = true;
    rule.head_args.push_back(arg);
  }
  const std::string name = ir::written_name(program_.module().relations[literal.relation]);
  rule.head = program_.add_relation("some." + name, rule.head_args.size(),
                                    ir::RelationKind::derived, literal.span, name);
  ir::Literal outer;
  outer.span = literal.span;
  outer.relation = rule.head;
  outer.args = rule.head_args;
  rule.body.push_back(std::move(literal));
  program_.push(std::move(rule));
  return outer;
}

bool LogicRule::occurs_outside(const std::string& name, const LogicClause::Literal& literal) const {
  return occurs(name, clause_.head) ||
         std::any_of(clause_.body.begin(), clause_.body.end(), [&](const auto& other) {
           return &other != &literal && occurs(name, other.atom);
         });
}

// Checks ----------------------------------------------------------------------

bool LogicRule::check_safe() {
  bool good = true;
  std::set<ir::VariableId> told;
  const auto check = [&](ir::VariableId v, ir::Span span, const char* where) {
    if (bound_.contains(v) || !told.insert(v).second) return;
    const std::string what = variables_.anonymous[v]
                                 ? "`_` occurs"
                                 : fmt::format("`{}` is not bound", variables_.names[v]);
    program_.fail(
        span, "unsafe",
        fmt::format("{} {}: some literal that is not negated has to bind it", what, where));
    good = false;
  };
  for (const ir::Literal& literal : rule_.body) {
    each_variable(literal, [&](ir::VariableId v) { check(v, literal.span, "in this test"); });
  }
  for (const Argument& arg : rule_.head_args) {
    if (arg.kind == Argument::Kind::variable) check(arg.id, clause_.head.span, "in the head");
  }
  return good;
}

void LogicRule::note_early(const ir::Literal& test) {
  each_variable(test, [&](ir::VariableId v) {
    if (!bound_.contains(v)) early_.emplace_back(test.span, v);
  });
}

/// Warns of `X == a` where X is unbound: false in Prolog, but the same as X = a here.
void LogicRule::warn_of_comparison(const PrologTerm& atom, const std::set<std::string>& bound) {
  each_name(atom, [&](const std::string& name) {
    if (bound.contains(name)) return;
    program_.diagnostics().warning(
        atom.span, "order",
        fmt::format("nothing before this test binds `{}`, so Prolog evaluates it differently: move "
                    "the test after a literal that binds it",
                    name));
  });
}

void LogicRule::warn_of_order() {
  for (const auto& [span, v] : early_) {
    program_.diagnostics().warning(
        span, "order",
        fmt::format("`{}` is bound after this test, so Prolog evaluates it differently: move the "
                    "test after a literal that binds it",
                    variables_.names[v]));
  }
}

}  // namespace tesuji::frontend

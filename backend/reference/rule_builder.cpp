#include "backend/reference/rule_builder.h"

#include "backend/reference/program.h"
#include "backend/reference/prover.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace tesuji::reference {
namespace {

// Finds the variables that goals mention and those that they bind.

/// Sorted, without duplicates.
using VariableSet = std::vector<Variable>;

void collect(TermId term, const TermStore& terms, VariableSet& found) {
  if (terms.ground(term)) return;
  if (terms.kind(term) == TermStore::Kind::variable) {
    found.push_back(terms.number(term));
    return;
  }
  for (const TermId arg : terms.args(term)) collect(arg, terms, found);
}

void collect(const Goal& goal, const TermStore& terms, VariableSet& found) {
  if (goal.kind == Goal::Kind::atom) {
    collect(goal.atom, terms, found);
  } else if (goal.kind == Goal::Kind::distinct) {
    collect(goal.left, terms, found);
    collect(goal.right, terms, found);
  }
  for (const Goal& child : goal.children) collect(child, terms, found);
}

VariableSet as_set(VariableSet variables) {
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  return variables;
}

VariableSet variables_of(TermId term, const TermStore& terms) {
  VariableSet found;
  collect(term, terms, found);
  return as_set(std::move(found));
}

VariableSet variables_of(const std::vector<TermId>& terms, const TermStore& store) {
  VariableSet found;
  for (const TermId term : terms) collect(term, store, found);
  return as_set(std::move(found));
}

VariableSet variables_of(const Goal& goal, const TermStore& terms) {
  VariableSet found;
  collect(goal, terms, found);
  return as_set(std::move(found));
}

VariableSet united(const VariableSet& a, const VariableSet& b) {
  VariableSet result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

VariableSet intersected(const VariableSet& a, const VariableSet& b) {
  VariableSet result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// Returns the variables that are ground once the goal is proved: those of an atom, of any goal of
/// a conjunction, of every branch of a disjunction. Tests bind nothing.
VariableSet bound_by(const Goal& goal, const TermStore& terms) {
  VariableSet bound;
  switch (goal.kind) {
    case Goal::Kind::atom:
      return variables_of(goal.atom, terms);
    case Goal::Kind::distinct:
    case Goal::Kind::negation:
      break;
    case Goal::Kind::conjunction:
      for (const Goal& child : goal.children) bound = united(bound, bound_by(child, terms));
      break;
    case Goal::Kind::disjunction:
      for (std::size_t i = 0; i < goal.children.size(); ++i) {
        const VariableSet branch = bound_by(goal.children[i], terms);
        bound = i == 0 ? branch : intersected(bound, branch);
      }
      break;
  }
  return bound;
}

VariableSet without(const VariableSet& a, const VariableSet& b) {
  VariableSet result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// Whether all of `a` are in `b`.
bool subset(const VariableSet& a, const VariableSet& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

/// Maximum number of rules made of one program.
constexpr std::size_t max_rules = 2'000'000;
/// Maximum number of copies of bodies for disjunctions that wait for each other.
constexpr std::size_t max_written_out = 20'000;

/// Appends a goal, splitting conjunctions.
void append(std::vector<Goal>& to, const Goal& goal) {
  if (goal.kind != Goal::Kind::conjunction) {
    to.push_back(goal);
    return;
  }
  for (const Goal& child : goal.children) append(to, child);
}

std::vector<Goal> flattened(const std::vector<Goal>& goals) {
  std::vector<Goal> flat;
  for (const Goal& goal : goals) append(flat, goal);
  return flat;
}

/// Returns the variables of a disjunction that also occur elsewhere in its clause.
VariableSet shared(const std::vector<TermId>& head, const std::vector<Goal>& goals,
                   std::size_t which, const TermStore& terms) {
  VariableSet outside = variables_of(head, terms);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (i != which) outside = united(outside, variables_of(goals[i], terms));
  }
  return intersected(variables_of(goals[which], terms), outside);
}

}  // namespace

void RuleBuilder::add(Relation& relation, const std::vector<TermId>& head, std::vector<Goal> goals,
                      Variable variable_count, ir::Span span) {
  const Context context{relation, head, variable_count, span};
  goals = flattened(goals);
  if (write_out(context, goals)) return;
  if (rulebase_.rules_.size() >= max_rules) {
    throw ReasoningError("limit", "the rules have too many alternatives to be written out", span);
  }
  Rule& rule = rulebase_.rules_.emplace_back();
  rule.head = head;
  rule.variable_count = variable_count;
  rule.head_variables = variables_of(head, rulebase_.terms());
  rule.span = span;
  relation.rules.push_back(&rule);
  set_apart_unconnected(context, goals, rule);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    rule.body.push_back(literal(context, goals, i));
  }
}

/// Multiplies a disjunction out: two disjunctions may each wait for a variable that the other one
/// binds, and then no order of whole goals is safe.
bool RuleBuilder::write_out(const Context& context, const std::vector<Goal>& goals) {
  const TermStore& terms = rulebase_.terms();
  VariableSet ground;
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (goals[i].kind == Goal::Kind::atom) {
      ground = united(ground, variables_of(goals[i].atom, terms));
    } else if (goals[i].kind == Goal::Kind::disjunction) {
      waiting.push_back(i);
    }
  }
  for (bool changed = true; changed;) {
    changed = std::erase_if(waiting, [&](std::size_t which) {
                const VariableSet bound = bound_by(goals[which], terms);
                const VariableSet needs = without(shared(context.head, goals, which, terms), bound);
                if (!subset(needs, ground)) return false;
                ground = united(ground, bound);
                return true;
              }) > 0;
  }
  if (waiting.empty()) return false;
  for (const Goal& branch : goals[waiting.front()].children) {
    if (++written_out_ > max_written_out) {
      throw ReasoningError("limit", "the rules have too many alternatives to be written out",
                           context.span);
    }
    std::vector<Goal> chosen = goals;
    chosen[waiting.front()] = branch;
    add(context.relation, context.head, std::move(chosen), context.variable_count, context.span);
  }
  return true;
}

/// Turns groups of goals that share variables only with each other into relations without
/// arguments: one proof of such a group is enough.
void RuleBuilder::set_apart_unconnected(const Context& context, std::vector<Goal>& goals,
                                        Rule& rule) {
  const TermStore& terms = rulebase_.terms();
  constexpr std::size_t none = ~std::size_t{0};
  const std::size_t head_group = goals.size();
  std::vector<std::size_t> group(goals.size() + 1);
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto find = [&](std::size_t member) {
    while (group[member] != member) member = group[member] = group[group[member]];
    return member;
  };
  std::vector<std::size_t> user(context.variable_count, none);
  for (const Variable variable : rule.head_variables) user[variable] = head_group;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    for (const Variable variable : variables_of(goals[i], terms)) {
      if (user[variable] == none) user[variable] = i;
      group[find(i)] = find(user[variable]);
    }
  }
  std::vector<std::vector<std::size_t>> members(goals.size() + 1);
  for (std::size_t i = 0; i < goals.size(); ++i) members[find(i)].push_back(i);
  std::vector<bool> moved(goals.size(), false);
  for (std::size_t root = 0; root <= goals.size(); ++root) {
    const std::vector<std::size_t>& in_group = members[root];
    if (root == find(head_group) || in_group.size() < 2 || in_group.size() == goals.size()) {
      continue;
    }
    std::vector<Goal> apart;
    for (const std::size_t i : in_group) {
      apart.push_back(goals[i]);
      moved[i] = true;
    }
    rule.body.push_back(auxiliary(context, {}, {apart}));
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (moved[i]) continue;
    if (kept != i) goals[kept] = std::move(goals[i]);
    ++kept;
  }
  goals.resize(kept);
}

Literal RuleBuilder::literal(const Context& context, const std::vector<Goal>& goals,
                             std::size_t which) {
  const Goal& goal = goals[which];
  Literal result;
  switch (goal.kind) {
    case Goal::Kind::atom:
      result = atom(goal.atom, true);
      break;
    case Goal::Kind::distinct:
      result.kind = Literal::Kind::distinct;
      result.args = {goal.left, goal.right};
      break;
    case Goal::Kind::negation:
      result = negation(context, goal);
      break;
    case Goal::Kind::disjunction:
    case Goal::Kind::conjunction:  // append() has split conjunctions
      result = disjunction(context, goals, which);
      break;
  }
  result.span = goal.span;
  result.variables = variables_of(result.args, rulebase_.terms());
  if (!result.positive()) result.needs = result.variables;
  return result;
}

Literal RuleBuilder::atom(TermId atom, bool positive) {
  const RelationKey key = rulebase_.program_.relation_of(atom);
  Relation& relation = rulebase_.relation(key);
  const auto args = rulebase_.terms().args(atom);
  Literal literal;
  literal.args.assign(args.begin(), args.end());
  if (relation.derived) {
    literal.kind = positive ? Literal::Kind::call : Literal::Kind::refuted;
    literal.relation = &relation;
    return literal;
  }
  literal.kind = positive ? Literal::Kind::stored : Literal::Kind::unstored;
  literal.store_level = relation.level;
  literal.store =
      key == rulebase_.true_key_ ? &rulebase_.fluents_like(args[0], literal.args) : relation.facts;
  return literal;
}

Literal RuleBuilder::negation(const Context& context, const Goal& goal) {
  // A test that is negated twice is the test itself.
  const auto twice = [](const Goal& inner) {
    return inner.kind == Goal::Kind::negation &&
           inner.children.front().kind == Goal::Kind::negation;
  };
  const Goal* inner = &goal.children.front();
  while (twice(*inner)) inner = &inner->children.front().children.front();
  const Goal& negated = *inner;
  if (negated.kind == Goal::Kind::atom) return atom(negated.atom, false);
  if (negated.kind == Goal::Kind::distinct) {
    Literal same;
    same.kind = Literal::Kind::same;
    same.args = {negated.left, negated.right};
    return same;
  }
  // Negation needs a ground formula, so all of its variables are arguments.
  Literal literal = auxiliary(context, variables_of(negated, rulebase_.terms()), {{negated}});
  literal.kind = Literal::Kind::refuted;
  return literal;
}

Literal RuleBuilder::disjunction(const Context& context, const std::vector<Goal>& goals,
                                 std::size_t which) {
  const TermStore& terms = rulebase_.terms();
  std::vector<std::vector<Goal>> branches;
  for (const Goal& branch : goals[which].children) branches.push_back({branch});
  const VariableSet arguments = shared(context.head, goals, which, terms);
  Literal literal = auxiliary(context, arguments, branches);
  literal.needs = without(arguments, bound_by(goals[which], terms));
  return literal;
}

Literal RuleBuilder::auxiliary(const Context& context, const std::vector<Variable>& arguments,
                               const std::vector<std::vector<Goal>>& branches) {
  Relation& relation = rulebase_.add_relation(context.relation.name, arguments.size(), level_);
  relation.derived = true;
  Literal literal;
  literal.kind = Literal::Kind::call;
  literal.relation = &relation;
  literal.span = context.span;
  for (const Variable variable : arguments) {
    literal.args.push_back(rulebase_.terms().variable(variable));
  }
  for (const std::vector<Goal>& branch : branches) {
    add(relation, literal.args, branch, context.variable_count, context.span);
  }
  return literal;
}

}  // namespace tesuji::reference

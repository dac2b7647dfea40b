#include "backend/reference/goal_variables.h"

#include <algorithm>
#include <iterator>

namespace tesuji::reference {

namespace {

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

}  // namespace

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

VariableSet without(const VariableSet& a, const VariableSet& b) {
  VariableSet result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

bool subset(const VariableSet& a, const VariableSet& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

}  // namespace tesuji::reference

#include "backend/reference/goals.h"

#include <algorithm>

namespace tesuji::reference {
namespace {

/// Returns the goal with `change` applied to each of its terms.
template <typename Change>
Goal transformed(const Goal& goal, Change& change) {
  Goal result;
  result.kind = goal.kind;
  result.span = goal.span;
  if (goal.atom != no_term) result.atom = change(goal.atom);
  if (goal.left != no_term) result.left = change(goal.left);
  if (goal.right != no_term) result.right = change(goal.right);
  result.children.reserve(goal.children.size());
  for (const Goal& child : goal.children) result.children.push_back(transformed(child, change));
  return result;
}

template <typename Visit>
void for_each_term(const Goal& goal, Visit& visit) {
  for (const TermId term : {goal.atom, goal.left, goal.right}) {
    if (term != no_term) visit(term);
  }
  for (const Goal& child : goal.children) for_each_term(child, visit);
}

/// Numbers variables 0, 1, .. in order of occurrence.
class Renumbering {
 public:
  explicit Renumbering(TermStore& terms) : terms_(terms) {}

  TermId operator()(TermId term) {
    if (terms_.ground(term)) return term;
    if (terms_.kind(term) == TermStore::Kind::variable) {
      const auto next = static_cast<Variable>(numbers_.size());
      return terms_.variable(numbers_.try_emplace(terms_.number(term), next).first->second);
    }
    // A copy: the store may move its arguments while it grows.
    const auto view = terms_.args(term);
    std::vector<TermId> args(view.begin(), view.end());
    for (TermId& arg : args) arg = (*this)(arg);
    return terms_.compound(terms_.name(term), args);
  }

 private:
  TermStore& terms_;
  std::unordered_map<Variable, Variable> numbers_;
};

}  // namespace

Goal apply(const Goal& goal, const Substitution& substitution, TermStore& terms) {
  const auto change = [&](TermId term) { return substitution.apply(term, terms); };
  return transformed(goal, change);
}

Goal rename(const Goal& goal, Variable offset, TermStore& terms) {
  const auto change = [&](TermId term) { return rename(term, offset, terms); };
  return transformed(goal, change);
}

bool ground(const Goal& goal, const TermStore& terms) {
  bool result = true;
  const auto visit = [&](TermId term) { result = result && terms.ground(term); };
  for_each_term(goal, visit);
  return result;
}

std::uint32_t term_depth(const Goal& goal, const TermStore& terms) {
  std::uint32_t deepest = 0;
  const auto visit = [&](TermId term) { deepest = std::max(deepest, terms.depth(term)); };
  for_each_term(goal, visit);
  return deepest;
}

void collect_variables(TermId term, const TermStore& terms, std::vector<Variable>& variables) {
  if (terms.ground(term)) return;
  if (terms.kind(term) == TermStore::Kind::variable) {
    const Variable number = terms.number(term);
    if (std::find(variables.begin(), variables.end(), number) == variables.end()) {
      variables.push_back(number);
    }
    return;
  }
  for (const TermId arg : terms.args(term)) collect_variables(arg, terms, variables);
}

void collect_variables(const Goal& goal, const TermStore& terms, std::vector<Variable>& variables) {
  const auto visit = [&](TermId term) { collect_variables(term, terms, variables); };
  for_each_term(goal, visit);
}

TermId variant(TermId term, TermStore& terms) {
  return Renumbering(terms)(term);
}

Query make_query(std::span<const Goal> goals, TermStore& terms, std::vector<Variable>& variables) {
  variables.clear();
  for (const Goal& goal : goals) collect_variables(goal, terms, variables);
  Query query;
  Renumbering renumber(terms);
  for (const Goal& goal : goals) query.goals.push_back(transformed(goal, renumber));
  for (const Variable variable : variables) {
    query.variables.push_back("v" + std::to_string(variable));
  }
  return query;
}

Candidates::Candidates(Program& program, const Situation& situation)
    : program_(program),
      situation_(situation),
      true_(program.symbols().find("true")),
      does_(program.symbols().find("does")) {}

Resolution Candidates::resolution(const Goal& goal) const {
  switch (goal.kind) {
    case Goal::Kind::negation:
      return Resolution::negation;
    case Goal::Kind::distinct:
      return Resolution::distinct;
    case Goal::Kind::disjunction:
      return Resolution::disjunction;
    case Goal::Kind::atom:
    case Goal::Kind::conjunction:
      break;
  }
  const RelationKey relation = program_.relation_of(goal.atom);
  if (relation.name == true_ && relation.arity == 1) return Resolution::fluents;
  if (relation.name == does_ && relation.arity == 2) return Resolution::moves;
  return Resolution::clauses;
}

std::size_t Candidates::count(const Goal& goal) const {
  switch (resolution(goal)) {
    case Resolution::clauses:
      return program_.clauses_for(program_.relation_of(goal.atom)).size();
    case Resolution::fluents:
      return situation_.fluents.size();
    case Resolution::moves:
      return situation_.does.size();
    case Resolution::disjunction:
      return goal.children.size();
    case Resolution::negation:
    case Resolution::distinct:
      break;
  }
  return 1;
}

ClauseId Candidates::clause(const Goal& goal, std::size_t candidate) const {
  return program_.clauses_for(program_.relation_of(goal.atom))[candidate];
}

bool Candidates::unify_with(const Goal& goal, std::size_t candidate, Variable first_variable,
                            Substitution& substitution) const {
  TermStore& terms = program_.terms();
  substitution.reserve(first_variable);
  switch (resolution(goal)) {
    case Resolution::clauses: {
      const Clause& applied = program_.clauses()[clause(goal, candidate)];
      substitution.reserve(first_variable + static_cast<Variable>(applied.variables.size()));
      return unify(rename(applied.head, first_variable, terms), goal.atom, substitution, terms);
    }
    case Resolution::fluents:
      return unify(terms.args(goal.atom)[0], situation_.fluents[candidate], substitution, terms);
    case Resolution::moves: {
      const Situation::Does& does = situation_.does[candidate];
      const std::size_t mark = substitution.mark();
      if (unify(terms.args(goal.atom)[0], does.role, substitution, terms) &&
          unify(terms.args(goal.atom)[1], does.move, substitution, terms)) {
        return true;
      }
      substitution.undo(mark);
      return false;
    }
    case Resolution::distinct:
      return goal.left != goal.right;  // both are ground when it is selected
    case Resolution::negation:
    case Resolution::disjunction:
      break;
  }
  return true;
}

std::string VariableNames::take(const std::string& base) {
  if (used_.insert(base).second) return base;
  unsigned& next = next_[base];
  for (;;) {
    std::string name = base + std::to_string(++next);
    if (!used_.insert(name).second) continue;
    base_of_.emplace(name, base);
    return name;
  }
}

void VariableNames::release(const std::string& name) {
  used_.erase(name);
  const auto base = base_of_.find(name);
  if (base == base_of_.end()) return;
  // Smaller numbers may still be in use; take() skips them.
  const std::string number = name.substr(base->second.size());
  next_[base->second] = static_cast<unsigned>(std::stoul(number)) - 1;
  base_of_.erase(base);
}

}  // namespace tesuji::reference

#include "backend/reference/candidates.h"

namespace tesuji::reference {

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

}  // namespace tesuji::reference

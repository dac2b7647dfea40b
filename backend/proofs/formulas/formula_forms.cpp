#include "backend/proofs/formulas/formula_forms.h"

#include <algorithm>

namespace tesuji::proofs {

using ir::Argument;
using ir::Formula;

std::optional<CountedAtoms> counted_atoms(const Formula& formula) {
  CountedAtoms result;
  result.count = &formula;
  if (formula.kind == Formula::Kind::negation) {
    const Formula& some = formula.parts[0];
    if (some.kind != Formula::Kind::count || some.parts.size() != 1 || some.lower != 1 ||
        some.upper != Formula::unbounded || some.parts[0].kind != Formula::Kind::negation) {
      return std::nullopt;
    }
    result.each = some.ranges[0];
    result.count = &some.parts[0].parts[0];
  }
  const Formula& count = *result.count;
  const bool atoms = std::all_of(count.parts.begin(), count.parts.end(), [](const Formula& part) {
    return part.kind == Formula::Kind::atom;
  });
  if (count.kind != Formula::Kind::count || count.lower > 1 || count.upper != 1 || !atoms ||
      count.parts.empty()) {
    return std::nullopt;
  }
  return result;
}

std::optional<Persistence> persistence_of(const ir::Invariant& invariant) {
  const Formula& formula = invariant.formula;
  if (formula.kind != Formula::Kind::disjunction || formula.parts.size() != 2 ||
      formula.parts[0].kind != Formula::Kind::negation ||
      formula.parts[1].kind != Formula::Kind::next) {
    return std::nullopt;
  }
  const Formula& now = formula.parts[0].parts[0];
  if (now != formula.parts[1].parts[0]) return std::nullopt;
  const bool holds = now.kind != Formula::Kind::negation;
  const Formula& atom = holds ? now : now.parts[0];
  if (atom.kind != Formula::Kind::atom || atom.args.size() != invariant.parameters.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < atom.args.size(); ++i) {
    if (atom.args[i] != Argument::variable(invariant.parameters[i])) return std::nullopt;
  }
  return Persistence{atom.relation, holds};
}

}  // namespace tesuji::proofs

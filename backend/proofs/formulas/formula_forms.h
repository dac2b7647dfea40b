// Recognises the forms of formulas in automatic sets.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <optional>
#include <vector>

namespace tesuji::proofs {

/// A functional: for all constants of `each`, at most one or exactly one of some atoms holds.
struct CountedAtoms {
  std::vector<ir::VariableId> each;
  const ir::Formula* count = nullptr;  ///< part of the formula; its parts are the atoms
};
[[nodiscard]] std::optional<CountedAtoms> counted_atoms(const ir::Formula& formula);

/// Each fluent of a relation that holds (or does not hold) keeps that value for ever. The
/// parameters of the formula are the relation's columns.
struct Persistence {
  ir::RelationId relation = ir::no_id;
  bool holds = true;
};
[[nodiscard]] std::optional<Persistence> persistence_of(const ir::Invariant& invariant);

}  // namespace tesuji::proofs

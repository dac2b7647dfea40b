// Finds the variables that goals mention and those that they bind.
#pragma once

#include "backend/reference/program.h"

#include <vector>

namespace tesuji::reference {

/// Sorted, without duplicates.
using VariableSet = std::vector<Variable>;

[[nodiscard]] VariableSet variables_of(TermId term, const TermStore& terms);
[[nodiscard]] VariableSet variables_of(const std::vector<TermId>& terms, const TermStore& store);
[[nodiscard]] VariableSet variables_of(const Goal& goal, const TermStore& terms);

/// Returns the variables that are ground once the goal is proved: those of an atom, of any goal of
/// a conjunction, of every branch of a disjunction. Tests bind nothing.
[[nodiscard]] VariableSet bound_by(const Goal& goal, const TermStore& terms);

[[nodiscard]] VariableSet united(const VariableSet& a, const VariableSet& b);
[[nodiscard]] VariableSet intersected(const VariableSet& a, const VariableSet& b);
[[nodiscard]] VariableSet without(const VariableSet& a, const VariableSet& b);
/// Whether all of `a` are in `b`.
[[nodiscard]] bool subset(const VariableSet& a, const VariableSet& b);

}  // namespace tesuji::reference

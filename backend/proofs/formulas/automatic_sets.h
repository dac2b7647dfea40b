// Makes the sets of formulas that are tried on every game.
//
// Source: Haufe, Schiffel, Thielscher (2012), 6.3.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <string>
#include <vector>

namespace tesuji::proofs {

struct InvariantSet {
  std::string name;
  std::vector<ir::Invariant> invariants;
  unsigned runs =
      1;  ///< number of runs, each with earlier proofs as premises; 0: as long as that helps
  bool premises = false;  ///< proved formulas are premises of the following sets
  bool of_user = false;
  std::vector<std::string>
      left_out{};  ///< formulas that would have been too large, and why, in words
};

/// Returns the sets in the paper's order: Functionals (twice, with control fluents), Legals
/// (playability, turn-taking), Goals (zero-sum, unique, monotonic), Persistence. Requires a module
/// at level clauses whose columns have domains. Formulas that would be too large are left out and
/// listed in their set.
[[nodiscard]] std::vector<InvariantSet> automatic_sets(const ir::Module& module);

/// Makes the names of all formulas of all sets unique, by appending numbers to names that are not
/// the user's.
void make_names_unique(std::vector<InvariantSet>& sets);

// Names of single formulas.
inline constexpr std::string_view playability = "playable";
inline constexpr std::string_view turn_taking = "turn_taking";
inline constexpr std::string_view zero_sum = "zero_sum";
inline constexpr std::string_view unique_goals = "unique_goals";
inline constexpr std::string_view monotonic_goals = "monotonic_goals";

/// Returns the single name of an automatic formula, without the number that make_names_unique
/// appended; empty if it has none of these names.
[[nodiscard]] std::string_view single_name(const ir::Invariant& invariant);

}  // namespace tesuji::proofs

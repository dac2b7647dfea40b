// The sets of formulas that are tried on every game.
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
  unsigned runs = 1;      ///< each with what was proved before as premises; 0: while that helps
  bool premises = false;  ///< what is proved is a premise of the sets that follow
  bool of_user = false;
  std::vector<std::string> left_out{};  ///< what would have been too large, and why, in words
};

/// Functionals (twice, control fluents among them), Legals (playability, turn-taking), Goals
/// (zero-sum, unique, monotonic), Persistence: in the paper's order. Requires a module at level
/// clauses whose columns have domains.
/// Formulas that would be too large are left out, and told of in their set.
[[nodiscard]] std::vector<InvariantSet> automatic_sets(const ir::Module& module);

/// Makes the names of all formulas of all sets different from each other, by numbers behind those
/// that are not of the user.
void make_names_unique(std::vector<InvariantSet>& sets);

// Names of single ones.
inline constexpr std::string_view playability = "playable";
inline constexpr std::string_view turn_taking = "turn_taking";
inline constexpr std::string_view zero_sum = "zero_sum";
inline constexpr std::string_view unique_goals = "unique_goals";
inline constexpr std::string_view monotonic_goals = "monotonic_goals";

/// Which of these an automatic formula is, whatever number make_names_unique put behind its name;
/// empty where it is none.
[[nodiscard]] std::string_view single_name(const ir::Invariant& invariant);

}  // namespace tesuji::proofs

// The sets of formulas that are tried on every game.
//
// Source: Haufe, Schiffel, Thielscher (2012), 6.3.
#pragma once

#include "ir/formula.h"
#include "ir/module.h"

#include <string>
#include <vector>

namespace tesuji::asp {

struct InvariantSet {
  std::string name;
  std::vector<ir::Invariant> invariants;
  unsigned runs = 1;      ///< each with what was proved before as premises; 0: while that helps
  bool premises = false;  ///< what is proved is a premise of the sets that follow
  bool of_user = false;
};

/// Functionals (twice, control fluents among them), Legals (playability, turn-taking), Goals
/// (zero-sum, unique, monotonic), Persistence: in the paper's order. Requires a module at level
/// clauses whose columns have domains.
[[nodiscard]] std::vector<InvariantSet> automatic_sets(const ir::Module& module);

// Names of single ones.
inline constexpr std::string_view playability = "playable";
inline constexpr std::string_view turn_taking = "turn_taking";
inline constexpr std::string_view zero_sum = "zero_sum";
inline constexpr std::string_view unique_goals = "unique_goals";
inline constexpr std::string_view monotonic_goals = "monotonic_goals";

}  // namespace tesuji::asp

// Makes a sliced program of features: traces their joins over all possible tuples.
//
// Strata are gone through from below. The tuples that a relation may have are those that its rules
// give from the tuples that others may have, with negations left out; they become known as the
// rules are traced, so that the next ones are ordered by sizes that are counted, not guessed.
// Recursive strata are looked through until no tuple is new; at run time they are repeated until no
// slot changes.
//
// Within existence tests, what does not depend on all that is bound outside is a question of its
// own, and its answer is kept for the next time (variables are eliminated one after the other:
// bucket elimination, Dechter 1999).
#pragma once

#include "backend/features/traced/sliced_program.h"
#include "ir/module/layout.h"
#include "ir/module/module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::slices {

struct TraceLimits {
  std::uint64_t max_possible = 500'000;       ///< tuples that a relation of states may have
  std::uint64_t max_steps = 20'000'000;       ///< matches looked at, of all rules
  std::size_t max_instructions = 20'000'000;  ///< 12 bytes each
  std::uint32_t max_slots = 4'000'000;        ///< 64 bytes each
  /// Of one feature: what takes more is left out.
  std::uint64_t max_part_steps = 4'000'000;
  std::size_t max_part_instructions = 2'000'000;
  std::uint32_t max_part_slots = 500'000;
  bool names = false;  ///< of slots, for people
};

struct TracedFeatures {
  SlicedProgram program;
  /// By feature: it is in the program. The others are left to engines of single positions.
  std::vector<bool> traced;
  /// By slot: the tuple that it is of, or one of those; empty for what is not a tuple. Only with
  /// TraceLimits::names.
  std::vector<std::string> slot_names;
};

/// `clauses`: at level clauses, with domains and strata, static relations folded; its state
/// relations are those of `states`, whose layout says where their bits are. `features`: names of
/// their parts' relations. Nothing where what the features speak of is larger than the limits
/// allow, or a position has fluents that are no bits.
[[nodiscard]] std::optional<TracedFeatures> trace_features(
    const ir::Module& clauses, const ir::Module& states, const ir::Layout& layout,
    const std::vector<std::vector<std::string>>& features, const TraceLimits& limits = {});

}  // namespace tesuji::slices

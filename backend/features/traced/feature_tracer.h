// Traces joins of features over all possible tuples to a sliced program.
//
// Strata are processed bottom-up. A relation's possible tuples are the conclusions of its rules
// from the possible tuples of others, ignoring negations; they become known as the rules are
// traced, so that later rules are ordered by counted sizes instead of guesses. Recursive strata are
// traced until no tuple is new; at run time they are repeated until no slot changes.
//
// Inside an existence test, a part that does not depend on all outer variables is a separate
// question, whose answer is cached (variables are eliminated one after the other: bucket
// elimination, Dechter 1999).
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
  std::uint64_t max_possible = 500'000;       ///< maximum number of tuples of a relation of states
  std::uint64_t max_steps = 20'000'000;       ///< matches of all rules
  std::size_t max_instructions = 20'000'000;  ///< 12 bytes each
  std::uint32_t max_slots = 4'000'000;        ///< 64 bytes each
  /// Limits of one feature: larger ones are left out.
  std::uint64_t max_part_steps = 4'000'000;
  std::size_t max_part_instructions = 2'000'000;
  std::uint32_t max_part_slots = 500'000;
  bool names = false;  ///< of slots, for people
};

struct TracedFeatures {
  SlicedProgram program;
  /// By feature: whether it is in the program. Engines for single positions evaluate the others.
  std::vector<bool> traced;
  /// By slot: its tuple, or one of its tuples; empty for a slot that is not a tuple. Only with
  /// TraceLimits::names.
  std::vector<std::string> slot_names;
};

/// `clauses`: at level clauses, with domains and strata, static relations folded; its state
/// relations are those of `states`, whose layout says where their bits are. `features`: names of
/// the relations of their parts. Returns nothing if the features exceed the limits, or if a
/// position has fluents that are not bits.
[[nodiscard]] std::optional<TracedFeatures> trace_features(
    const ir::Module& clauses, const ir::Module& states, const ir::Layout& layout,
    const std::vector<std::vector<std::string>>& features, const TraceLimits& limits = {});

}  // namespace tesuji::slices

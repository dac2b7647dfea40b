// Reads and writes files of learning tasks in the format of the IGGP data set:
//
//   atoms:                     all atoms of the target
//   <tab>next_cell(1, 1, x)
//
//   ---
//
//   statics:                   atoms that hold in every state
//   <tab>succ(1, 2)
//
//   ---
//
//   background:                then pairs of blocks: a state (with the moves made) ..
//   <tab>true_cell(1, 1, b)
//   <tab>does_mark(x, 1, 1)
//
//   ---
//
//   positives:                 .. and the atoms of the target that hold
//   <tab>next_cell(1, 1, x)
//
//   ---
#pragma once

#include "ir/core/diagnostics.h"
#include "learner/game_rules/play_examples.h"

#include <optional>
#include <string>

namespace tesuji::learner {

/// Reads a file; adds names to `vocabulary`. `initial:` replaces `background:` in files of only an
/// initial state. Errors: code "parse" for text that is not an atom, blocks in another order, or a
/// positive atom that is not among the atoms; code "limit" for an atom with more than
/// max_play_arity arguments. Reports several errors per run; returns nothing if there were any.
[[nodiscard]] std::optional<PlayPart> read_play_part(ir::FileId file, PlayVocabulary& vocabulary,
                                                     ir::Diagnostics& diagnostics);

inline constexpr std::size_t max_play_arity = 12;

[[nodiscard]] std::string play_part_text(const PlayPart& part, const PlayVocabulary& vocabulary);

}  // namespace tesuji::learner

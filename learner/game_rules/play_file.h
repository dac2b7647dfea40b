// Reads and writes files of learning tasks in the form of the IGGP data set:
//
//   atoms:                     all atoms of the target
//   <tab>next_cell(1, 1, x)
//
//   ---
//
//   statics:                   what holds in every state
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
//   positives:                 .. and what of the target holds
//   <tab>next_cell(1, 1, x)
//
//   ---
#pragma once

#include "ir/core/diagnostics.h"
#include "learner/game_rules/play_examples.h"

#include <optional>
#include <string>

namespace tesuji::learner {

/// Reads a file; names are added to `vocabulary`. `initial:` stands for `background:` in files of
/// an initial state alone. Errors (code "parse"): what is no atom, blocks in another order, a
/// positive atom that is not among the atoms; (code "limit") an atom of more than max_play_arity
/// arguments. Several are found per run; nothing if there were any.
[[nodiscard]] std::optional<PlayPart> read_play_part(ir::FileId file, PlayVocabulary& vocabulary,
                                                     ir::Diagnostics& diagnostics);

inline constexpr std::size_t max_play_arity = 12;

[[nodiscard]] std::string play_part_text(const PlayPart& part, const PlayVocabulary& vocabulary);

}  // namespace tesuji::learner

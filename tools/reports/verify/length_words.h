// Describes bounds on the length of a play in words, for `verify` and `explain --proofs`.
#pragma once

#include "backend/proofs/games/verify.h"
#include "tools/reports/verify/verify_words.h"

#include <string>

namespace tesuji::tools {

/// Returns `at most 39 moves: the N of step(N) advances by one with each move`.
[[nodiscard]] std::string length_words(const driver::LengthBound& bound, const ir::Module& module,
                                       const FormulaWords& words);

/// Returns `every play ends, after at most 39 moves: ..`, or that no bound was found.
[[nodiscard]] std::string play_length_words(const driver::PlayLength& length,
                                            const ir::Module& module, const FormulaWords& words);

/// Returns `the N of step(N) moves in one direction with each move`.
[[nodiscard]] std::string progress_words(proofs::Claim::Kind kind, ir::RelationId relation,
                                         std::size_t column, const ir::Module& module,
                                         const FormulaWords& words);

}  // namespace tesuji::tools

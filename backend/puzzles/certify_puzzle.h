// Certifies the bound that `solve` proves for a puzzle: no play of at most so many moves reaches a
// higher goal.
#pragma once

#include "backend/proofs/games/certify.h"
#include "backend/puzzles/solve_puzzle.h"

#include <string>

namespace tesuji::driver {

/// Certifies that every goal above `solved.bound` is unreachable within the smaller of `horizon`
/// (0: no limit) and SolvedPuzzle::clock_end moves, and that the clock ends every play. `sheet`:
/// the text of the rulesheet, in KIF, at `path`. CertifyReport::fault says why there is no
/// certificate; reports nothing.
[[nodiscard]] CertifyReport certify_puzzle(const std::string& path, const std::string& sheet,
                                           const SolvedPuzzle& solved, std::uint32_t horizon,
                                           const CertifyOptions& options);

}  // namespace tesuji::driver

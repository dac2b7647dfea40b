// Certifies what `solve` proves of a puzzle: that no play of so many moves reaches a higher goal.
#pragma once

#include "backend/proofs/games/certify.h"
#include "backend/puzzles/solve_puzzle.h"

#include <string>

namespace tesuji::driver {

/// Certifies that every goal above `solved.bound` is out of reach in the states that the fewer of
/// `horizon` (0: no limit) and SolvedPuzzle::clock_end moves lead to, and that the clock ends every
/// play. `sheet`: the text of the rulesheet, in KIF, at `path`. CertifyReport::fault says why there
/// is no certificate; reports nothing.
[[nodiscard]] CertifyReport certify_puzzle(const std::string& path, const std::string& sheet,
                                           const SolvedPuzzle& solved, std::uint32_t horizon,
                                           const CertifyOptions& options);

}  // namespace tesuji::driver

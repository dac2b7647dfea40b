// Reports the results of `tesuji solve` for a puzzle, as text and as JSON.
#pragma once

#include "backend/puzzles/solve_puzzle.h"
#include "runtime/host/puzzles/chance_value.h"
#include "tools/base/report.h"

#include <cstdint>
#include <string>

namespace tesuji::tools {

struct PuzzleScene {
  std::string path;
  const runtime::Game& game;
  driver::SolvedPuzzle solved;
  std::uint32_t horizon = 0;  ///< --horizon; 0: no horizon
};

/// A puzzle with chance.
struct ChanceScene {
  std::string path;
  const runtime::Game& game;
  runtime::Role role = 0;
  runtime::ChanceValue found;
};

[[nodiscard]] std::string chance_text(const ChanceScene& scene);
[[nodiscard]] Json chance_json(const ChanceScene& scene);

[[nodiscard]] std::string puzzle_text(const PuzzleScene& scene);
[[nodiscard]] Json puzzle_json(const PuzzleScene& scene);
/// Returns the line's joint moves, one on each line of text, as `position --after=@FILE` reads
/// them.
[[nodiscard]] std::string line_text(const PuzzleScene& scene);

}  // namespace tesuji::tools

// Implements tesuji solve for games with one role: finds their best line.
#pragma once

#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"
#include "tools/play/solving.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tools {

struct PuzzleArguments {
  std::vector<std::string> methods;  ///< --method; empty: all
  bool shortest = false;             ///< --shortest
  bool factoring = true;             ///< false with --no-factoring
  std::uint32_t horizon = 0;         ///< --horizon; 0: no limit
  std::string plan;                  ///< --plan: path for the line
  std::string programs;              ///< --emit-asp: a folder for answer set programs
  std::string certificate;           ///< --certify: a folder
  std::string clingo = "clingo";     ///< --clingo
  std::string cadical = "cadical";   ///< --cadical

  void add_to(Command& command);
  /// Returns the first given option; empty: none.
  [[nodiscard]] std::string given() const;
};

/// Solves and reports; returns the exit code.
[[nodiscard]] int solve_puzzle(const LoadedSearch& search, GameOptions& game,
                               const SolvingOptions& limits, const PuzzleArguments& arguments,
                               bool merge_symmetric, bool json);

}  // namespace tesuji::tools

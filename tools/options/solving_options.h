// Options that the commands share which solve a game: solve, regret, learn.
#pragma once

#include "tools/base/arguments.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tesuji::tools {

struct SolvingOptions {
  std::string ties = "first";       ///< --ties
  std::string solution;             ///< --solution: a file; empty: the game is searched
  std::uint64_t memory_mib = 4096;  ///< --memory, for states
  double seconds = 0;               ///< --seconds; 0: no limit
  bool progress = false;            ///< --progress: also where standard error is a file

  /// Adds --ties and --solution.
  void add_solution_to(Command& command);
  /// Adds --memory and --seconds. The texts are their help, without `; 0: no limit` and `; 0:
  /// never`.
  void add_limits_to(
      Command& command, const std::string& memory_help = "Maximum memory for states in MiB",
      const std::string& seconds_help = "Stop without a result after so many seconds");
};

/// What the options of commands that learn say about the games to be played.
struct ArenaChoice {
  std::string boards = "symmetric";  ///< --boards
  std::string opponent = "perfect";  ///< --opponent
  bool unsolved = false;             ///< --unsolved
  bool winnable = true;              ///< what learns has to win, against the perfect opponent
  SolvingOptions solving;

  /// Adds --boards.
  Option* add_boards_to(Command& command);
  /// Adds --opponent and --unsolved.
  void add_opponent_to(Command& command);
  /// What is wrong with the two; empty: nothing.
  [[nodiscard]] std::string wrong_opponent() const;
  /// Of boards `moves:N` the N, and 2 of `symmetric` and `all`; else nothing.
  [[nodiscard]] std::optional<std::uint32_t> board_moves() const;
  /// Whether one start board stands for all that are symmetric.
  [[nodiscard]] bool one_of_symmetric() const;
  /// Of `mcts:N` the N; else 0.
  [[nodiscard]] std::uint64_t simulations() const;
};

}  // namespace tesuji::tools

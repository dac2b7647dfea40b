// Adds options that the commands which solve a game share: solve, regret, learn. Among them --ties,
// the choice of perfect players among equally good moves.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/search/minimax.h"
#include "tools/base/arguments.h"
#include "tools/base/progress.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tesuji::tools {

/// `ties` keeps its value, `first`, if the option is not given.
void add_ties_option(Command& command, std::string& ties);

/// Returns the preference of --ties, whose file has this text; reports errors in the text, and then
/// returns nothing.
[[nodiscard]] std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                                     const std::string& text,
                                                                     const runtime::Game& game,
                                                                     driver::Session& session);

/// As above, and reads the file; reports errors in it, and then returns nothing.
[[nodiscard]] std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                                     const runtime::Game& game,
                                                                     driver::Session& session);

struct SolvingOptions {
  std::string ties = "first";       ///< --ties
  std::string solution;             ///< --solution: a path; empty: search the game
  std::uint64_t memory_mib = 4096;  ///< --memory, for states
  double seconds = 0;               ///< --seconds; 0: no limit
  ProgressFlags progress;

  /// Returns the bytes of a table of limited size: those of --memory, by default where it is 0.
  [[nodiscard]] std::size_t table_bytes() const {
    return (memory_mib == 0 ? SolvingOptions().memory_mib : memory_mib) << 20U;
  }
  /// Adds --ties and --solution.
  void add_solution_to(Command& command);
  /// Adds --memory and --seconds. The texts are their help, without `; 0: no limit` and
  /// `; 0: never`.
  void add_limits_to(
      Command& command, const std::string& memory_help = "Maximum memory for states in MiB",
      const std::string& seconds_help = "Stop without a result after so many seconds");
};

/// Options of commands that learn, about the games to play.
struct ArenaChoice {
  std::string boards = "symmetric";  ///< --boards
  std::string opponent = "perfect";  ///< --opponent
  bool unsolved = false;             ///< --unsolved
  bool winnable = true;              ///< require that the learner can win, against the perfect
                                     ///< opponent
  SolvingOptions solving;

  /// Adds --boards.
  Option* add_boards_to(Command& command);
  /// Adds --opponent and --unsolved.
  void add_opponent_to(Command& command);
  /// Returns what is wrong with the two options; empty: nothing.
  [[nodiscard]] std::string wrong_opponent() const;
  /// Returns the N of boards `moves:N`, and 2 for `symmetric` and `all`; else nothing.
  [[nodiscard]] std::optional<std::uint32_t> board_moves() const;
  /// Whether one start board represents all symmetric ones.
  [[nodiscard]] bool one_of_symmetric() const;
  /// Returns the N of `mcts:N`; else 0.
  [[nodiscard]] std::uint64_t simulations() const;
};

}  // namespace tesuji::tools

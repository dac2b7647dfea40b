// Reports the solution of `tesuji solve`, as text and as JSON.
#pragma once

#include "runtime/host/search/survey.h"
#include "tools/base/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

using runtime::PlayedMove;

/// A solved state of a list.
struct SolvedLine {
  std::uint32_t line = 0;
  runtime::State state;
  runtime::GameValue value;
  runtime::PlayEnd end = runtime::PlayEnd::terminal;
  std::optional<PlayedMove> best;  ///< nothing if no role can move
};

/// The states after one move of each role.
struct SolvedBoards {
  struct Board {
    runtime::State state;
    runtime::GameValue value;
    runtime::PlayEnd end = runtime::PlayEnd::terminal;
  };
  std::size_t all = 0;         ///< how many there are, including symmetric ones
  std::size_t generators = 0;  ///< of the game's symmetries, if requested
  bool knows_symmetries = true;
  std::vector<Board> boards;  ///< boards that are reported
  runtime::Role learner = 0;  ///< the mover in the initial state
  /// What the learner's moves can lose, in all of `boards` together.
  std::uint64_t worst_regret = 0;
  /// Of a random learner, in all of `boards` together; nothing if states can repeat.
  std::optional<double> random_regret;
};

struct SolveScene {
  std::string path;
  const runtime::Game& game;
  std::optional<runtime::Survey> survey;
  std::vector<PlayedMove> best_play;  ///< from the initial state, until a state repeats
  std::optional<SolvedBoards> boards;
  std::vector<SolvedLine> lines;
  /// Whether lines include their states: as a list of states with comments, which other commands
  /// read.
  bool shows_states = false;
  double seconds = 0;                      ///< time of the survey
  std::vector<runtime::GoalFault> faults;  ///< of all that can be reached
  bool tells_movers = true;                ///< Survey::movers are known
};

/// Returns `o wins by 100, after 5 moves`.
[[nodiscard]] std::string value_text(const runtime::GameValue& value, runtime::PlayEnd end,
                                     const runtime::Game& game);
[[nodiscard]] Json value_json(const runtime::GameValue& value, runtime::PlayEnd end);

/// Returns `o: mark 1 1`, in order.
[[nodiscard]] std::string play_text(const std::vector<PlayedMove>& play, const runtime::Game& game);
[[nodiscard]] Json play_json(const std::vector<PlayedMove>& play, const runtime::Game& game);

[[nodiscard]] std::string solve_text(const SolveScene& scene);
/// Returns warnings about faults of the rules on which the values are based and which their author
/// probably did not intend: see GoalFault.
[[nodiscard]] std::vector<std::string> solve_warnings(const SolveScene& scene);
[[nodiscard]] Json solve_json(const SolveScene& scene);

}  // namespace tesuji::tools

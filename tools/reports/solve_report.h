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

/// A state of a list that was solved.
struct SolvedLine {
  std::uint32_t line = 0;
  runtime::State state;
  runtime::GameValue value;
  runtime::PlayEnd end = runtime::PlayEnd::terminal;
  std::optional<PlayedMove> best;  ///< nothing where nobody can move
};

/// The states after one move of each role.
struct SolvedBoards {
  struct Board {
    runtime::State state;
    runtime::GameValue value;
    runtime::PlayEnd end = runtime::PlayEnd::terminal;
  };
  std::size_t all = 0;         ///< how many there are, symmetric ones too
  std::size_t generators = 0;  ///< of the game's symmetries, where these were asked for
  bool knows_symmetries = true;
  std::vector<Board> boards;  ///< those that are told of
  runtime::Role learner = 0;  ///< whose turn it is at the start
  /// What the learner's moves can lose, in all of `boards` together.
  std::uint64_t worst_regret = 0;
  /// Of a random learner, in all of `boards` together; nothing where states can come again.
  std::optional<double> random_regret;
};

struct SolveScene {
  std::string path;
  const runtime::Game& game;
  std::optional<runtime::Survey> survey;
  std::vector<PlayedMove> best_play;  ///< from the initial state, until a state comes again
  std::optional<SolvedBoards> boards;
  std::vector<SolvedLine> lines;
  /// Whether lines are told with their states: as a list of states with remarks, which other
  /// commands read.
  bool shows_states = false;
  double seconds = 0;                      ///< that the survey took
  std::vector<runtime::GoalFault> faults;  ///< of what can be reached
  bool tells_movers = true;                ///< Survey::movers are known
};

/// `o wins by 100, after 5 moves`.
[[nodiscard]] std::string value_text(const runtime::GameValue& value, runtime::PlayEnd end,
                                     const runtime::Game& game);
[[nodiscard]] Json value_json(const runtime::GameValue& value, runtime::PlayEnd end);

/// `o: mark 1 1`, in order.
[[nodiscard]] std::string play_text(const std::vector<PlayedMove>& play, const runtime::Game& game);
[[nodiscard]] Json play_json(const std::vector<PlayedMove>& play, const runtime::Game& game);

[[nodiscard]] std::string solve_text(const SolveScene& scene);
/// What of the rules the values rest on that their author can hardly mean: see GoalFault.
[[nodiscard]] std::vector<std::string> solve_warnings(const SolveScene& scene);
[[nodiscard]] Json solve_json(const SolveScene& scene);

}  // namespace tesuji::tools

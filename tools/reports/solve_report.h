// Solves a game, or states of it, and reports the solution, as text and as JSON: `tesuji solve`.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/search/minimax.h"
#include "runtime/host/search/survey.h"
#include "tools/base/report.h"
#include "tools/files/state_list.h"

#include <atomic>
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

// Computes what a scene reports. All functions throw what Minimax throws, and runtime::Stopped if
// its space was stopped.

/// Solves listed states: sets the scene's lines and faults.
void solve_listed(SolveScene& scene, const std::vector<ListedState>& states,
                  runtime::Minimax& minimax);

/// Solves the game from its initial state: sets the scene's survey, seconds, faults and best play.
void solve_whole(SolveScene& scene, runtime::Minimax& minimax);

/// Returns the states after a move of each role. `stop` may be null.
[[nodiscard]] std::vector<runtime::State> own_boards(const driver::LoadedGame& loaded,
                                                     const std::atomic<bool>* stop);

/// Keeps one of each class of symmetric boards, and stores them in `boards`. `loaded` must have
/// been loaded from `path` with these options. Warns (code "symmetry") if the symmetries are
/// unknown.
void take_symmetric(SolvedBoards& solved, std::vector<runtime::State>& boards,
                    const driver::LoadedGame& loaded, const std::string& path,
                    const driver::Options& options, const std::atomic<bool>* stop,
                    driver::Session& session);

/// Computes values and regrets of the boards, and sets the scene's boards, unless no role can move
/// in the initial state.
void solve_boards(SolveScene& scene, SolvedBoards solved, std::vector<runtime::State> boards,
                  runtime::Minimax& minimax);

}  // namespace tesuji::tools

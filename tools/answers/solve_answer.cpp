// Answers `solve`: the value of a game, or of its states; for a game with one role its best line.
#include "backend/puzzles/solve_puzzle.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/puzzles/puzzle.h"
#include "runtime/host/search/minimax.h"
#include "runtime/host/search/survey.h"
#include "tools/answers/answers.h"
#include "tools/base/json.h"
#include "tools/files/state_list.h"
#include "tools/reports/puzzle_report.h"
#include "tools/reports/solve_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

struct SolveQuestion {
  bool shortest = false;      ///< for games with one role, as --shortest
  std::uint64_t horizon = 0;  ///< for games with one role, as --horizon
  bool listed = false;
  std::vector<std::vector<std::string>> states;
  std::string boards;
  double seconds = 0;
  std::uint64_t memory_mib = 0;
};

std::optional<std::vector<ListedState>> asked_states(const SolveQuestion& wanted,
                                                     const driver::LoadedGame& loaded,
                                                     driver::Session& session) {
  std::vector<ListedState> states;
  std::string text;
  for (const std::vector<std::string>& fluents : wanted.states) {
    auto state = asked_state(*loaded.game, fluents, session.diagnostics);
    if (!state) return std::nullopt;
    states.push_back({static_cast<std::uint32_t>(states.size() + 1), std::move(*state)});
    text += fmt::format("{}\n", fmt::join(fluents, " "));
  }
  const ir::FileId file = session.sources->add("states", text);
  const runtime::Turns turns(*loaded.game, driver::turn_rule(loaded));
  if (!check_turns(states, file, *loaded.game, turns, OverStates::wanted, session.diagnostics)) {
    return std::nullopt;
  }
  return states;
}

/// Solves a game with one role.
std::optional<Json> solve_for_one(const SolveQuestion& wanted, const driver::LoadedGame& loaded,
                                  const std::atomic<bool>* stop, Question& question) {
  const runtime::Game& game = *loaded.game;
  const bool has_chance = std::ranges::count(game.roles(), runtime::chance_role) > 0;
  if (game.has_percepts() || (has_chance && (wanted.shortest || wanted.horizon > 0))) {
    question.session.diagnostics.error(
        {}, "usage",
        has_chance ? "chance moves in this game: it has an expected value, and no best play"
                   : "the game hides its states from the role");
    return std::nullopt;
  }
  if (has_chance) {
    runtime::ChanceOptions options;
    options.role = driver::puzzle_role(game);
    options.memory_bytes = wanted.memory_mib << 20U;
    options.stop = stop;
    return chance_json(
        {question.game.path(), game, options.role, runtime::chance_value(game, options)});
  }
  driver::PuzzleOptions options;
  options.shortest = wanted.shortest;
  options.horizon = static_cast<std::uint32_t>(wanted.horizon);
  options.memory_bytes = wanted.memory_mib << 20U;
  options.seconds = wanted.seconds;
  options.stop = stop;
  return puzzle_json({question.game.path(), game,
                      driver::solve_puzzle(question.game.path(), loaded, question.game.options(),
                                           options, question.session),
                      options.horizon});
}

std::optional<Json> solve(const SolveQuestion& wanted, const driver::LoadedGame& loaded,
                          const std::atomic<bool>* stop, Question& question) {
  driver::Session& session = question.session;
  runtime::StateSpaceOptions space;
  space.stop = stop;
  space.budget = wanted.memory_mib << 20U;
  runtime::Minimax minimax(loaded.game, driver::turn_rule(loaded), space);
  SolveScene scene{question.game.path(), *loaded.game, {}, {}, {}, {}, false, 0, {}};
  if (wanted.listed) {
    const auto states = asked_states(wanted, loaded, session);
    if (!states) return std::nullopt;
    solve_listed(scene, *states, minimax);
    return solve_json(scene);
  }
  solve_whole(scene, minimax);
  if (wanted.boards != "none") {
    SolvedBoards solved;
    std::vector<runtime::State> boards = own_boards(loaded, stop);
    solved.all = boards.size();
    if (wanted.boards == "symmetric") {
      take_symmetric(solved, boards, loaded, question.game.path(), question.game.options(), stop,
                     session);
    }
    solve_boards(scene, std::move(solved), std::move(boards), minimax);
  }
  return solve_json(scene);
}

}  // namespace

std::optional<Json> solve_answer(Question& question) {
  constexpr std::uint64_t most_mib = std::uint64_t{1} << 30U;
  constexpr std::uint64_t most_moves = 1'000'000;
  QuestionOptions& options = question.options;
  SolveQuestion wanted;
  wanted.listed = options.has("states");
  wanted.states = options.lists("states");
  wanted.boards = options.choice("boards", "none", {"none", "symmetric", "all"});
  wanted.seconds = options.seconds("seconds", 0);
  wanted.memory_mib = options.number("memory", 4096, 1, most_mib);
  wanted.shortest = options.flag("shortest", false);
  wanted.horizon = options.number("horizon", 0, 0, most_moves);
  if (!options.finish()) return std::nullopt;
  const driver::LoadedGame* const loaded = question.game.searched(question.session);
  if (loaded == nullptr) return std::nullopt;
  const runtime::TimedStop limit(wanted.seconds, question.stop);
  const runtime::StopScope scope(limit.flag());
  ir::Diagnostics& diagnostics = question.session.diagnostics;
  try {
    if (runtime::is_puzzle(*loaded->game))
      return solve_for_one(wanted, *loaded, limit.flag(), question);
    if (wanted.shortest || wanted.horizon > 0) {
      diagnostics.error({}, "usage", "`shortest` and `horizon` are for games for one player");
      return std::nullopt;
    }
    return solve(wanted, *loaded, limit.flag(), question);
  } catch (const runtime::BudgetExceeded& error) {
    diagnostics.error({}, "limit",
                      fmt::format("not solved in {} MiB: {}", wanted.memory_mib, error.what()));
  } catch (const runtime::Stopped&) {
    if (!limit.is_over()) throw;
    diagnostics.error({}, "limit", fmt::format("not solved within {:g} s", wanted.seconds));
  }
  return std::nullopt;
}

}  // namespace tesuji::tools

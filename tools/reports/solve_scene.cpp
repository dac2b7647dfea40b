#include "tools/reports/solve_scene.h"

#include "backend/open/symmetries.h"
#include "backend/strategies/strategy.h"
#include "learner/arena/start_boards.h"
#include "runtime/host/search/survey.h"

#include <chrono>
#include <set>
#include <utility>

namespace tesuji::tools {
namespace {

std::vector<PlayedMove> best_play(const runtime::Game& game, runtime::Minimax& minimax) {
  std::vector<PlayedMove> result;
  runtime::State state(game.initial().begin(), game.initial().end());
  std::set<runtime::State> seen;  // perfect play may be circular
  while (seen.insert(state).second) {
    const auto best = minimax.best(state);
    if (!best) break;
    result.push_back({best->mover, best->move});
    state.assign(best->successor.begin(), best->successor.end());
  }
  return result;
}

}  // namespace

void solve_listed(SolveScene& scene, const std::vector<ListedState>& states,
                  runtime::Minimax& minimax) {
  runtime::PlayEnds ends(scene.game, minimax);
  std::vector<runtime::State> all;
  for (const ListedState& listed : states) {
    SolvedLine line{listed.line, listed.state, minimax.value(listed.state), ends.of(listed.state),
                    std::nullopt};
    if (const auto best = minimax.best(listed.state)) {
      line.best = PlayedMove{best->mover, best->move};
    }
    scene.lines.push_back(line);
    all.push_back(listed.state);
  }
  scene.faults = runtime::goal_faults(scene.game, minimax, all);
}

void solve_whole(SolveScene& scene, runtime::Minimax& minimax) {
  const auto begin = std::chrono::steady_clock::now();
  scene.survey = runtime::survey(scene.game, minimax, scene.game.initial());
  scene.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  scene.faults = scene.survey->faults;
  scene.best_play = best_play(scene.game, minimax);
}

std::vector<runtime::State> own_boards(const driver::LoadedGame& loaded,
                                       const std::atomic<bool>* stop) {
  const runtime::Turns turns(*loaded.game, driver::turn_rule(loaded));
  return learner::start_boards(*loaded.game, turns, stop);
}

void take_symmetric(SolvedBoards& solved, std::vector<runtime::State>& boards,
                    const driver::LoadedGame& loaded, const std::string& path,
                    const driver::Options& options, const std::atomic<bool>* stop,
                    driver::Session& session) {
  const driver::GameSymmetries found = driver::symmetries(path, options, session, {.stop = stop});
  driver::warn_of_unknown_symmetries(found, session.diagnostics);
  boards = learner::up_to_symmetry(*loaded.game, boards, found.generators);
  solved.generators = found.generators.size();
  solved.knows_symmetries = found.unknown.empty();
}

void solve_boards(SolveScene& scene, SolvedBoards solved, std::vector<runtime::State> boards,
                  runtime::Minimax& minimax) {
  const runtime::Game& game = scene.game;
  const auto first = minimax.best(game.initial());
  if (!first) return;
  solved.learner = first->mover;
  runtime::RandomLearner random(game, minimax, solved.learner);
  runtime::PlayEnds ends(game, minimax);
  for (runtime::State& board : boards) {
    const runtime::GameValue value = minimax.value(board);
    solved.worst_regret += static_cast<std::uint64_t>(random.worst_regret(board));
    if (!minimax.cyclic()) {
      solved.random_regret = solved.random_regret.value_or(0) + random.regret(board);
    }
    const runtime::PlayEnd end = ends.of(board);
    solved.boards.push_back({std::move(board), value, end});
  }
  scene.boards = std::move(solved);
}

}  // namespace tesuji::tools

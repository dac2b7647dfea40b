#include "backend/players/percept_player.h"

#include <algorithm>
#include <utility>

namespace tesuji::driver {

PerceptPlayerOptions percept_options(const TreePlayerOptions& player) {
  PerceptPlayerOptions options;
  options.states.seed = options.search.seed = player.search.seed;
  options.search.exploration = player.search.exploration;
  options.search.memory = player.search.memory;
  options.search.step_limit = player.step_limit;
  return options;
}

PerceptPlayer::PerceptPlayer(std::shared_ptr<const runtime::Game> game, runtime::Role role,
                             const PerceptPlayerOptions& options)
    : game_(std::move(game)),
      role_(role),
      states_(game_, role, options.states),
      search_(game_, options.search) {}

std::optional<Thought> PerceptPlayer::think(const runtime::TreeSearchLimits& limits) {
  const std::vector<runtime::Move> legal = states_.legal();
  if (legal.empty()) return std::nullopt;
  Thought thought;
  thought.states = states_.states().size();
  thought.move = game_->move_name(legal.front());
  if (legal.size() == 1) return thought;
  const std::vector<runtime::MoveEstimate> estimates =
      search_.search(states_.states(), states_.weights(), role_, limits);
  for (const runtime::MoveEstimate& each : estimates) {
    if (!std::binary_search(legal.begin(), legal.end(), each.move)) continue;
    thought.moves.push_back({game_->move_name(each.move), each.value, each.visits, false});
  }
  if (thought.moves.empty()) return thought;
  thought.move = thought.moves.front().move;
  thought.value = thought.moves.front().value;
  thought.simulations = search_.simulations();
  return thought;
}

}  // namespace tesuji::driver

#include "learner/arena/search_opponent.h"

#include "backend/players/tree_player.h"

namespace tesuji::learner {

using runtime::StateSpace;

SearchOpponent::SearchOpponent(const driver::LoadedGame& game, const StateSpace& space,
                               std::uint64_t simulations, std::uint64_t seed,
                               const std::atomic<bool>* stop)
    : space_(space), simulations_(simulations), stop_(stop) {
  driver::TreePlayerOptions options;
  options.search.seed = seed;
  player_ = std::make_unique<driver::TreePlayer>(game, nullptr, options);
}

SearchOpponent::~SearchOpponent() = default;

std::uint32_t SearchOpponent::answer(runtime::Node& node, Learner&, runtime::Rng& random) {
  // Otherwise results for earlier states would make moves depend on the games before.
  player_->forget();
  player_->set_state(space_.state(node));
  const auto thought =
      player_->think(StateSpace::mover(node), {.simulations = simulations_, .stop = stop_});
  space_.poll();  // ends the run if it was stopped, because a move found in a hurry must not count
  const auto move = thought ? space_.game().find_move(thought->move) : std::nullopt;
  for (std::uint32_t edge = 0; move && edge < node.edge_count; ++edge) {
    if (node.edges[edge].move == *move) return edge;
  }
  return static_cast<std::uint32_t>(random.below(node.edge_count));
}

}  // namespace tesuji::learner

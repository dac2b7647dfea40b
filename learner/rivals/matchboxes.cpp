#include "learner/rivals/matchboxes.h"

#include <algorithm>
#include <numeric>

namespace tesuji::learner {

using runtime::StateSpace;

MatchboxOptions menace_options() {
  return {{4, 3, 2, 1}, 3, 1, -1, true, false};
}

MatchboxOptions her_options() {
  return {{1}, 0, 0, -1, true, true};
}

Learner::Choice Matchboxes::choose(runtime::Node& node, runtime::Rng& random) {
  const StateClasses::Place& place = classes_.of(node);
  const std::size_t moves = moves_[StateSpace::mover(node)]++;
  std::vector<std::uint32_t>& box = boxes_[place.state];
  if (box.empty()) {
    const std::size_t stage = std::min(moves, options_.beads.size() - 1);
    box.assign(place.move_classes, options_.beads[stage]);
  }
  const std::uint64_t beads = std::accumulate(box.begin(), box.end(), std::uint64_t{0});
  if (beads == 0) return {static_cast<std::uint32_t>(random.below(node.edge_count)), true};
  std::uint64_t bead = random.below(beads);
  std::uint32_t colour = 0;
  for (; bead >= box[colour]; ++colour) bead -= box[colour];
  const auto edge = std::find(place.moves.begin(), place.moves.end(), colour);
  return {static_cast<std::uint32_t>(edge - place.moves.begin()), false};
}

void Matchboxes::finish(const PlayedGame& game, runtime::Role learner) {
  const std::int32_t change = game.outcome == Outcome::won     ? options_.won
                              : game.outcome == Outcome::drawn ? options_.drawn
                                                               : options_.lost;
  for (std::size_t i = game.edges.size(); i-- > 0;) {
    const runtime::Node& node = *game.boards[i];
    if (StateSpace::mover(node) != learner) continue;
    const StateClasses::Place& place = classes_.of(node);
    const auto box = boxes_.find(place.state);
    if (box == boxes_.end()) continue;  // another learner chose
    std::uint32_t& beads = box->second[place.moves[game.edges[i]]];
    // A move from an empty box did not come from its beads.
    if (beads == 0) continue;
    beads = static_cast<std::uint32_t>(std::max<std::int64_t>(0, std::int64_t{beads} + change));
    if (game.outcome == Outcome::lost && options_.lost_last) return;
  }
}

std::vector<std::uint32_t> Matchboxes::beads(const runtime::Node& node) {
  const auto box = boxes_.find(classes_.of(node).state);
  return box == boxes_.end() ? std::vector<std::uint32_t>{} : box->second;
}

}  // namespace tesuji::learner

#include "learner/rivals/matchboxes.h"

#include <algorithm>
#include <numeric>

namespace tesuji::learner {

using runtime::StateSpace;

MatchboxOptions menace_options() {
  return {{4, 3, 2, 1}, 3, 1, -1, false};
}

MatchboxOptions her_options() {
  return {{1}, 0, 0, -1, true};
}

Learner::Choice Matchboxes::choose(runtime::Node& node, runtime::Rng& random) {
  std::vector<std::uint32_t>& box = boxes_[node.number];
  if (box.empty()) {
    const std::size_t stage = std::min(moves_, options_.beads.size() - 1);
    box.assign(node.edge_count, options_.beads[stage]);
  }
  ++moves_;
  const std::uint64_t beads = std::accumulate(box.begin(), box.end(), std::uint64_t{0});
  if (beads == 0) return {static_cast<std::uint32_t>(random.below(node.edge_count)), true};
  std::uint64_t bead = random.below(beads);
  std::uint32_t edge = 0;
  for (; bead >= box[edge]; ++edge) bead -= box[edge];
  return {edge, false};
}

void Matchboxes::finish(const PlayedGame& game, runtime::Role learner) {
  moves_ = 0;
  const std::int32_t change = game.outcome == Outcome::won     ? options_.won
                              : game.outcome == Outcome::drawn ? options_.drawn
                                                               : options_.lost;
  for (std::size_t i = game.edges.size(); i-- > 0;) {
    const runtime::Node& node = *game.boards[i];
    if (StateSpace::mover(node) != learner) continue;
    const auto box = boxes_.find(node.number);
    if (box == boxes_.end()) continue;  // the learner of an earlier run chose
    std::uint32_t& beads = box->second[game.edges[i]];
    // A move from an empty box was none of the box's.
    if (beads == 0) continue;
    beads = static_cast<std::uint32_t>(std::max<std::int64_t>(0, std::int64_t{beads} + change));
    if (game.outcome == Outcome::lost && options_.lost_last) return;
  }
}

std::vector<std::uint32_t> Matchboxes::beads(const runtime::Node& node) const {
  const auto box = boxes_.find(node.number);
  return box == boxes_.end() ? std::vector<std::uint32_t>{} : box->second;
}

}  // namespace tesuji::learner

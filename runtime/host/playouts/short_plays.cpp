#include "runtime/host/playouts/short_plays.h"

#include "runtime/host/playouts/fault_log.h"
#include "runtime/host/playouts/reachable_states.h"

#include <span>
#include <vector>

namespace tesuji::runtime {
namespace {

using Index = ReachableStates::Index;

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20U;

/// Returns the joint moves of a shortest play to a state, one after the other.
std::vector<Move> moves_to(const Game& game, const ReachableStates& states,
                           std::span<const Index> play) {
  std::vector<Move> moves;
  for (std::size_t i = 0; i + 1 < play.size(); ++i) {
    const std::vector<Move> joint =
        joint_between(game, states.state(play[i]), states.state(play[i + 1]));
    moves.insert(moves.end(), joint.begin(), joint.end());
  }
  return moves;
}

}  // namespace

void look_at_short_plays(const Game& game, std::uint64_t most_states, PlayFindings& findings) {
  FaultLog log(game, findings);
  const auto scratch = game.make_scratch();
  std::vector<std::vector<Move>> legal;
  const auto note = [&](const ReachableStates& states, Index i) {
    if (states.terminal(i)) findings.ends = true;
    const std::vector<Index> play = states.play_to(i);
    const PlayedWay way{{}, play.size() - 1, [&] { return moves_to(game, states, play); }};
    if (states.terminal(i)) {
      log.add_end(states.state(i), *scratch, way);
    } else {
      game.legal(states.state(i), *scratch, legal);
      log.add_stuck(states.state(i), legal, way);
    }
  };
  const ReachableStates states = ReachableStates::find(
      game, {.max_states = most_states, .memory_bytes = most_bytes, .on_end = note});
  if (states.end() == ReachableStates::End::all) findings.states = states.size();
}

}  // namespace tesuji::runtime

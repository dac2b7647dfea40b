// The states that a game can come to, as tests go through them.
#pragma once

#include "runtime/host/playouts/reachable_states.h"

#include <set>

namespace tesuji::tests {

/// Every state of play, finished ones included.
inline std::set<runtime::State> states_of_play(const runtime::Game& game) {
  const auto found = runtime::ReachableStates::find(game, {});
  std::set<runtime::State> states;
  for (runtime::ReachableStates::Index i = 0; i < found.size(); ++i) {
    const runtime::StateView state = found.state(i);
    states.emplace(state.begin(), state.end());
  }
  return states;
}

}  // namespace tesuji::tests

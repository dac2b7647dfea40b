#include "runtime/host/game/game_value.h"

#include <algorithm>
#include <array>

namespace tesuji::runtime {

GameValue final_value(StateSpace& space, const Node& node) {
  std::array<int, 2> goals;
  space.goal_values(node, goals);
  return {std::max(goals[0], 0) - std::max(goals[1], 0), 0, false};
}

}  // namespace tesuji::runtime

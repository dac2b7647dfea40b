#include "runtime/host/puzzles/puzzle.h"

#include "runtime/host/game/game.h"

#include <algorithm>

namespace tesuji::runtime {

bool is_puzzle(const Game& game) {
  return std::ranges::count_if(game.roles(),
                               [](const std::string& role) { return role != chance_role; }) == 1;
}

std::optional<int> replay_line(const Game& game, const PuzzleLine& line, Role role) {
  const auto scratch = game.make_scratch();
  State state(game.initial().begin(), game.initial().end());
  State next(state.size());
  std::vector<std::vector<Move>> legal;
  for (const std::vector<Move>& joint : line.moves) {
    if (game.terminal(state, *scratch)) return std::nullopt;
    game.legal(state, *scratch, legal);
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (!has_move(legal[i], joint[i])) return std::nullopt;
    }
    game.next(state, joint, *scratch, next);
    state.swap(next);
  }
  if (!game.terminal(state, *scratch)) return std::nullopt;
  std::vector<int> goals(game.roles().size());
  game.goal_values(state, *scratch, goals);
  return goals[role];
}

}  // namespace tesuji::runtime

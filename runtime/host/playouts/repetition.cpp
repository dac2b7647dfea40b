#include "runtime/host/playouts/repetition.h"

#include "runtime/host/playouts/state_table.h"

#include <vector>

namespace tesuji::runtime {

std::optional<Repetition> find_repetition(const Game& game, std::span<const Move> joint_moves) {
  const std::size_t roles = game.roles().size();
  const auto scratch = game.make_scratch();
  StateTable seen(game.state_words());
  std::vector<std::size_t> last{0};  // by state: the step that it was reached at last
  State state(game.initial().begin(), game.initial().end());
  State next(state.size());
  seen.add(state, 0);
  std::optional<Repetition> best;
  for (std::size_t step = 1; step * roles <= joint_moves.size(); ++step) {
    game.next(state, joint_moves.subspan((step - 1) * roles, roles), *scratch, next);
    state.swap(next);
    const StateTable::Place place = seen.add(state, 0);
    if (place.is_new) {
      last.push_back(step);
      continue;
    }
    const std::size_t before = last[place.index];
    last[place.index] = step;
    if (!best || step - before < best->moves) best = Repetition{before, step - before};
  }
  return best;
}

State state_after(const Game& game, std::span<const Move> joint_moves, std::size_t steps) {
  const std::size_t roles = game.roles().size();
  const auto scratch = game.make_scratch();
  State state(game.initial().begin(), game.initial().end());
  State next(state.size());
  for (std::size_t step = 0; step < steps; ++step) {
    game.next(state, joint_moves.subspan(step * roles, roles), *scratch, next);
    state.swap(next);
  }
  return state;
}

}  // namespace tesuji::runtime

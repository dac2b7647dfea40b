#include "tools/play/equal_moves.h"

#include "runtime/host/mcts/state_symmetries.h"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

namespace tesuji::tools {

void add_equal_moves(const runtime::Game& game, runtime::StateView state, runtime::Role role,
                     std::span<const runtime::Move> legal,
                     std::shared_ptr<const std::vector<runtime::NamedSymmetry>> symmetries,
                     driver::Thought& thought) {
  if (!symmetries || symmetries->empty() || thought.moves.empty() ||
      thought.moves.size() >= legal.size()) {
    return;
  }
  const runtime::StateSymmetries of_states(game, std::move(symmetries));
  const std::vector<std::size_t> first = of_states.first_of_each(state, role, legal);
  if (first.empty()) return;
  std::unordered_map<std::string, std::size_t> places;
  std::vector<std::string> names;
  for (const runtime::Move move : legal) {
    names.push_back(game.move_name(move));
    places.emplace(names.back(), names.size() - 1);
  }
  std::vector<bool> has_value(legal.size());
  for (const driver::MoveValue& each : thought.moves) {
    const auto place = places.find(each.move);
    if (place != places.end()) has_value[place->second] = true;
  }
  std::vector<driver::MoveValue> all;
  for (const driver::MoveValue& each : thought.moves) {
    all.push_back(each);
    const auto place = places.find(each.move);
    if (place == places.end()) continue;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (has_value[i] || first[i] != first[place->second]) continue;
      has_value[i] = true;
      all.push_back({names[i], each.value, each.visits, each.proven});
    }
  }
  thought.moves = std::move(all);
}

}  // namespace tesuji::tools

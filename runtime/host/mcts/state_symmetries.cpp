#include "runtime/host/mcts/state_symmetries.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>

namespace tesuji::runtime {
bool StateSymmetries::leave_one_of_each(StateView state, Role role,
                                        std::vector<Move>& moves) const {
  const std::vector<std::string> fluents = game_.fluents(state);
  std::vector<std::string> images(fluents.size());
  std::vector<std::size_t> first;  // by place of a move: the first move known to be equivalent
  std::unordered_map<std::string, std::size_t> place;
  std::vector<std::string> names;
  bool any = false;
  for (const NamedSymmetry& symmetry : *symmetries_) {
    std::transform(fluents.begin(), fluents.end(), images.begin(),
                   [&](const std::string& fluent) { return image(symmetry.fluents, fluent); });
    std::sort(images.begin(), images.end());
    if (images != fluents) continue;
    if (!any) {
      for (const Move move : moves) {
        first.push_back(names.size());
        names.push_back(game_.move_name(move));
        place.emplace(names.back(), first.back());
      }
      any = true;
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto other = place.find(image(symmetry.moves[role], names[i]));
      if (other == place.end()) continue;
      std::size_t a = i;
      std::size_t b = other->second;
      while (first[a] != a) a = first[a];
      while (first[b] != b) b = first[b];
      first[std::max(a, b)] = std::min(a, b);
    }
  }
  if (!any) return false;
  std::vector<Move> left;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (first[i] == i) left.push_back(moves[i]);
  }
  moves = std::move(left);
  return true;
}

}  // namespace tesuji::runtime

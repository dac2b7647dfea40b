#include "runtime/host/mcts/state_symmetries.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>

namespace tesuji::runtime {
namespace {

bool holds(StateView state, std::uint64_t bit) {
  if (bit == never_holds || bit == always_holds) return bit == always_holds;
  return (state[bit / 64] >> (bit % 64) & 1U) != 0;
}

/// Classes of equivalent moves, by their places.
class MoveClasses {
 public:
  explicit MoveClasses(std::size_t count) : first_(count) {
    std::iota(first_.begin(), first_.end(), std::size_t{0});
  }

  void join(std::size_t a, std::size_t b) {
    while (first_[a] != a) a = first_[a];
    while (first_[b] != b) b = first_[b];
    first_[std::max(a, b)] = std::min(a, b);
  }

  /// Returns for each move the first one of its class.
  [[nodiscard]] std::vector<std::size_t> first_of_each() const {
    std::vector<std::size_t> first = first_;
    // A move before it has its result already.
    for (std::size_t i = 0; i < first.size(); ++i) first[i] = first[first[i]];
    return first;
  }

 private:
  std::vector<std::size_t> first_;  ///< a move of the same class that is not after it
};

}  // namespace

StateSymmetries::StateSymmetries(const Game& game,
                                 std::shared_ptr<const std::vector<NamedSymmetry>> symmetries)
    : game_(game), symmetries_(std::move(symmetries)) {
  add_bit_symmetries();
}

void StateSymmetries::add_bit_symmetries() {
  std::unordered_map<std::string, std::size_t> places;
  std::vector<std::string> fluents;
  for (const NamedSymmetry& symmetry : *symmetries_) {
    for (const auto& [fluent, become] : symmetry.fluents) {
      for (const std::string& each : {fluent, become}) {
        if (places.emplace(each, fluents.size()).second) fluents.push_back(each);
      }
    }
  }
  const std::optional<std::vector<std::uint64_t>> bits = bits_of(game_, fluents);
  if (!bits) return;
  for (const NamedSymmetry& symmetry : *symmetries_) {
    BitSymmetry& made = bits_.emplace_back();
    for (const auto& [fluent, become] : symmetry.fluents) {
      const std::uint64_t from = (*bits)[places.at(fluent)];
      const std::uint64_t to = (*bits)[places.at(become)];
      if (from != to) made.pairs.emplace_back(from, to);
    }
    for (const TermPermutation& moves : symmetry.moves) {
      auto& changed = made.moves.emplace_back();
      for (const auto& [move, become] : moves) {
        const std::optional<Move> from = game_.find_move(move);
        const std::optional<Move> to = game_.find_move(become);
        if (from && to) changed.emplace(*from, *to);  // others are never legal
      }
    }
  }
}

bool StateSymmetries::leave_one_of_each(StateView state, Role role,
                                        std::vector<Move>& moves) const {
  const std::vector<std::size_t> first = first_of_each(state, role, moves);
  if (first.empty()) return false;
  std::vector<Move> left;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (first[i] == i) left.push_back(moves[i]);
  }
  moves = std::move(left);
  return true;
}

std::vector<std::size_t> StateSymmetries::first_of_each(StateView state, Role role,
                                                        std::span<const Move> moves) const {
  return bits_.empty() ? first_by_names(state, role, moves) : first_by_bits(state, role, moves);
}

std::vector<std::size_t> StateSymmetries::first_by_bits(StateView state, Role role,
                                                        std::span<const Move> moves) const {
  std::optional<MoveClasses> classes;
  std::unordered_map<Move, std::size_t> places;
  for (const BitSymmetry& symmetry : bits_) {
    if (!std::all_of(symmetry.pairs.begin(), symmetry.pairs.end(), [&](const auto& pair) {
          return holds(state, pair.first) == holds(state, pair.second);
        })) {
      continue;
    }
    if (!classes) {
      classes.emplace(moves.size());
      for (std::size_t i = 0; i < moves.size(); ++i) places.emplace(moves[i], i);
    }
    const std::unordered_map<Move, Move>& changed = symmetry.moves[role];
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto become = changed.find(moves[i]);
      if (become == changed.end()) continue;
      const auto other = places.find(become->second);
      if (other != places.end()) classes->join(i, other->second);
    }
  }
  return classes ? classes->first_of_each() : std::vector<std::size_t>();
}

std::vector<std::size_t> StateSymmetries::first_by_names(StateView state, Role role,
                                                         std::span<const Move> moves) const {
  const std::vector<std::string> fluents = game_.fluents(state);
  std::vector<std::string> images(fluents.size());
  std::optional<MoveClasses> classes;
  std::unordered_map<std::string, std::size_t> places;
  std::vector<std::string> names;
  for (const NamedSymmetry& symmetry : *symmetries_) {
    std::transform(fluents.begin(), fluents.end(), images.begin(),
                   [&](const std::string& fluent) { return image(symmetry.fluents, fluent); });
    std::sort(images.begin(), images.end());
    if (images != fluents) continue;
    if (!classes) {
      classes.emplace(moves.size());
      for (const Move move : moves) {
        names.push_back(game_.move_name(move));
        places.emplace(names.back(), names.size() - 1);
      }
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto other = places.find(image(symmetry.moves[role], names[i]));
      if (other != places.end()) classes->join(i, other->second);
    }
  }
  return classes ? classes->first_of_each() : std::vector<std::size_t>();
}

}  // namespace tesuji::runtime

// Chooses among equally good moves.
#pragma once

#include "runtime/host/game/game.h"

#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>

namespace tesuji::runtime {

/// An order of moves, the same for both roles: those of a list in its order, then all others in
/// the game's order of moves. Immutable.
class MovePreference {
 public:
  /// The game's order of moves.
  MovePreference() = default;
  /// A move that is listed twice has its first place.
  explicit MovePreference(std::span<const Move> order) {
    for (const Move move : order) places_.emplace(move, static_cast<std::uint32_t>(places_.size()));
  }
  /// The game's order of moves, backwards.
  [[nodiscard]] static MovePreference last_first() {
    MovePreference result;
    result.backwards_ = true;
    return result;
  }

  /// Whether `later` goes before `earlier`, which comes first in the game's order of moves.
  [[nodiscard]] bool prefers(Move later, Move earlier) const {
    return backwards_ || place(later) < place(earlier);
  }

 private:
  [[nodiscard]] std::uint32_t place(Move move) const {
    const auto found = places_.find(move);
    return found == places_.end() ? std::numeric_limits<std::uint32_t>::max() : found->second;
  }

  std::unordered_map<Move, std::uint32_t> places_;
  bool backwards_ = false;
};

}  // namespace tesuji::runtime

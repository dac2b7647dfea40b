// Enumerates the joint moves of a state.
#pragma once

#include "runtime/host/game/game.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Iterates over all choices of a legal move per role, like an odometer: the last role's move
/// changes fastest.
class JointMoves {
 public:
  /// `legal` must outlive this, and not change.
  explicit JointMoves(const std::vector<std::vector<Move>>& legal) : legal_(legal) {
    for (const auto& moves : legal) joint_.push_back(moves.empty() ? 0 : moves.front());
    at_.resize(legal.size());
  }

  /// Returns the number of joint moves, 0 if a role has no move; at most 2^62.
  [[nodiscard]] std::uint64_t count() const {
    constexpr std::uint64_t most = std::uint64_t{1} << 62U;
    std::uint64_t product = 1;
    for (const auto& moves : legal_) {
      if (moves.empty()) return 0;
      product = product > most / moves.size() ? most : product * moves.size();
    }
    return product;
  }

  /// Returns the current joint move, at first the first one; count() must not be 0.
  [[nodiscard]] std::span<const Move> joint() const { return joint_; }

  /// Moves to the next one; returns false after the last one, and restarts at the first.
  bool advance() {
    for (std::size_t role = legal_.size(); role-- > 0;) {
      if (++at_[role] < legal_[role].size()) {
        joint_[role] = legal_[role][at_[role]];
        return true;
      }
      at_[role] = 0;
      joint_[role] = legal_[role].front();
    }
    return false;
  }

 private:
  const std::vector<std::vector<Move>>& legal_;
  std::vector<std::size_t> at_;
  std::vector<Move> joint_;
};

}  // namespace tesuji::runtime

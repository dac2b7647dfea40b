// Counts what can be reached in a number of moves, layer by layer ("perft" of
// chess programs, here for joint moves): a strong and cheap check of a game.
#pragma once

#include "runtime/host/game.h"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

namespace tesuji::runtime {

__extension__ using Count = unsigned __int128;

/// Decimal digits of a count.
[[nodiscard]] std::string decimal(Count count);

/// Walks the game breadth first. States that several sequences reach are
/// expanded once, and how many reach them is counted along.
class Perft {
 public:
  /// At most `budget` transitions are computed in all. The game must outlive it.
  Perft(const Game& game, std::uint64_t budget);

  /// One joint move deeper. False when the budget ran out on the way; the layer
  /// stays as it was. Throws LimitReached as the game does.
  [[nodiscard]] bool deepen();

  /// Joint moves from the initial state to the layer; 0 at first.
  [[nodiscard]] std::uint32_t depth() const { return depth_; }
  /// Sequences of exactly depth() joint moves (terminal states are not expanded);
  /// modulo 2^128.
  [[nodiscard]] Count sequences() const;
  /// Those of them that end in a terminal state.
  [[nodiscard]] Count terminal() const;
  /// Different states after depth() joint moves.
  [[nodiscard]] std::size_t distinct() const { return layer_.size(); }
  /// Transitions computed so far.
  [[nodiscard]] std::uint64_t transitions() const { return transitions_; }
  /// Every different state of the layer, in no particular order.
  void for_each_state(const std::function<void(StateView)>& visit) const;

 private:
  struct HashState {
    std::size_t operator()(const State& state) const;
  };
  using Layer = std::unordered_map<State, Count, HashState>;

  bool expand(const State& state, Count sequences, Layer& below);

  const Game& game_;
  std::unique_ptr<Scratch> scratch_;
  Layer layer_;
  std::uint64_t budget_;
  std::uint64_t transitions_ = 0;
  std::uint32_t depth_ = 0;
  std::vector<std::vector<Move>> legal_;
};

}  // namespace tesuji::runtime

// Counts the distinct solutions of logical features in positions, by compiled entries. Source:
// Kaneko, Yamaguchi, Kawai, An Efficient Evaluation Method for Logical Features by the Relational
// Algebra, section 3.
#pragma once

#include "runtime/core/tesuji/abi.h"
#include "runtime/core/tesuji/game_data.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/tabled_game.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Counts what holds in one position after the other. Immutable; what a call needs besides is in a
/// ScratchMemory, one per thread.
class FeatureCounter {
 public:
  /// The features of a game of make_c_game, of this kind, that has some.
  FeatureCounter(std::shared_ptr<const Game> game, CGameKind kind);

  /// By an entry of a module. `tables`: of the positions. `entry` may be null where no feature can
  /// have a solution; `keep` owns what it and `self` need.
  FeatureCounter(const GameTables& tables, const std::vector<FeaturePlace>& features,
                 tsj_entry entry, const void* self, std::shared_ptr<const void> keep);

  /// A library's counter looks at the flag of the StopScope in which its memory was made
  /// (runtime/host/game/stop.h); others at that of the one around each call.
  [[nodiscard]] std::unique_ptr<ScratchMemory> make_memory() const;

  /// `values`: one for each feature. Saturates at 2^64 - 1. Throws LimitReached, Stopped.
  void count(StateView state, ScratchMemory& memory, std::span<std::uint64_t> values) const;

 private:
  std::shared_ptr<const Game> game_;
  CGameKind kind_;
  const tsj_plugin& plugin_;
};

}  // namespace tesuji::runtime

// Logical features of positions: numbers of distinct solutions, from compiled entries.
// Source: Kaneko, Yamaguchi, Kawai, An Efficient Evaluation Method for Logical Features by the
// Relational Algebra, section 3.
#pragma once

#include "runtime/core/tesuji/abi.h"
#include "runtime/host/game.h"
#include "runtime/host/state_codec.h"
#include "runtime/host/tabled_game.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Where the rows of a part of a feature are after the entry `feature` was run.
struct PartPlace {
  enum class Storage : std::uint8_t { bits, table };
  Storage storage = Storage::bits;
  std::uint32_t offset = 0;  ///< bits: bytes into scratch memory
  std::uint32_t words = 0;   ///< bits: 8-byte words
  std::uint32_t table = 0;
};

/// The parts of a feature, whose value is the product of their numbers of rows.
using FeaturePlace = std::vector<PartPlace>;

/// Counts what holds in one position after the other. Immutable; what a call needs besides is in a
/// Scratch, one per thread.
class FeatureCounter {
 public:
  /// `tables`: of the positions. `entry` may be null where no feature can have a solution;
  /// `keep` owns what it and `self` need.
  FeatureCounter(const GameTables& tables, std::vector<FeaturePlace> features, tsj_entry entry,
                 const void* self, std::shared_ptr<const void> keep);

  [[nodiscard]] std::size_t size() const { return features_.size(); }
  [[nodiscard]] std::unique_ptr<ScratchBlock> make_scratch() const;

  /// `values` has size() elements. Saturates at 2^64 - 1. Throws LimitReached.
  void count(StateView state, ScratchBlock& scratch, std::span<std::uint64_t> values) const;

 private:
  std::vector<TableShape> shapes_;
  std::uint32_t scratch_size_;
  StateCodec codec_;
  std::vector<FeaturePlace> features_;
  tsj_entry entry_;
  const void* self_;
  std::shared_ptr<const void> keep_;
};

}  // namespace tesuji::runtime

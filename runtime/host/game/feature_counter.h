// Counts the distinct solutions of logical features in positions, by compiled entries. Source:
// Kaneko, Yamaguchi, Kawai, An Efficient Evaluation Method for Logical Features by the Relational
// Algebra, section 3.
#pragma once

#include "runtime/core/tesuji/abi.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/state_codec.h"
#include "runtime/host/game/tabled_game.h"

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
/// Memory, one per thread, which its counter has to outlive.
class FeatureCounter {
 public:
  class Memory {
   public:
    virtual ~Memory() = default;
  };

  virtual ~FeatureCounter() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// A plugin's counter looks at the flag of the StopScope in which its memory was made
  /// (runtime/host/game/stop.h); others at that of the one around each call.
  [[nodiscard]] virtual std::unique_ptr<Memory> make_memory() const = 0;

  /// `values` has size() elements. Saturates at 2^64 - 1. Throws LimitReached, Stopped.
  virtual void count(StateView state, Memory& memory, std::span<std::uint64_t> values) const = 0;
};

/// By an entry of a module.
class EntryFeatureCounter final : public FeatureCounter {
 public:
  /// `tables`: of the positions. `entry` may be null where no feature can have a solution;
  /// `keep` owns what it and `self` need.
  EntryFeatureCounter(const GameTables& tables, std::vector<FeaturePlace> features, tsj_entry entry,
                      const void* self, std::shared_ptr<const void> keep);

  [[nodiscard]] std::size_t size() const override { return features_.size(); }
  [[nodiscard]] std::unique_ptr<Memory> make_memory() const override;
  void count(StateView state, Memory& memory, std::span<std::uint64_t> values) const override;

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

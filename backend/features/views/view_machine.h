// Updates the values of features as positions change.
#pragma once

#include "backend/features/views/view_net.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::views {

/// Working memory of one thread. Begins with the position in which no fluent is true.
class ViewMachine {
 public:
  /// The net must outlive it.
  explicit ViewMachine(const ViewNet& net);

  /// Moves to any position; the cost grows with the difference from the previous one. Throws
  /// Stopped if the flag of a StopScope is set (runtime/host/game/stop.h); `values` are then
  /// invalid until another move_to succeeds.
  void move_to(runtime::StateView position);

  /// Values of all features in the current position. They saturate at 2^64 - 1.
  [[nodiscard]] std::span<const std::uint64_t> values() const { return values_; }

 private:
  [[nodiscard]] bool holds(NodeId node) const { return (on_[node / 64] >> (node % 64) & 1U) != 0; }
  [[nodiscard]] bool is_there(Slot slot) const {
    return (there_[slot / 64] >> (slot % 64) & 1U) != 0;
  }
  void look_whether_to_stop() const;
  void mark(Target target) { dirty_[target / 64] |= std::uint64_t{1} << (target % 64); }
  template <bool more>
  void count(Target target);
  template <bool more>
  void turn(NodeId first);
  template <bool there>
  void tell_readers(Slot slot);
  void flip(Slot slot);
  template <typename Action>
  void each_dirty(Target begin, Target end, const Action& action);
  void settle_cycle(std::uint32_t cycle);
  void settle();
  void renew(std::uint32_t feature);

  const ViewNet& net_;
  const std::atomic<bool>* stop_ = nullptr;  ///< of the current call; may be null
  runtime::State position_;
  std::vector<std::uint64_t> on_;     ///< by node, one bit
  std::vector<std::uint64_t> there_;  ///< by slot, one bit
  /// By target: number of conjunctions that hold. For inputs: 0 or 1.
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint64_t> dirty_;     ///< by target, one bit: to be updated
  std::vector<std::uint32_t> cycle_of_;  ///< by target; empty if there are no cycles
  std::vector<std::uint8_t> lost_;       ///< by cycle: one of its slots lost a support
  std::vector<std::uint64_t> values_;
};

}  // namespace tesuji::views

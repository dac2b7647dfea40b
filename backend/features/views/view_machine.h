// Updates the values of features as positions change.
#pragma once

#include "backend/features/views/view_net.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::views {

/// Memory of one thread. Begins with the position in which nothing is there.
class ViewMachine {
 public:
  /// The net must outlive it.
  explicit ViewMachine(const ViewNet& net);

  /// Goes to a position, whichever it is; what it takes grows with what is other than before.
  /// Throws Stopped where the flag of a StopScope is set (runtime/host/game/stop.h); then `values`
  /// are of no position until it has gone to one.
  void move_to(runtime::StateView position);

  /// Of all features, in the present position. Saturate at 2^64 - 1.
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
  const std::atomic<bool>* stop_ = nullptr;  ///< of the present call; may be null
  runtime::State position_;
  std::vector<std::uint64_t> on_;     ///< by node, a bit
  std::vector<std::uint64_t> there_;  ///< by slot, a bit
  /// By target: conjunctions that hold. Of inputs: 0 or 1.
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint64_t> dirty_;     ///< by target, a bit: to be looked at
  std::vector<std::uint32_t> cycle_of_;  ///< by target; empty if there are no cycles
  std::vector<std::uint8_t> lost_;       ///< by cycle: a support of one of its slots was withdrawn
  std::vector<std::uint64_t> values_;
};

}  // namespace tesuji::views

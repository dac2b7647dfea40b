// ORDER. Targets that may have changed are dirty, and are updated by rank, each after all targets
// on which it depends. When a slot changes, all nodes that read it are updated before the next
// target. So at any time a node holds if its parent holds and its slot is true (or not, if
// negated), except for nodes that are still to be updated.
//
// CYCLES. A slot in a cycle may have only supports that depend on itself. When such a slot loses a
// support, all slots of the cycle are cleared; then those that have supports outside the cycle are
// set again, and all slots that these support. There is no negation inside a cycle.
//
// STOPPING. Between two targets, everything not updated yet is marked dirty. So after a stop, a
// later call can continue, even to another position.
#include "backend/features/views/view_machine.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/saturating.h"

#include <algorithm>
#include <bit>

namespace tesuji::views {

namespace {

constexpr std::uint32_t no_cycle = ~std::uint32_t{0};

}  // namespace

ViewMachine::ViewMachine(const ViewNet& net)
    : net_(net),
      position_((net.inputs.size() + 63) / 64),
      on_((net.nodes.size() + 63) / 64),
      there_((std::size_t{net.slots} + 63) / 64),
      counts_(net.slots + net.bases.size()),
      dirty_((counts_.size() + 63) / 64),
      lost_(net.cycles.size()),
      values_(net.counters.size()) {
  if (!net.cycles.empty()) {
    cycle_of_.resize(counts_.size(), no_cycle);
    for (std::uint32_t c = 0; c < net.cycles.size(); ++c) {
      for (Slot slot = net.cycles[c].begin; slot < net.cycles[c].end; ++slot) cycle_of_[slot] = c;
    }
  }
  there_[net.always / 64] |= std::uint64_t{1} << (net.always % 64);
  counts_[net.always] = 1;
  for (std::size_t counter = 0; counter < net.bases.size(); ++counter) {
    counts_[net.slots + counter] = net.bases[counter];
    mark(static_cast<Target>(net.slots + counter));
  }
  turn<true>(0);
  settle();
}

void ViewMachine::look_whether_to_stop() const {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw runtime::Stopped();
}

/// Adds one conjunction that holds, or removes one.
template <bool more>
void ViewMachine::count(Target target) {
  const std::uint32_t count = counts_[target] += more ? 1 : -1;
  const bool look = (count == (more ? 1 : 0)) | (target >= net_.slots);
  dirty_[target / 64] |= std::uint64_t{look} << (target % 64);
  if (!more && !cycle_of_.empty() && cycle_of_[target] != no_cycle) {
    lost_[cycle_of_[target]] = 1;
    mark(target);
  }
}

/// Sets or clears a node, and updates the nodes below it.
template <bool more>
void ViewMachine::turn(NodeId first) {
  on_[first / 64] ^= std::uint64_t{1} << (first % 64);
  const Node top = net_.nodes[first];
  if (top.last != 0) return count<more>(top.to);
  for (NodeId node = first + 1; node < top.to;) {
    const Node one = net_.nodes[node];
    // Before the change none of them holds; or after it none does.
    const bool change = more ? is_there(one.slot) != (one.negated != 0) : holds(node);
    on_[node / 64] ^= std::uint64_t{change} << (node % 64);
    if (one.last != 0) {
      if (change) count<more>(one.to);
      ++node;
    } else {
      node = change ? node + 1 : one.to;
    }
  }
}

template <bool there>
void ViewMachine::tell_readers(Slot slot) {
  const SlotReaders* const of = &net_.readers_of[slot];
  for (std::uint32_t i = of[0].copies; i < of[1].copies; ++i) count<there>(net_.copies[i]);
  for (std::uint32_t i = of[0].readers; i < of[1].readers; ++i) {
    const Reader reader = net_.readers[i];
    if (!holds(reader.parent)) continue;
    // A slot occurs at most once in a conjunction, so the node was not updated by the other
    // readers.
    there != (reader.negated != 0) ? turn<true>(reader.node) : turn<false>(reader.node);
  }
}

void ViewMachine::flip(Slot slot) {
  there_[slot / 64] ^= std::uint64_t{1} << (slot % 64);
  is_there(slot) ? tell_readers<true>(slot) : tell_readers<false>(slot);
}

/// Processes the dirty slots of [begin, end), including those that become dirty meanwhile;
/// afterwards none is dirty.
template <typename Action>
void ViewMachine::each_dirty(Target begin, Target end, const Action& action) {
  for (bool any = true; any;) {
    any = false;
    for (std::size_t word = begin / 64; word < (std::size_t{end} + 63) / 64; ++word) {
      std::uint64_t within = ~std::uint64_t{0};
      if (word == begin / 64) within &= ~std::uint64_t{0} << (begin % 64);
      if (word == end / 64) within &= (std::uint64_t{1} << (end % 64)) - 1;
      while ((dirty_[word] & within) != 0) {
        look_whether_to_stop();
        const auto bit = static_cast<std::size_t>(std::countr_zero(dirty_[word] & within));
        dirty_[word] &= ~(std::uint64_t{1} << bit);
        action(static_cast<Target>(64 * word + bit));
        any = true;
      }
    }
  }
}

void ViewMachine::settle_cycle(std::uint32_t cycle) {
  const auto [begin, end] = net_.cycles[cycle];
  if (lost_[cycle] != 0) {
    for (Slot slot = begin; slot < end; ++slot) {
      if (is_there(slot)) flip(slot);
    }
    lost_[cycle] = 0;
    for (Slot slot = begin; slot < end; ++slot) {
      if (counts_[slot] != 0) mark(slot);
    }
  }
  each_dirty(begin, end, [&](Slot slot) {
    if (!is_there(slot) && counts_[slot] != 0) flip(slot);
  });
}

void ViewMachine::settle() {
  const Target slots = net_.slots;
  for (std::size_t word = 0; word < dirty_.size(); ++word) {
    while (dirty_[word] != 0) {
      look_whether_to_stop();
      const auto bit = static_cast<std::size_t>(std::countr_zero(dirty_[word]));
      const auto target = static_cast<Target>(64 * word + bit);
      if (!cycle_of_.empty() && cycle_of_[target] != no_cycle) {
        settle_cycle(cycle_of_[target]);
        continue;
      }
      dirty_[word] &= dirty_[word] - 1;
      if (target >= slots) {
        for (const std::uint32_t feature : net_.features_of[target - slots]) renew(feature);
      } else if (is_there(target) != (counts_[target] != 0)) {
        flip(target);
      }
    }
  }
}

void ViewMachine::renew(std::uint32_t feature) {
  std::uint64_t value = 1;
  for (const std::uint32_t counter : net_.counters[feature]) {
    value = runtime::saturating_product(value, counts_[net_.slots + counter]);
  }
  values_[feature] = value;
}

void ViewMachine::move_to(runtime::StateView position) {
  stop_ = runtime::requested_stop();
  for (std::size_t word = 0; word < position_.size(); ++word) {
    std::uint64_t change = position_[word] ^ position[word];
    position_[word] = position[word];
    for (; change != 0; change &= change - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(change));
      const std::size_t input = 64 * word + bit;
      const Slot slot = input < net_.inputs.size() ? net_.inputs[input] : no_input;
      if (slot == no_input) continue;
      counts_[slot] = static_cast<std::uint32_t>(position[word] >> bit & 1U);
      mark(slot);
    }
  }
  settle();
}

}  // namespace tesuji::views

// Counts of pairs of signals: a hash table without a node for each pair, since share_pairs spends
// its time on looking pairs up.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// Open addressing with linear probing, after Knuth, TAOCP 6.4. What is taken out leaves its slot
/// occupied, for a pair that often comes back.
class PairCounts {
 public:
  using Pair = std::uint64_t;

  /// Makes room for so many pairs.
  void reserve(std::size_t pairs) {
    const std::size_t slots = std::bit_ceil(2 * pairs + least_slots);
    if (slots > slots_.size()) move_to(slots);
  }

  /// Null where there is none.
  [[nodiscard]] std::uint32_t* find(Pair pair) {
    if (slots_.empty()) return nullptr;
    Slot& slot = slots_[place_of(pair)];
    return slot.pair == pair && slot.count != taken_out ? &slot.count : nullptr;
  }

  /// The count, and whether it is new; then it is 0.
  std::pair<std::uint32_t*, bool> add(Pair pair) {
    if (2 * used_ >= slots_.size()) move_to(2 * slots_.size() + least_slots);
    Slot& slot = slots_[place_of(pair)];
    if (slot.pair == pair && slot.count != taken_out) return {&slot.count, false};
    if (slot.pair != pair) ++used_;
    slot = {pair, 0};
    return {&slot.count, true};
  }

  void erase(Pair pair) {
    if (std::uint32_t* const count = find(pair)) *count = taken_out;
  }

 private:
  static constexpr Pair none = ~Pair{0};
  static constexpr std::uint32_t taken_out = UINT32_MAX;
  static constexpr std::size_t least_slots = 64;  ///< a power of two
  static constexpr std::uint64_t block_slots = 32;

  struct Slot {
    Pair pair = none;
    std::uint32_t count = 0;
  };

  /// The slot that has the pair, or the free one where it would be.
  [[nodiscard]] std::size_t place_of(Pair pair) const {
    // Signals beside each other mostly have the same pairs, which are looked up one after the
    // other. So these lie side by side, but not more than a few: long runs would have to be walked
    // over.
    const std::uint64_t golden = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
    const Pair block = pair / block_slots;
    const std::uint64_t hash = ((block ^ block >> 32U) * golden >> 32U) * block_slots;
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = static_cast<std::size_t>(hash + pair % block_slots) & mask;
    while (slots_[place].pair != pair && slots_[place].pair != none) place = (place + 1) & mask;
    return place;
  }

  void move_to(std::size_t slots) {
    std::vector<Slot> old(std::bit_ceil(slots));
    old.swap(slots_);
    used_ = 0;
    for (const Slot& slot : old) {
      if (slot.pair == none || slot.count == taken_out) continue;
      slots_[place_of(slot.pair)] = slot;
      ++used_;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;  ///< slots that are not free
};

}  // namespace tesuji::passes

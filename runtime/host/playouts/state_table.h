// Stores a set of states in the order of their discovery, each with the state from which it was
// discovered.
//
// States lie in chunks, so that growing moves none of them. The hash table has for each state a
// 32-bit index and 32 bits of its hash, and orders its places by these bits: so growing reads no
// states, and few lookups compare states. Large states may be packed, because nearly all words of
// most of them are 0.
#pragma once

#include "runtime/host/game/game.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::runtime {

class StateTable {
 public:
  using Index = std::uint32_t;
  static constexpr Index most_states = 3'000'000'000;

  enum class Storage : std::uint8_t {
    whole,  ///< state() is available
    least,  ///< large states are packed
  };

  /// For states of this many words. `ignored`: bits that are ignored in comparisons; empty: none.
  /// Of states that differ only in these, the first one is kept.
  explicit StateTable(std::size_t words, State ignored = {}, Storage storage = Storage::whole);

  [[nodiscard]] Index size() const { return size_; }
  /// Requires Storage::whole. Valid as long as the table.
  [[nodiscard]] StateView state(Index i) const {
    return {chunks_[i / chunk_states_].get() + (i % chunk_states_) * words_, words_};
  }
  /// Returns the state, which may lie in `buffer`.
  [[nodiscard]] StateView load(Index i, State& buffer) const;
  /// Returns the state from which it was discovered; the first state is its own parent.
  [[nodiscard]] Index parent(Index i) const { return parents_[i]; }
  /// Returns the states from the first one to this one, each the parent of the next.
  [[nodiscard]] std::vector<Index> path_to(Index i) const;

  /// Returns the bytes used after one more state is added.
  [[nodiscard]] std::uint64_t bytes_with_another() const;

  [[nodiscard]] std::uint32_t hash(StateView state) const;
  /// Loads the place where a state of this hash would be into the processor's cache.
  void prefetch(std::uint32_t hash) const { __builtin_prefetch(&slots_[place_of(hash)]); }

  /// Returns the state's index; nothing if the table does not contain it.
  [[nodiscard]] std::optional<Index> find(StateView state, std::uint32_t hash) const {
    const std::size_t place = slot_of(state, hash);
    if (slots_[place] == 0) return std::nullopt;
    return static_cast<Index>(slots_[place]) - 1;
  }
  struct Place {
    Index index = 0;
    bool is_new = false;
  };
  /// Returns the state's index; adds it if it is new. At most `most_states` states.
  Place add(StateView state, std::uint32_t hash, Index parent);
  Place add(StateView state, Index parent) { return add(state, hash(state), parent); }

 private:
  /// The upper half: the hash; the lower half: an index + 1, or 0.
  using Slot = std::uint64_t;

  [[nodiscard]] std::size_t place_of(std::uint32_t hash) const { return hash >> slot_shift_; }
  [[nodiscard]] std::size_t after(std::size_t place) const {
    return (place + 1) & (slots_.size() - 1);
  }
  /// Returns the slot of the state, or the free slot for it.
  [[nodiscard]] std::size_t slot_of(StateView state, std::uint32_t hash) const;
  [[nodiscard]] bool is_full() const { return std::size_t{size_} * 4 >= slots_.size() * 3; }
  [[nodiscard]] bool equal(Index i, StateView state) const;
  void store(StateView state);
  void store_packed(StateView state);
  [[nodiscard]] const std::uint64_t* packed(Index i) const {
    return chunks_[offsets_[i] / chunk_words].get() + offsets_[i] % chunk_words;
  }
  void grow();

  static constexpr std::size_t chunk_words = std::size_t{1} << 17U;  ///< of packed states

  std::size_t words_;
  bool is_packed_;
  State kept_;                ///< mask of the bits that are compared; empty: all
  std::size_t chunk_states_;  ///< states per chunk
  Index size_ = 0;
  std::vector<std::unique_ptr<std::uint64_t[]>> chunks_;
  std::vector<std::uint64_t> offsets_;  ///< packed: of each state, in words across all chunks
  std::uint64_t packed_words_ = 0;      ///< packed: where the next state begins, if it fits there
  mutable State buffer_;                ///< packed: buffer for comparisons
  std::vector<Index> parents_;
  std::vector<Slot> slots_;  ///< its size is a power of two; at most three quarters are used
  unsigned slot_shift_;      ///< 32 minus log2 of the size
};

}  // namespace tesuji::runtime

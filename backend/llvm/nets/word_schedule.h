// Schedules a net's nodes by whole words: 64 conjunctions at a time.
//
// A *pack* is up to 64 conjunctions, one in each lane (bit) of a word. Their first inputs are
// gathered into one word from the words where they lie, likewise the second ones, and so on; the
// gathered words are ANDed. One instruction gathers any 64 bits of one word (AVX-512's
// vpshufbitqmb), so a pack needs one for each different word from which each of its slots gathers,
// for any net. Packs of the same level of the net do not depend on each other. Nodes are packed
// either in the order in which answers first need them, which keeps related nodes together, or
// sorted by the words that they read: whichever is cheaper.
//
// Conjunctions with many inputs, and those of a small pack, are computed separately, by comparing
// whole words with masks. So chains of conjunctions without other users are merged.
#pragma once

#include "ir/nets/net.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// A bit of a source: words of the state come first, then words of moves, then words of packs in
/// their order.
struct SourceBit {
  std::uint32_t word = 0;
  std::uint32_t bit = 0;
  bool complemented = false;
};

/// The conjunction of these inputs (true without inputs), or its complement.
struct WordLane {
  std::uint32_t lane = 0;
  bool complemented = false;
  bool apart = false;             ///< computed separately, not in slots
  std::vector<SourceBit> inputs;  ///< ascending
};

using WordPack = std::vector<WordLane>;

/// Lanes to be ORed into a word of the answer; a word has several of these if separate lanes take
/// many instructions.
struct WordAnswer {
  std::uint32_t word = 0;
  WordPack lanes;
};

struct WordSchedule {
  std::uint32_t state_words = 0;
  std::uint32_t move_words = 0;
  std::vector<WordPack> packs;
  std::vector<WordAnswer> answers;
};

/// `answer`: signal of each bit.
[[nodiscard]] WordSchedule schedule_words(const ir::Net& net,
                                          const std::vector<ir::Signal>& answer);

/// The bits that the lanes of `lanes` get from one word.
struct Gather {
  std::uint32_t word = 0;
  std::uint64_t lanes = 0;
  std::array<std::uint8_t, 64> bits{};  ///< by lane
  /// Right rotation of the word, if that alone gathers the bits.
  std::optional<std::uint32_t> rotation;
};

/// How a processor gathers bits that no rotation gathers.
enum class GatherBy : std::uint8_t {
  one_instruction,  ///< AVX-512's vpshufbitqmb
  deposits,         ///< BMI2's pext and pdep, or rotations
  rotations
};

/// Returns the instructions of a gather, combination included.
[[nodiscard]] std::uint64_t cost_of(const Gather& gather, GatherBy by);
/// Returns the cycles until its result is known.
[[nodiscard]] std::uint64_t latency_of(const Gather& gather, GatherBy by);

/// Lanes of a gather that one rotation gathers.
struct Turn {
  std::uint32_t rotation = 0;  ///< of the word, to the right
  std::uint64_t lanes = 0;
};

/// Returns the rotations that together gather the bits.
[[nodiscard]] std::vector<Turn> turns_of(const Gather& gather);

/// Bits of a word and as many lanes, of which each gets the bit of the same rank.
struct Deposit {
  std::uint64_t from = 0;
  std::uint64_t lanes = 0;
};

/// Returns the deposits that together gather the bits, if they need fewer instructions than
/// rotations; else nothing.
[[nodiscard]] std::vector<Deposit> deposits_of(const Gather& gather);

/// One input of each lane that is not separate.
struct WordSlot {
  std::vector<Gather> gathers;
  std::uint64_t flipped = 0;  ///< lanes whose input is complemented or missing
};

[[nodiscard]] std::vector<WordSlot> slots_of(const WordPack& pack);

/// Estimates the number of instructions of the code.
[[nodiscard]] std::uint64_t cost_of(const WordPack& pack);
[[nodiscard]] std::uint64_t cost_of(const WordSchedule& schedule);

/// Cycles to gather a word: bits pass through vector and mask registers.
inline constexpr std::uint64_t gather_latency = 11;
/// Estimates the cycles of the longest chain of dependent instructions.
[[nodiscard]] std::uint64_t latency_of(const WordSchedule& schedule);

}  // namespace tesuji::llvm_backend

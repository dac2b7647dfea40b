// Schedules a net's nodes by whole words: 64 conjunctions at a time.
//
// A *pack* is up to 64 conjunctions, one in each lane (bit) of a word. Their first inputs
// are gathered into one word from the words where they lie, likewise the second ones, and so
// on; the gathered words are and-ed. Any 64 bits of one word are gathered by one instruction
// (AVX-512's vpshufbitqmb), so that a pack costs as many of these as its slots have different
// words to gather from, whatever the net looks like. Packs of the same level of the net do not
// depend on each other. Nodes are packed in the order in which answers first need them, which
// keeps together what is used together, or sorted by the words that they read: whichever
// comes out cheaper.
//
// Conjunctions of many inputs, and the few of a small pack, are computed apart, by holding
// whole words against masks. So chains of conjunctions that nothing else uses are made one.
#pragma once

#include "ir/nets/net.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// A bit of a source: words of the state first, then those of moves, then those of packs in
/// their order.
struct SourceBit {
  std::uint32_t word = 0;
  std::uint32_t bit = 0;
  bool complemented = false;
};

/// The conjunction of these (true if there are none), or its complement.
struct WordLane {
  std::uint32_t lane = 0;
  bool complemented = false;
  bool apart = false;             ///< has no part in slots
  std::vector<SourceBit> inputs;  ///< ascending
};

using WordPack = std::vector<WordLane>;

/// Lanes to be or-ed into a word of the answer; where lanes are many instructions apart, there
/// are several of one word.
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
  /// How far the word is rotated to the right, where that is all.
  std::optional<std::uint32_t> rotation;
};

/// One input of each lane that is not apart.
struct WordSlot {
  std::vector<Gather> gathers;
  std::uint64_t flipped = 0;  ///< lanes that are complemented, or have no input here
};

[[nodiscard]] std::vector<WordSlot> slots_of(const WordPack& pack);

/// Instructions that the code will have, about.
[[nodiscard]] std::uint64_t cost_of(const WordPack& pack);
[[nodiscard]] std::uint64_t cost_of(const WordSchedule& schedule);

/// Cycles until a word is gathered: bits go by vector and mask registers.
inline constexpr std::uint64_t gather_latency = 11;
/// Cycles of the longest chain of dependent instructions, about.
[[nodiscard]] std::uint64_t latency_of(const WordSchedule& schedule);

}  // namespace tesuji::llvm_backend

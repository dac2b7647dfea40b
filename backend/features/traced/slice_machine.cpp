// A word of 512 bits is written as a compiler vector; the instructions for it are chosen when the
// program is loaded (target_clones).
//
// COUNTING. A counter has a word for each binary digit. Solutions are added in groups of eight:
// carry-save adders turn eight words into one that counts eights and three that remain (Harley and
// Seal; Warren, Hacker's Delight, section 5-1), so that a solution costs about five logical
// operations. At the end the digits of each position are combined, eight positions at a time, as
// the transposition of a matrix of 8 x 8 bits (ibid., section 7-3).
#include "backend/features/traced/slice_machine.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/saturating.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <utility>

namespace tesuji::slices {

namespace {

using Code = Instruction::Code;
using Word = std::uint64_t __attribute__((vector_size(word_bytes)));
constexpr std::size_t groups = slice_bits / 64;
/// Maximum number of a counter's digits. More than 2^32 - 1 solutions exceed the limits of tracing.
constexpr std::size_t most_digits = 32;

// ThreadSanitizer's code must not run while the program is loaded.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define TESUJI_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define TESUJI_CLONES
#endif
#define TESUJI_INLINE __attribute__((always_inline)) inline

struct Free {
  void operator()(Word* words) const { std::free(words); }
};
using Words = std::unique_ptr<Word[], Free>;

Words make_words(std::size_t count) {
  auto* words = static_cast<Word*>(
      std::aligned_alloc(word_bytes, std::max<std::size_t>(count, 1) * word_bytes));
  if (words == nullptr) throw std::bad_alloc();
  std::memset(static_cast<void*>(words), 0, std::max<std::size_t>(count, 1) * word_bytes);
  return Words(words);
}

TESUJI_INLINE bool is_none(const Word& word) {
  return (word[0] | word[1] | word[2] | word[3] | word[4] | word[5] | word[6] | word[7]) == 0;
}

/// A counter that is being computed.
struct Counter {
  std::array<Word, most_digits> digits;
  std::array<Word, 8> waiting;
  std::size_t waits = 0;
  std::size_t used = 3;  ///< digits that may be non-zero
};

TESUJI_INLINE void carry_save(Word& high, Word& low, const Word& a, const Word& b, const Word& c) {
  const Word half = a ^ b;
  high = (a & b) | (half & c);
  low = half ^ c;
}

/// Adds eights to the counter.
TESUJI_INLINE void ripple(Counter& counter, const Word& eights) {
  Word carry = eights;
  for (std::size_t digit = 3; digit < most_digits && !is_none(carry); ++digit) {
    if (digit >= counter.used) {
      counter.digits[digit] = Word{};
      counter.used = digit + 1;
    }
    const Word both = counter.digits[digit] & carry;
    counter.digits[digit] ^= carry;
    carry = both;
  }
}

TESUJI_INLINE void add_eight(Counter& counter) {
  const auto& w = counter.waiting;
  auto& d = counter.digits;
  Word two_a, two_b, four_a, four_b, eight;
  carry_save(two_a, d[0], d[0], w[0], w[1]);
  carry_save(two_b, d[0], d[0], w[2], w[3]);
  carry_save(four_a, d[1], d[1], two_a, two_b);
  carry_save(two_a, d[0], d[0], w[4], w[5]);
  carry_save(two_b, d[0], d[0], w[6], w[7]);
  carry_save(four_b, d[1], d[1], two_a, two_b);
  carry_save(eight, d[2], d[2], four_a, four_b);
  counter.waits = 0;
  ripple(counter, eight);
}

TESUJI_INLINE void tally(Counter& counter, const Word& word) {
  counter.waiting[counter.waits++] = word;
  if (counter.waits == 8) add_eight(counter);
}

TESUJI_INLINE void begin(Counter& counter) {
  counter.waits = 0;
  counter.used = 3;
  for (std::size_t digit = 0; digit < 3; ++digit) counter.digits[digit] = Word{};
}

/// Transposes: row `i`, column `j` becomes row `j`, column `i`.
TESUJI_INLINE std::uint64_t transposed(std::uint64_t bits) {
  std::uint64_t swap = (bits ^ (bits >> 7U)) & 0x00AA00AA00AA00AA;
  bits ^= swap ^ (swap << 7U);
  swap = (bits ^ (bits >> 14U)) & 0x0000CCCC0000CCCC;
  bits ^= swap ^ (swap << 14U);
  swap = (bits ^ (bits >> 28U)) & 0x00000000F0F0F0F0;
  return bits ^ swap ^ (swap << 28U);
}

/// Reads the numbers from the digits.
TESUJI_INLINE void read(Counter& counter, std::uint32_t* values) {
  while (counter.waits != 0) tally(counter, Word{});
  for (std::size_t first = 0; first < counter.used; first += 8) {
    const std::size_t count = std::min<std::size_t>(8, counter.used - first);
    for (std::size_t group = 0; group < groups; ++group) {
      for (std::size_t byte = 0; byte < 8; ++byte) {
        std::uint64_t bits = 0;
        for (std::size_t digit = 0; digit < count; ++digit) {
          bits |= (counter.digits[first + digit][group] >> (8 * byte) & 0xFF) << (8 * digit);
        }
        if (bits == 0 && first > 0) continue;
        bits = transposed(bits);
        for (std::size_t i = 0; i < 8; ++i) {
          const auto part = static_cast<std::uint32_t>(bits >> (8 * i) & 0xFF) << first;
          std::uint32_t& value = values[64 * group + 8 * byte + i];
          value = first == 0 ? part : value | part;
        }
      }
    }
  }
}

/// Transposes 64 x 64 bits; Hacker's Delight, section 7-3.
void transpose(std::uint64_t* rows) {
  std::uint64_t mask = 0x00000000FFFFFFFF;
  for (std::size_t width = 32; width != 0; width >>= 1U, mask ^= mask << width) {
    for (std::size_t k = 0; k < 64; k = ((k | width) + 1) & ~width) {
      const std::uint64_t swap = ((rows[k] >> width) ^ rows[k | width]) & mask;
      rows[k] ^= swap << width;
      rows[k | width] ^= swap;
    }
  }
}

/// Instructions between two checks whether to stop: about a millisecond.
constexpr std::ptrdiff_t most_unwatched = std::ptrdiff_t{1} << 16U;

TESUJI_INLINE bool is_set(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

/// Runs the instructions before `pause`, and those to which these skip or jump back. Returns the
/// next instruction, or null if a repetition was stopped.
TESUJI_INLINE const Instruction* run_until(const Instruction* at, const Instruction* pause,
                                           Word* slots, Word* masks, Word* found, Counter& counter,
                                           std::uint32_t* values, Word& changed_so_far,
                                           const std::atomic<bool>* stop) {
  Word changed = changed_so_far;
  for (; at < pause; ++at) {
    const std::size_t depth = at->depth;
    switch (at->code) {
      case Code::join: {
        const Word mask = masks[depth - 1] & slots[at->slot];
        masks[depth] = mask;
        if (at->skip != 0 && is_none(mask)) at += at->skip;
        break;
      }
      case Code::exclude: {
        const Word mask = masks[depth - 1] & ~slots[at->slot];
        masks[depth] = mask;
        if (at->skip != 0 && is_none(mask)) at += at->skip;
        break;
      }
      case Code::add: {
        const Word before = slots[at->slot];
        slots[at->slot] = before | masks[depth];
        changed |= masks[depth] & ~before;
        break;
      }
      case Code::join_add: {
        const Word mask = masks[depth - 1] & slots[at->slot];
        const Word before = slots[at->skip];
        slots[at->skip] = before | mask;
        changed |= mask & ~before;
        break;
      }
      case Code::tally:
        tally(counter, masks[depth]);
        break;
      case Code::join_tally:
        tally(counter, masks[depth - 1] & slots[at->slot]);
        break;
      case Code::open:
        masks[depth] = masks[0];
        found[at->other] = Word{};
        break;
      case Code::found:
        found[at->other] |= masks[depth];
        break;
      case Code::join_found:
        found[at->other] |= masks[depth - 1] & slots[at->slot];
        break;
      case Code::close: {
        const Word mask = masks[depth - 1] & found[at->other];
        masks[depth] = mask;
        if (at->skip != 0 && is_none(mask)) at += at->skip;
        break;
      }
      case Code::keep:
        slots[at->slot] = found[at->other];
        break;
      case Code::repeat:
        changed = Word{};
        break;
      case Code::until_same:
        if (!is_none(changed)) {
          if (is_set(stop)) return nullptr;
          changed = Word{};
          at -= at->skip + 1;
        }
        break;
      case Code::count:
        begin(counter);
        break;
      case Code::end_count:
        read(counter, values + slice_bits * at->slot);
        break;
    }
  }
  changed_so_far = changed;
  return at;
}

/// Returns false if it was stopped.
TESUJI_CLONES bool run(const Instruction* first, const Instruction* end, Word* slots, Word* masks,
                       Word* found, Counter& counter, std::uint32_t* values,
                       const std::atomic<bool>* stop) {
  Word changed{};
  for (const Instruction* at = first; at < end;) {
    if (is_set(stop)) return false;
    const Instruction* const pause = end - at > most_unwatched ? at + most_unwatched : end;
    at = run_until(at, pause, slots, masks, found, counter, values, changed, stop);
    if (at == nullptr) return false;
  }
  return true;
}

/// Multiplies a slice's numbers; without `right`, copies the left ones.
TESUJI_CLONES void multiply(std::uint64_t* values, const std::uint32_t* left,
                            const std::uint32_t* right) {
  using Numbers = std::uint32_t __attribute__((vector_size(word_bytes / 2)));
  for (std::size_t i = 0; i < slice_bits; i += word_bytes / sizeof(std::uint64_t)) {
    Numbers half;
    std::memcpy(&half, left + i, sizeof half);
    Word product = __builtin_convertvector(half, Word);
    if (right != nullptr) {
      std::memcpy(&half, right + i, sizeof half);
      product *= __builtin_convertvector(half, Word);
    }
    std::memcpy(values + i, &product, sizeof product);
  }
}

TESUJI_CLONES void count_slots(const Part& part, const Word* slots, const Word& all,
                               Counter& counter, std::uint32_t* values) {
  begin(counter);
  for (const Slot slot : part.slots) tally(counter, slot == ~Slot{0} ? all : slots[slot]);
  read(counter, values);
}

}  // namespace

/// Number of features whose values are written together: a piece of each position's row that is
/// long enough for the processor to prefetch (for 504 features, 8 took 1.7 times as long, 32 took
/// 1.1 times as long).
constexpr std::uint32_t features_together = 128;
/// A cache line more than a page, so that numbers of one position fall into different cache sets.
constexpr std::size_t column_length = slice_bits + word_bytes / sizeof(std::uint64_t);

struct LexicographicLess {
  bool operator()(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
};

struct Machine::Memory {
  Words slots;
  Words masks;
  Words found;
  alignas(word_bytes) Counter counter;
  std::vector<std::uint32_t> values;  ///< per part, of all positions
  /// Values of consecutive features, feature by feature: position by position, they would be
  /// written a whole row of the matrix apart.
  std::array<std::array<std::uint64_t, column_length>, features_together> columns{};
  std::array<std::uint64_t, 64> block{};
  std::vector<std::uint32_t>
      distinct;  ///< the first feature with the same parts, for each of those features
  struct Write {
    std::uint32_t column = 0;
    std::uint32_t feature = 0;
  };
  /// By group of consecutive features: the columns to write, in the order of the features.
  std::vector<std::vector<Write>> writes;
};

Machine::Machine(const SlicedProgram& program)
    : program_(program), memory_(std::make_unique<Memory>()) {
  memory_->slots = make_words(program.slots);
  memory_->masks = make_words(program.depth);
  memory_->found = make_words(program.found);
  memory_->values.resize(program.parts.size() * slice_bits);
  std::map<std::span<const std::uint32_t>, std::uint32_t, LexicographicLess> known;
  for (std::uint32_t f = 0; f < program.features.size(); ++f) {
    const auto number = static_cast<std::uint32_t>(memory_->distinct.size());
    const auto [found, fresh] = known.try_emplace(program.features[f].parts, number);
    if (fresh) memory_->distinct.push_back(f);
    const std::uint32_t group = found->second / features_together;
    memory_->writes.resize(memory_->distinct.size() / features_together + 1);
    memory_->writes[group].push_back({found->second % features_together, f});
  }
}

Machine::~Machine() = default;

void Machine::load(std::span<const runtime::State> positions) {
  Memory& memory = *memory_;
  Word* const slots = memory.slots.get();
  std::memset(static_cast<void*>(slots), 0, std::size_t{program_.kept_from} * word_bytes);
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t first = group * 64;
    const std::size_t count =
        first < positions.size() ? std::min<std::size_t>(64, positions.size() - first) : 0;
    memory.masks[0][group] = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    if (count == 0) continue;
    std::size_t word = ~std::size_t{0};
    for (const Input& input : program_.inputs) {
      if (input.bit / 64 != word) {
        word = input.bit / 64;
        memory.block.fill(0);
        for (std::size_t i = 0; i < count; ++i) memory.block[i] = positions[first + i][word];
        transpose(memory.block.data());
      }
      slots[input.slot][group] = memory.block[input.bit % 64];
    }
  }
}

void Machine::run(std::size_t first, std::size_t end) {
  Memory& memory = *memory_;
  const Instruction* const code = program_.code.data();
  if (!slices::run(code + first, code + end, memory.slots.get(), memory.masks.get(),
                   memory.found.get(), memory.counter, memory.values.data(),
                   runtime::requested_stop())) {
    throw runtime::Stopped();
  }
}

void Machine::evaluate(std::size_t feature, std::uint64_t* values) {
  Memory& memory = *memory_;
  const Feature& one = program_.features[feature];
  run(one.begin, one.end);
  for (const std::uint32_t part : one.first_parts) {
    if (program_.parts[part].counted) continue;
    count_slots(program_.parts[part], memory.slots.get(), memory.masks[0], memory.counter,
                memory.values.data() + part * slice_bits);
  }
  const auto part = [&](std::size_t p) { return memory.values.data() + one.parts[p] * slice_bits; };
  // The product of two 32-bit numbers never saturates.
  multiply(values, part(0), one.parts.size() > 1 ? part(1) : nullptr);
  for (std::size_t p = 2; p < one.parts.size(); ++p) {
    const std::uint32_t* const next = part(p);
    for (std::size_t i = 0; i < slice_bits; ++i) {
      values[i] = runtime::saturating_product(values[i], next[i]);
    }
  }
}

void Machine::evaluate(std::span<const runtime::State> positions, std::span<std::uint64_t> values,
                       std::size_t stride, Times* times) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point before = times != nullptr ? Clock::now() : Clock::time_point();
  const auto spent = [&](double& on) {
    if (times == nullptr) return;
    const Clock::time_point now = Clock::now();
    on += std::chrono::duration<double>(now - before).count();
    before = now;
  };
  const std::size_t features = program_.features.size();
  if (times != nullptr) times->features.resize(features);
  double unused = 0;
  load(positions);
  const std::size_t shared = features == 0 ? 0 : program_.features.front().begin;
  run(0, shared);
  spent(times != nullptr ? times->relations : unused);
  const std::vector<std::uint32_t>& distinct = memory_->distinct;
  for (std::size_t first = 0; first < distinct.size(); first += features_together) {
    const std::size_t end = std::min(first + features_together, distinct.size());
    for (std::size_t d = first; d < end; ++d) {
      evaluate(distinct[d], memory_->columns[d - first].data());
      spent(times != nullptr ? times->features[distinct[d]] : unused);
    }
    const auto& writes = memory_->writes[first / features_together];
    for (std::size_t i = 0; i < positions.size(); ++i) {
      std::uint64_t* const row = values.data() + i * stride;
      for (const auto& [column, feature] : writes) row[feature] = memory_->columns[column][i];
    }
    spent(times != nullptr ? times->features[writes.back().feature] : unused);
  }
}

}  // namespace tesuji::slices

#include "runtime/host/memory/bit_choice.h"

#include <bit>

#if defined(__x86_64__) && defined(__GNUC__)
#define TESUJI_BIT_COUNTING 1
#include <immintrin.h>
#endif

namespace tesuji::runtime {
namespace {

constexpr std::size_t word_bits = 64;

/// Bits `first` to `last` of `words`, a word at a time.
class Range {
 public:
  Range(std::span<const std::uint64_t> words, std::size_t first, std::size_t last)
      : words_(words),
        first_word_(first / word_bits),
        last_word_((last - 1) / word_bits),
        first_mask_(~std::uint64_t{0} << (first % word_bits)),
        last_mask_(~std::uint64_t{0} >> (word_bits - 1 - (last - 1) % word_bits)) {}

  [[nodiscard]] std::size_t first_word() const { return first_word_; }
  [[nodiscard]] std::size_t last_word() const { return last_word_; }
  [[nodiscard]] std::uint64_t word(std::size_t index) const {
    std::uint64_t result = words_[index];
    if (index == first_word_) result &= first_mask_;
    if (index == last_word_) result &= last_mask_;
    return result;
  }

 private:
  std::span<const std::uint64_t> words_;
  std::size_t first_word_;
  std::size_t last_word_;
  std::uint64_t first_mask_;
  std::uint64_t last_mask_;
};

/// The set bit of `word` before which there are `rank` others.
struct SelectByHalves {
  static std::size_t select(std::uint64_t word, std::size_t rank) {
    std::size_t bit = 0;
    for (std::size_t width = word_bits / 2; width > 0; width /= 2) {
      const auto low =
          static_cast<std::size_t>(std::popcount(word >> bit & ((std::uint64_t{1} << width) - 1)));
      const std::size_t above = rank >= low ? 1 : 0;
      rank -= above * low;
      bit += above * width;
    }
    return bit;
  }
};

template <typename Select>
inline std::size_t choose(std::span<const std::uint64_t> words, std::size_t first, std::size_t last,
                          Rng& rng) {
  if (first == last) return last;
  const Range range(words, first, last);
  std::size_t count = 0;
  for (std::size_t w = range.first_word(); w <= range.last_word(); ++w) {
    count += static_cast<std::size_t>(std::popcount(range.word(w)));
  }
  if (count == 0) return last;
  std::size_t rank = count == 1 ? 0 : rng.below(count);
  for (std::size_t w = range.first_word();; ++w) {
    const std::uint64_t word = range.word(w);
    const auto here = static_cast<std::size_t>(std::popcount(word));
    if (rank < here) {
      if (count == 1) return w * word_bits + static_cast<std::size_t>(std::countr_zero(word));
      return w * word_bits + Select::select(word, rank);
    }
    rank -= here;
  }
}

#ifdef TESUJI_BIT_COUNTING
// The same with the processor's instructions for counting and spreading bits, which it may
// lack.
struct SelectBySpreading {
  [[gnu::target("bmi,bmi2")]] static std::size_t select(std::uint64_t word, std::size_t rank) {
    return static_cast<std::size_t>(std::countr_zero(_pdep_u64(std::uint64_t{1} << rank, word)));
  }
};

[[gnu::target("popcnt,bmi,bmi2"), gnu::flatten]] std::size_t choose_by_instructions(
    std::span<const std::uint64_t> words, std::size_t first, std::size_t last, Rng& rng) {
  return choose<SelectBySpreading>(words, first, last, rng);
}

bool has_instructions() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}
#endif

}  // namespace

std::size_t choose_bit(std::span<const std::uint64_t> words, std::size_t first, std::size_t last,
                       Rng& rng) {
#ifdef TESUJI_BIT_COUNTING
  static const bool counting = has_instructions();
  if (counting) return choose_by_instructions(words, first, last, rng);
#endif
  return choose<SelectByHalves>(words, first, last, rng);
}

}  // namespace tesuji::runtime

// Compiles the same loop for several kinds of processors (bit_counts.h).
#include "learner/game_rules/bit_counts.h"

namespace tesuji::learner {

namespace {

inline __attribute__((always_inline)) BitCounts count_loop(const Word* a, const Word* b,
                                                           const Word* c, std::uint32_t words,
                                                           bool flip) {
  const Word mask = flip ? ~Word{0} : 0;
  BitCounts counts;
  for (std::uint32_t i = 0; i < words; ++i) {
    const Word both = a[i] & (b[i] ^ mask);
    counts.all += static_cast<std::uint64_t>(__builtin_popcountll(both));
    counts.some += static_cast<std::uint64_t>(__builtin_popcountll(both & c[i]));
  }
  return counts;
}

using Counter = BitCounts (*)(const Word*, const Word*, const Word*, std::uint32_t, bool);

BitCounts count_plain(const Word* a, const Word* b, const Word* c, std::uint32_t words, bool flip) {
  return count_loop(a, b, c, words, flip);
}

#if defined(__x86_64__)
__attribute__((target("popcnt"))) BitCounts count_popcnt(const Word* a, const Word* b,
                                                         const Word* c, std::uint32_t words,
                                                         bool flip) {
  return count_loop(a, b, c, words, flip);
}

__attribute__((target("avx512f,avx512vl,avx512vpopcntdq,popcnt"))) BitCounts
count_vectors(const Word* a, const Word* b, const Word* c, std::uint32_t words, bool flip) {
  return count_loop(a, b, c, words, flip);
}
#endif

Counter choose_counter() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vl")) {
    return count_vectors;
  }
  if (__builtin_cpu_supports("popcnt")) return count_popcnt;
#endif
  return count_plain;
}

}  // namespace

BitCounts count_bits(const Word* a, const Word* b, const Word* c, std::uint32_t words, bool flip) {
  static const Counter counter = choose_counter();
  return counter(a, b, c, words, flip);
}

}  // namespace tesuji::learner

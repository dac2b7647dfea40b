// Random numbers for playouts and play: small, fast, and the same everywhere.
//
// xoshiro256** (Blackman and Vigna, "Scrambled Linear Pseudorandom Number
// Generators", 2021), seeded through SplitMix64 as its authors advise. Bounded
// numbers by Lemire's multiplication ("Fast Random Integer Generation in an
// Interval", 2019), which is exact. std:: distributions differ between standard
// libraries, and a seed must give the same playouts everywhere.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tesuji::runtime {

/// One stream of random numbers. Streams of one seed are independent, so that
/// playout number i draws the same numbers whichever thread runs it.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t mixer = seed;
    mixer = split_mix(mixer) ^ stream;
    for (std::uint64_t& word : words_) word = split_mix(mixer);
  }

  /// 64 random bits.
  std::uint64_t next() {
    const std::uint64_t result = std::rotl(words_[1] * 5, 7) * 9;
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }

  /// Uniform in 0 .. bound - 1; bound must not be 0.
  std::uint64_t below(std::uint64_t bound) {
    Wide product = Wide{next()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t threshold = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < threshold) product = Wide{next()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  static std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::array<std::uint64_t, 4> words_{};
};

}  // namespace tesuji::runtime

// Generates random numbers, the same on every platform and for every number of threads: each
// playout has its own stream.
#pragma once

#include <array>
#include <cstdint>

namespace tesuji::runtime {

/// One step of SplitMix64 (Steele, Lea, Flood 2014): advances `state`, returns a number.
[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

/// xoshiro256** (Blackman and Vigna 2018), seeded by SplitMix64 from a seed and a stream number.
/// Streams of one seed start at unrelated places of the period of 2^256 - 1. Each playout has the
/// stream of its number, so playout i of a run is the same whichever thread plays it.
class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t mix = seed;
    mix = splitmix64(mix) ^ stream;
    mix = splitmix64(mix);
    for (std::uint64_t& word : state_) word = splitmix64(mix);
  }

  /// Returns the next 64 random bits.
  constexpr std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Returns the four words of the state, for code that continues from them: a plugin's tsj_random.
  [[nodiscard]] constexpr std::array<std::uint64_t, 4>& words() { return state_; }

  /// Returns a number uniform in [0, bound), `bound` > 0, without bias: multiply and reject (Lemire
  /// 2019, "Fast random integer generation in an interval").
  constexpr std::uint64_t below(std::uint64_t bound) {
    unsigned __int128 product = static_cast<unsigned __int128>(next()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t threshold = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < threshold)
        product = static_cast<unsigned __int128>(next()) * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
  }
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace tesuji::runtime

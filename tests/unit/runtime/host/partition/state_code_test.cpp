// Numbers of states and of their images.
#include "runtime/host/partition/state_code.h"

#include "runtime/host/memory/rng.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::runtime {
namespace {

TEST_CASE("an orbit has the least number of its states", "[partition]") {
  // Four places in a ring with three values each: turned, and mirrored.
  std::vector<BitGroup> groups;
  for (std::uint32_t place = 0; place < 4; ++place) {
    groups.push_back({{place, place + 40, place + 80}, false});
  }
  std::vector<BitPermutation> symmetries;
  for (std::uint32_t turn = 0; turn < 8; ++turn) {
    BitPermutation bits(128);
    std::iota(bits.begin(), bits.end(), 0U);
    for (std::uint32_t value = 0; value < 3; ++value) {
      for (std::uint32_t place = 0; place < 4; ++place) {
        const std::uint32_t turned = (turn < 4 ? place + turn : 11 - place - turn) % 4;
        bits[40 * value + place] = 40 * value + turned;
      }
    }
    if (turn > 0) symmetries.push_back(bits);
  }
  State used(2);
  for (const BitGroup& group : groups) {
    for (const std::uint32_t bit : group.bits) used[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  const StateCode code(groups, used, State{0, 0}, symmetries);
  const auto image = [](StateView state, const BitPermutation& bits) {
    State result(2);
    for (std::uint32_t bit = 0; bit < 128; ++bit) {
      if ((state[bit / 64] >> (bit % 64) & 1U) == 0) continue;
      result[bits[bit] / 64] |= std::uint64_t{1} << (bits[bit] % 64);
    }
    return result;
  };
  std::set<WideKey> orbits;
  State state(2);
  for (WideKey number = 0; number < 256; ++number) {
    code.state(number, state);
    CHECK((code.own_number<WideKey>(state) == number));
    std::set<WideKey> orbit{number};
    for (const BitPermutation& bits : symmetries)
      orbit.insert(code.own_number<WideKey>(image(state, bits)));
    CHECK((code.number<WideKey>(state) == *orbit.begin()));
    CHECK(code.orbit_size(state) == orbit.size());
    std::vector<WideKey> found;
    code.orbit(state, found);
    CHECK((found == std::vector<WideKey>(orbit.begin(), orbit.end())));
    orbits.insert(code.number<WideKey>(state));
  }
  CHECK(orbits.size() == 55);  // bracelets of four beads in four colours
}

TEST_CASE("large digits are decoded without a table", "[partition]") {
  std::vector<BitGroup> groups(2);
  for (std::uint32_t bit = 0; bit < 3000; ++bit) groups[bit % 2].bits.push_back(bit);
  groups[1].one_is_set = true;
  const State used(47, ~std::uint64_t{0});
  State some(used);
  some.back() = (std::uint64_t{1} << 56U) - 1;  // bits 0 to 2999
  const StateCode code(groups, some, State(47));
  CHECK(code.bits() <= 22);
  State out(47);
  for (std::uint32_t i = 0; i < 1500; i += 7) {
    State state(47);
    if (i % 2 == 0) state[(2 * i) / 64] |= std::uint64_t{1} << (2 * i % 64);
    state[(2999 - 2 * i) / 64] |= std::uint64_t{1} << ((2999 - 2 * i) % 64);
    code.state(code.number<WideKey>(state), out);
    CHECK(out == state);
  }
}

TEST_CASE("numbers tell states", "[partition]") {
  const State used{0xff0f'ffff'ffff'ffff, 0x7};
  const State fixed{0x00f0'0000'0000'0000, 0x8};
  const std::vector<BitGroup> groups{{{0, 1, 2, 3}, true}, {{8, 64, 20, 65}, false}};
  const StateCode code(groups, used, fixed);
  CHECK(code.bits() <= 60);
  Rng rng(3);
  State out(2);
  std::set<std::pair<std::uint64_t, State>> met;
  for (int i = 0; i < 10'000; ++i) {
    State state = fixed;
    for (std::uint32_t bit = 0; bit < 128; ++bit) {
      const bool grouped = bit < 4 || bit == 8 || bit == 20 || bit == 64 || bit == 65;
      if ((used[bit / 64] >> (bit % 64) & 1U) == 0 || grouped || rng.below(2) == 0) continue;
      state[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    state[0] |= std::uint64_t{1} << rng.below(4);
    const std::uint32_t others[] = {8, 64, 20, 65};
    if (const auto which = rng.below(5); which < 4) {
      state[others[which] / 64] |= std::uint64_t{1} << (others[which] % 64);
    }
    const WideKey number = code.number<WideKey>(state);
    CHECK(number >> code.bits() == 0);
    code.state(number, out);
    CHECK(out == state);
  }
  CHECK_THROWS_AS(StateCode({}, State(8, ~0ULL), State(8)), LimitReached);
}

/// A state of bits that are set at random.
State random_state(Rng& rng, std::uint32_t bits) {
  State state((bits + 63) / 64);
  for (std::uint32_t bit = 0; bit < bits; ++bit) {
    state[bit / 64] |= (rng.below(2) << (bit % 64));
  }
  return state;
}

/// Bits of numbers of the type, without one.
template <typename Key>
constexpr std::uint32_t bits_of = 8 * sizeof(Key) - 1;

TEMPLATE_TEST_CASE("numbers of any length tell states and orbits", "[partition]", ShortKey, WideKey,
                   WiderKey, WidestKey) {
  using Key = TestType;
  const std::uint32_t bits = bits_of<Key>;
  const State used = [&] {
    State all((bits + 63) / 64);
    for (std::uint32_t bit = 0; bit < bits; ++bit) all[bit / 64] |= std::uint64_t{1} << (bit % 64);
    return all;
  }();
  // Turns of all bits but some by a third, so that there are three images.
  const std::uint32_t third = bits / 3;
  std::vector<BitPermutation> turns;
  for (std::uint32_t turn = 1; turn < 3; ++turn) {
    BitPermutation& permutation = turns.emplace_back(64 * used.size());
    std::iota(permutation.begin(), permutation.end(), 0U);
    for (std::uint32_t bit = 0; bit < 3 * third; ++bit) {
      permutation[bit] = (bit + turn * third) % (3 * third);
    }
  }
  const StateCode code({}, used, State(used.size()), turns);
  CHECK(code.bits() == bits);
  Rng rng(7);
  State out(used.size());
  for (int i = 0; i < 300; ++i) {
    State state = random_state(rng, bits);
    if (i % 3 == 0) {  // one that is its own image
      for (std::uint32_t bit = third; bit < 3 * third; ++bit) {
        const std::uint64_t same = state[bit % third / 64] >> (bit % third % 64) & 1U;
        state[bit / 64] = (state[bit / 64] & ~(std::uint64_t{1} << (bit % 64))) | same
                                                                                      << (bit % 64);
      }
    }
    code.state(code.template own_number<Key>(state), out);
    CHECK(out == state);
    std::set<Key> orbit{code.template own_number<Key>(state)};
    for (const BitPermutation& turn : turns) {
      State image(used.size());
      for (std::uint32_t bit = 0; bit < bits; ++bit) {
        const std::uint64_t is_set = state[bit / 64] >> (bit % 64) & 1U;
        image[turn[bit] / 64] |= is_set << (turn[bit] % 64);
      }
      orbit.insert(code.template own_number<Key>(image));
    }
    CHECK(code.orbit_size(state) == orbit.size());
    CHECK((code.template number<Key>(state) == *orbit.begin()));
    std::vector<Key> found;
    code.orbit(state, found);
    CHECK((found == std::vector<Key>(orbit.begin(), orbit.end())));
  }
}

TEST_CASE("numbers of parts that are all ones are those of their states", "[partition]") {
  // Two parts of 64 bits; the symmetry exchanges two bits of the lower one.
  const State used{~0ULL, ~0ULL};
  BitPermutation exchange(128);
  std::iota(exchange.begin(), exchange.end(), 0U);
  std::swap(exchange[0], exchange[1]);
  const StateCode code({}, used, State(2), {&exchange, 1});
  REQUIRE(code.bits() == 128);
  State out(2);
  for (const State& state :
       {State{~0ULL, ~0ULL}, State{~0ULL, 5}, State{5, ~0ULL}, State{0, ~0ULL}}) {
    code.state(code.number<WiderKey>(state), out);
    const bool same = out == state;
    State image = state;
    if ((state[0] & 3) == 1 || (state[0] & 3) == 2) image[0] ^= 3;
    CHECK((same || out == image));
  }
}

TEMPLATE_TEST_CASE("wide numbers compute as built-in ones", "[partition]", WiderKey, WidestKey) {
  using Key = TestType;
  const auto wide = [](WideKey value) {
    return Key{static_cast<std::uint64_t>(value >> 64)} << 64 |
           Key{static_cast<std::uint64_t>(value)};
  };
  Rng rng(5);
  const auto some = [&] {
    const auto high = WideKey{rng.below(~0ULL)} << 64;
    return (high | rng.below(~0ULL)) >> rng.below(128);
  };
  for (int i = 0; i < 3000; ++i) {
    const WideKey a = some() >> 1;
    const WideKey b = some() >> 1;
    CHECK((wide(a) + wide(b) == wide(a + b)));
    CHECK((wide(std::max(a, b)) - wide(std::min(a, b)) == wide(std::max(a, b) - std::min(a, b))));
    CHECK(((wide(a) <=> wide(b)) == (a <=> b)));
    const auto shift = static_cast<unsigned>(rng.below(128));
    CHECK((wide(a) >> shift == wide(a >> shift)));
    CHECK(((wide(a) << shift) >> shift == wide(a)));
    CHECK(((wide(a) << (8 * sizeof(Key) - 127)) >> (8 * sizeof(Key) - 127) == wide(a)));
    CHECK(((wide(a) & wide(b)) == wide(a & b)));
    CHECK(((wide(a) | wide(b)) == wide(a | b)));
  }
  CHECK((~Key{0} + Key{1} == Key{0}));
}

}  // namespace
}  // namespace tesuji::runtime

#include "runtime/host/memory/bit_choice.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <random>
#include <vector>

using tesuji::runtime::choose_bit;
using tesuji::runtime::Rng;

TEST_CASE("A bit is chosen as an element of the list of bits would be", "[runtime]") {
  std::mt19937_64 random(3);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::uint64_t> words(1 + random() % 4);
    for (std::uint64_t& word : words) word = random() & random() & (round % 2 == 0 ? random() : 0);
    std::size_t first = random() % (words.size() * 64 + 1);
    std::size_t last = random() % (words.size() * 64 + 1);
    if (first > last) std::swap(first, last);
    std::vector<std::size_t> bits;
    for (std::size_t bit = first; bit < last; ++bit) {
      if ((words[bit / 64] >> (bit % 64) & 1U) != 0) bits.push_back(bit);
    }
    Rng one(5, static_cast<std::uint64_t>(round));
    Rng other = one;
    const std::size_t expected = bits.empty()       ? last
                                 : bits.size() == 1 ? bits.front()
                                                    : bits[other.below(bits.size())];
    CAPTURE(round, first, last);
    REQUIRE(choose_bit(words, first, last, one) == expected);
    CHECK(one.next() == other.next());
  }
}

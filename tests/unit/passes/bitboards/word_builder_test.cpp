// Words that are simplified as they are built are what they would be otherwise.
#include "passes/bitboards/word_builder.h"
#include "tests/unit/support/board_values.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <random>
#include <vector>

using namespace tesuji;
using passes::WordBuilder;

namespace {

/// A word as it was asked for: its value in one state.
struct Asked {
  ir::WordId word = 0;
  std::uint64_t value = 0;
};

std::uint64_t shift(std::uint64_t value, std::int64_t by) {
  return by >= 0 ? value << by : value >> -by;
}

/// Words that were built otherwise than asked for, of a random program, and bits that they have
/// but may not have.
std::size_t wrong_words(std::mt19937_64& random) {
  const std::vector<std::uint64_t> state{random(), random()};
  WordBuilder builder;
  std::vector<Asked> words{{builder.none(), 0}, {builder.all(), ~std::uint64_t{0}}};
  for (int i = 0; i < 3; ++i) {
    std::vector<std::uint32_t> input(64, ir::no_fluent);
    std::uint64_t value = 0;
    for (std::size_t bit = 0; bit < 64; ++bit) {
      if (random() % 3 == 0) continue;
      input[bit] = static_cast<std::uint32_t>(random() % 128);
      value |= (state[input[bit] / 64] >> (input[bit] % 64) & 1U) << bit;
    }
    words.push_back({builder.fluents(input), value});
    const auto fluent = static_cast<std::uint32_t>(random() % 128);
    const bool holds = (state[fluent / 64] >> (fluent % 64) & 1U) != 0;
    words.push_back({builder.fluent(fluent), holds ? ~std::uint64_t{0} : 0});
    const std::uint64_t mask = random() & random();
    words.push_back({builder.constant(mask), mask});
  }
  for (int i = 0; i < 60; ++i) {
    const Asked a = words[random() % words.size()];
    const Asked b = words[random() % words.size()];
    switch (random() % 6) {
      case 0:
        words.push_back({builder.both(a.word, b.word), a.value & b.value});
        break;
      case 1:
        words.push_back({builder.either(a.word, b.word), a.value | b.value});
        break;
      case 2:
        words.push_back({builder.complement(a.word), ~a.value});
        break;
      case 3: {
        const std::int64_t by = static_cast<std::int64_t>(random() % 21) - 10;
        words.push_back({builder.shifted(a.word, by), shift(a.value, by)});
        break;
      }
      case 4: {
        const std::uint64_t mask = random() | random();
        words.push_back({builder.masked(a.word, mask), a.value & mask});
        break;
      }
      default:
        words.push_back({builder.some(a.word), a.value != 0 ? ~std::uint64_t{0} : 0});
        break;
    }
  }
  ir::Bitboards boards;
  boards.words = builder.words();
  boards.inputs = builder.inputs();
  const std::vector<std::uint64_t> values = tests::values_of(boards, state, {});
  std::size_t wrong = 0;
  for (const Asked& asked : words) {
    if (values[asked.word] != asked.value) ++wrong;
    if ((asked.value & ~builder.may(asked.word)) != 0) ++wrong;
  }
  return wrong;
}

}  // namespace

TEST_CASE("Random words of bitboards", "[bitboards]") {
  std::mt19937_64 random(11);
  for (int round = 0; round < 300; ++round) CHECK(wrong_words(random) == 0);
}

TEST_CASE("Words of bitboards are made once, and masks only where they change something",
          "[bitboards]") {
  WordBuilder builder;
  std::vector<std::uint32_t> low(64, ir::no_fluent);
  for (std::uint32_t bit = 0; bit < 8; ++bit) low[bit] = bit;
  const ir::WordId board = builder.fluents(low);
  CHECK(builder.fluents(low) == board);
  CHECK(builder.masked(board, 0xFFFF) == board);
  CHECK(builder.masked(board, 0xFF00) == builder.none());
  CHECK(builder.shifted(board, 64) == builder.none());
  CHECK(builder.both(board, builder.complement(board)) == builder.none());
  CHECK(builder.either(board, builder.complement(board)) == builder.all());
  const ir::WordId left = builder.shifted(board, 3);
  CHECK(builder.both(left, board) == builder.both(board, left));
  CHECK(builder.masked(builder.masked(left, 0xFC), 0x7F) == builder.masked(left, 0x7C));
  CHECK(builder.may(left) == 0x7F8);
  static_cast<void>(builder.constant(0xF8));
  const std::size_t before = builder.size();
  static_cast<void>(builder.masked(builder.both(builder.shifted(board, 3), board), 0xF8));
  CHECK(builder.size() == before);
}

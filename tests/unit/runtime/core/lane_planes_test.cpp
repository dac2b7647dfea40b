// Planes and arrays by game, for each kind of processor, against one bit after the other.
#include "runtime/core/lane_planes.h"
#include "runtime/core/tesuji/cpu.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

using Words = std::vector<std::uint64_t>;

namespace {

/// Words that begin at a multiple of 64 bytes.
class AlignedWords {
 public:
  explicit AlignedWords(std::size_t count) : memory_(count + 8) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    first_ = (64 - address % 64) % 64 / sizeof(std::uint64_t);
  }
  std::uint64_t* data() { return memory_.data() + first_; }
  std::uint64_t& operator[](std::size_t i) { return memory_[first_ + i]; }

 private:
  Words memory_;
  std::size_t first_;
};

bool bit(const std::uint64_t* words, std::size_t number) {
  return (words[number / 64] >> number % 64 & 1U) != 0;
}

/// That for any processor, and the fastest for this one.
std::vector<const tsj_plane_kernels*> all_kernels() {
  return {tsj_plane_kernels_for(0), tsj_plane_kernels_for(tsj_cpu_features())};
}

constexpr std::uint64_t widths[] = {1, 4, 8};

}  // namespace

TEST_CASE("Planes become rows, and rows planes", "[steps]") {
  std::mt19937_64 random(1);
  std::size_t wrong = 0;
  for (const tsj_plane_kernels* kernels : all_kernels()) {
    for (const std::uint64_t blocks : widths) {
      for (const std::uint64_t count : {0, 1, 9, 63, 64, 65, 155, 300}) {
        const std::uint64_t row_words = std::max<std::uint64_t>(1, (count + 63) / 64) + count % 2;
        const std::uint64_t games = 64 * blocks;
        AlignedWords planes(count * blocks);
        for (std::size_t i = 0; i < count * blocks; ++i) planes[i] = random();
        Words rows(games * row_words, random());
        kernels->to_rows(planes.data(), blocks, count, row_words, rows.data());
        for (std::size_t game = 0; game < games; ++game) {
          for (std::size_t p = 0; p < 64 * row_words; ++p) {
            const bool expected = p < count && bit(planes.data() + p * blocks, game);
            wrong += bit(rows.data() + game * row_words, p) == expected ? 0 : 1;
          }
        }
        for (const std::uint64_t some : {std::uint64_t{0}, std::uint64_t{1}, games - 7, games}) {
          AlignedWords back(count * blocks);
          for (std::size_t i = 0; i < count * blocks; ++i) back[i] = random();
          const Words given(rows.begin(),
                            rows.begin() + static_cast<std::ptrdiff_t>(some * row_words));
          kernels->from_rows(given.data(), some, blocks, count, row_words, back.data());
          for (std::size_t game = 0; game < games; ++game) {
            for (std::size_t p = 0; p < count; ++p) {
              const bool expected = game < some && bit(planes.data() + p * blocks, game);
              wrong += bit(back.data() + p * blocks, game) == expected ? 0 : 1;
            }
          }
        }
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Numbers become planes: what is no number of the seat has all bits set", "[steps]") {
  std::mt19937_64 random(2);
  std::size_t wrong = 0;
  for (const tsj_plane_kernels* kernels : all_kernels()) {
    for (const std::uint64_t blocks : widths) {
      for (const std::uint32_t limit : {0U, 1U, 7U, 10U, 155U, 4000U}) {
        for (const std::uint64_t games : {std::uint64_t{3}, 64 * blocks - 5, 64 * blocks}) {
          std::uint32_t bits = 0;
          while (limit >> bits != 0) ++bits;
          std::vector<std::int32_t> numbers(games);
          for (std::int32_t& number : numbers) {
            const int kind = static_cast<int>(random() % 4);
            number = kind == 0   ? -1 - static_cast<std::int32_t>(random() % 3)
                     : kind == 1 ? static_cast<std::int32_t>(random() >> 33U)
                                 : static_cast<std::int32_t>(random() % (limit + 1));
          }
          AlignedWords planes(bits * blocks);
          kernels->from_numbers(numbers.data(), games, blocks, bits, limit, planes.data());
          for (std::size_t game = 0; game < games; ++game) {
            const bool none = static_cast<std::uint32_t>(numbers[game]) >= limit;
            for (std::uint32_t b = 0; b < bits; ++b) {
              const bool expected = none || (numbers[game] >> b & 1) != 0;
              wrong += bit(planes.data() + b * blocks, game) == expected ? 0 : 1;
            }
          }
        }
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Bits become bytes, and nothing is written behind them", "[steps]") {
  std::mt19937_64 random(3);
  std::size_t wrong = 0;
  for (const tsj_plane_kernels* kernels : all_kernels()) {
    for (const std::uint64_t games : {1, 7, 8, 63, 64, 100, 511, 512}) {
      Words plane(8);
      for (std::uint64_t& word : plane) word = random();
      std::vector<std::uint8_t> bytes(games + 1, 0x55);
      kernels->to_bytes(plane.data(), games, 2, 0, bytes.data());
      for (std::size_t i = 0; i < games; ++i) wrong += bytes[i] == 2 * bit(plane.data(), i) ? 0 : 1;
      kernels->to_bytes(plane.data(), games, 5, 1, bytes.data());
      for (std::size_t i = 0; i < games; ++i) wrong += bytes[i] == 7 * bit(plane.data(), i) ? 0 : 1;
      wrong += bytes[games] == 0x55 ? 0 : 1;
    }
    for (const std::uint64_t count : {1, 9, 64, 155}) {
      const std::uint64_t row_words = (count + 63) / 64;
      const std::uint64_t games = 13;
      Words rows(games * row_words);
      for (std::uint64_t& word : rows) word = random();
      std::vector<std::uint8_t> bytes(games * count + 1, 0x55);
      kernels->rows_to_bytes(rows.data(), games, row_words, count, bytes.data());
      for (std::size_t i = 0; i < games * count; ++i) {
        const bool expected = bit(rows.data() + i / count * row_words, i % count);
        wrong += bytes[i] == (expected ? 1 : 0) ? 0 : 1;
      }
      wrong += bytes.back() == 0x55 ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Lanes of a mask are filled, others stay", "[steps]") {
  std::mt19937_64 random(4);
  std::size_t wrong = 0;
  for (const tsj_plane_kernels* kernels : all_kernels()) {
    for (const std::uint64_t blocks : widths) {
      const std::uint64_t count = 70;
      const Words bits{random(), random()};
      AlignedWords planes(count * blocks);
      for (std::size_t i = 0; i < count * blocks; ++i) planes[i] = random();
      AlignedWords mask(blocks);
      for (std::size_t i = 0; i < blocks; ++i) mask[i] = random();
      AlignedWords before = planes;
      std::copy_n(planes.data(), count * blocks, before.data());
      kernels->fill(planes.data(), blocks, count, bits.data(), mask.data());
      for (std::size_t p = 0; p < count; ++p) {
        for (std::size_t lane = 0; lane < 64 * blocks; ++lane) {
          const bool expected =
              bit(mask.data(), lane) ? bit(bits.data(), p) : bit(before.data() + p * blocks, lane);
          wrong += bit(planes.data() + p * blocks, lane) == expected ? 0 : 1;
        }
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Every bit of a row is drawn equally often, by all processors alike", "[steps]") {
  const auto kernels = all_kernels();
  for (const Words& row : {Words{0b1011'0001}, Words{std::uint64_t{1} << 63U},
                           Words{0, 0x8000000000000001U, 0b110}, Words{0, 0}}) {
    constexpr std::size_t games = 60'000;
    Words rows;
    for (std::size_t i = 0; i < games; ++i) rows.insert(rows.end(), row.begin(), row.end());
    std::vector<std::int32_t> numbers(games);
    std::vector<std::int32_t> others(games);
    kernels[0]->draw(rows.data(), games, row.size(), tsj_draw_seed(7, 1), numbers.data());
    kernels[1]->draw(rows.data(), games, row.size(), tsj_draw_seed(7, 1), others.data());
    CHECK(numbers == others);
    std::map<std::int32_t, std::size_t> counts;
    for (const std::int32_t number : numbers) ++counts[number];
    std::size_t some = 0;
    for (std::size_t i = 0; i < 64 * row.size(); ++i) some += bit(row.data(), i) ? 1 : 0;
    if (some == 0) {
      CHECK(counts == std::map<std::int32_t, std::size_t>{{-1, games}});
      continue;
    }
    REQUIRE(counts.size() == some);
    const double mean = static_cast<double>(games) / static_cast<double>(some);
    double chi = 0;
    for (const auto& [number, count] : counts) {
      CHECK(bit(row.data(), static_cast<std::size_t>(number)));
      const double off = static_cast<double>(count) - mean;
      chi += off * off / mean;
    }
    CHECK(chi < static_cast<double>(some) + 25);
  }
}

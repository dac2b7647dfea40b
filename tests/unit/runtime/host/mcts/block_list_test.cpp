// Lists that never move what is in them.
#include "runtime/host/mcts/block_list.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

using namespace tesuji;

TEST_CASE("Records stay where they are, and know their bytes", "[mcts]") {
  for (const std::size_t width : {1U, 3U, 10U}) {
    runtime::RecordList<std::uint64_t> list(width, 8);  // a block has 8, 2, 1 records
    CHECK(list.bytes() == 0);
    std::vector<const std::uint64_t*> places;
    for (std::uint64_t record = 0; record < 100; ++record) {
      list.reserve();
      const std::size_t bytes = list.bytes();
      CHECK(list.size() == record);
      const std::span<std::uint64_t> added = list.add();
      CHECK(list.bytes() == bytes);  // there was room
      REQUIRE(added.size() == width);
      CHECK(std::count(added.begin(), added.end(), 0U) == static_cast<std::ptrdiff_t>(width));
      std::fill(added.begin(), added.end(), record);
      places.push_back(added.data());
    }
    for (std::uint64_t record = 0; record < 100; ++record) {
      CHECK(list[record].data() == places[record]);
      CHECK(std::count(list[record].begin(), list[record].end(), record) ==
            static_cast<std::ptrdiff_t>(width));
    }
    CHECK(list.bytes() >= 100 * width * sizeof(std::uint64_t));
    CHECK(list.bytes() <= 108 * width * sizeof(std::uint64_t));
  }
}

TEST_CASE("Runs are in one piece, however long", "[mcts]") {
  runtime::RunList<int> list(8);
  const std::size_t lengths[] = {0, 3, 5, 1, 100, 0, 8, 7, 2};
  std::vector<std::uint64_t> places;
  std::vector<const int*> before;
  for (const std::size_t length : lengths) {
    places.push_back(list.add(length));
    int* run = list.at(places.back());
    CHECK(std::count(run, run + length, 0) == static_cast<std::ptrdiff_t>(length));
    std::fill(run, run + length, static_cast<int>(places.size()));
    before.push_back(run);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int* run = list.at(places[i]);
    CHECK(run == before[i]);
    CHECK(std::count(run, run + lengths[i], static_cast<int>(i + 1)) ==
          static_cast<std::ptrdiff_t>(lengths[i]));
  }
  CHECK(list.bytes() == (8 + 8 + 100 + 8 + 8 + 8) * sizeof(int));
}

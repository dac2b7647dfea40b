// Work that threads share: each has its number, and what one throws ends all.
#include "runtime/host/memory/on_threads.h"

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <stdexcept>

namespace tesuji {
namespace {

TEST_CASE("threads have numbers, and one is enough", "[threads]") {
  std::array<std::atomic<int>, 4> calls{};
  runtime::on_threads(4, [&](std::size_t number) { ++calls.at(number); }, [] {});
  for (const auto& of : calls) CHECK(of == 1);
  runtime::on_threads(0, [&](std::size_t number) { ++calls.at(number); }, [] {});
  CHECK(calls[0] == 2);
}

TEST_CASE("what a thread throws is thrown when all have ended", "[threads]") {
  std::atomic<bool> over = false;
  std::atomic<int> ended = 0;
  const auto work = [&](std::size_t number) {
    if (number == 2) throw std::runtime_error("two");
    while (!over) std::this_thread::yield();
    ++ended;
  };
  CHECK_THROWS_WITH(runtime::on_threads(3, work, [&] { over = true; }), "two");
  CHECK(ended == 2);
}

}  // namespace
}  // namespace tesuji

// Threads that share pieces of work: every piece is done once, each time, by whom it is for.
#include "runtime/host/steps/step_threads.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

using tesuji::runtime::StepThreads;

TEST_CASE("Every piece is done once by its thread", "[steps]") {
  for (const unsigned count : {1U, 2U, 5U}) {
    StepThreads threads(count);
    REQUIRE(threads.count() == count);
    for (int round = 0; round < 300; ++round) {
      const std::size_t pieces = static_cast<std::size_t>(round % 11);
      std::vector<std::atomic<unsigned>> done(pieces);
      std::atomic<std::size_t> wrong{0};
      threads.run(pieces, [&](unsigned thread, std::size_t piece) {
        ++done[piece];
        if (pieces > 1 && thread != piece % count) ++wrong;
      });
      std::size_t all = 0;
      for (const auto& times : done) all += times == 1 ? 1 : 0;
      CHECK(all == pieces);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("Others are woken for work that takes long, and only then", "[steps]") {
  for (const bool is_long : {false, true}) {
    StepThreads threads(2);
    std::atomic<std::size_t> by_others{0};
    std::atomic<std::size_t> done{0};
    for (int round = 0; round < 12; ++round) {
      threads.run_often(2, [&](unsigned thread, std::size_t) {
        if (is_long) std::this_thread::sleep_for(std::chrono::microseconds(100));
        by_others += thread;
        ++done;
      });
    }
    CHECK(done == 24);
    CHECK(by_others == (is_long ? 4U : 0U));
  }
}

// Threads that share pieces of work: every piece is done once, each time, by whoever is free.
#include "runtime/host/steps/step_threads.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

using tesuji::runtime::StepThreads;

TEST_CASE("Every piece is done once", "[steps]") {
  for (const unsigned count : {1U, 2U, 5U}) {
    StepThreads threads(count);
    REQUIRE(threads.count() == count);
    for (int round = 0; round < 300; ++round) {
      const std::size_t pieces = static_cast<std::size_t>(round % 11);
      std::vector<std::atomic<unsigned>> done(pieces);
      std::atomic<std::size_t> wrong{0};
      threads.run(pieces, [&](unsigned thread, std::size_t piece) {
        ++done[piece];
        if (thread >= count) ++wrong;
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
    for (int round = 0; round < (is_long ? 1000 : 12); ++round) {
      threads.run_often(2, [&](unsigned thread, std::size_t) {
        if (is_long) std::this_thread::sleep_for(std::chrono::microseconds(100));
        by_others += thread;
        ++done;
      });
    }
    CHECK(done == (is_long ? 2000U : 24U));
    CHECK((by_others > 0) == is_long);
  }
}

TEST_CASE("A thread that is held up holds up nobody", "[steps]") {
  StepThreads threads(2);
  std::atomic<std::size_t> by_caller{0};
  for (int round = 0; round < 20; ++round) {
    threads.run(10, [&](unsigned thread, std::size_t) {
      if (thread == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (thread == 0) ++by_caller;
    });
  }
  CHECK(by_caller > 120);  // of 200, half of which are the other's to begin with
}

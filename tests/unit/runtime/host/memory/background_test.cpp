// Work on threads that nobody waits for: it owns what it uses, and is ended when it is asked to.
#include "runtime/host/memory/background.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <latch>
#include <memory>
#include <stop_token>
#include <thread>

namespace tesuji {
namespace {

TEST_CASE("work in the background owns what it uses", "[threads]") {
  runtime::end_background_works();
  std::latch begin(1);
  auto owned = std::make_shared<std::atomic<int>>(0);
  const std::weak_ptr<std::atomic<int>> watched = owned;
  runtime::run_in_background([&begin, owned](const std::stop_token&) {
    begin.wait();
    ++*owned;
  });
  CHECK(runtime::background_works() == 1);
  owned.reset();
  CHECK_FALSE(watched.expired());
  begin.count_down();
  runtime::end_background_works();
  CHECK(watched.expired());
  CHECK(runtime::background_works() == 0);
}

TEST_CASE("work in the background is asked to stop by whoever began it, or at the end",
          "[threads]") {
  const bool at_the_end = GENERATE(false, true);
  std::atomic<int> stopped = 0;
  const auto wait = [&](const std::stop_token& stop) {
    while (!stop.stop_requested()) std::this_thread::yield();
    ++stopped;
  };
  std::stop_source first = runtime::run_in_background(wait);
  const std::stop_source second = runtime::run_in_background(wait);
  CHECK(runtime::background_works() == 2);
  if (!at_the_end) {
    first.request_stop();
    while (stopped == 0) std::this_thread::yield();
    CHECK_FALSE(second.stop_requested());
  }
  runtime::end_background_works();
  CHECK(stopped == 2);
  CHECK(second.stop_requested());
}

TEST_CASE("what is over is forgotten when other work begins", "[threads]") {
  for (int i = 0; i < 200; ++i) {
    runtime::run_in_background([](const std::stop_token&) {});
  }
  runtime::end_background_works();
  CHECK(runtime::background_works() == 0);
}

}  // namespace
}  // namespace tesuji

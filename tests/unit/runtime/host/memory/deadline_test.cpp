// Deadlines of loops.
#include "runtime/host/memory/deadline.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <thread>

using namespace tesuji;

TEST_CASE("a deadline that is over stays over", "[runtime]") {
  runtime::Deadline deadline(0.002);
  while (!deadline.is_over()) std::this_thread::sleep_for(std::chrono::microseconds(10));
  for (int step = 0; step < 1000; ++step) CHECK(deadline.is_over());
  runtime::Deadline never(0);
  for (int step = 0; step < 1000; ++step) CHECK(!never.is_over());
}

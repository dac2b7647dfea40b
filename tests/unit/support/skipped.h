// Tests that lack what they need say so: ctest shows them as skipped, since it looks for this line.
#pragma once

#include <catch2/catch.hpp>

#include <iostream>
#include <string>

namespace tesuji::tests {

/// The running test case ends here, for this reason.
inline void say_skipped(const std::string& reason) {
  WARN("skipped: " << reason);
  std::cerr << "\n*** skipped: " << reason << "\n\n";
}

/// The running test case goes on without a part of it.
inline void say_skipped_in_part(const std::string& reason) {
  WARN("skipped in part: " << reason);
  std::cerr << "\n*** skipped in part: " << reason << "\n\n";
}

}  // namespace tesuji::tests

// Limits of the search for symmetries.
#include "backend/open/symmetries.h"

#include "tests/unit/support/folder.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <fstream>
#include <string>

namespace tesuji {
namespace {

/// A game of stones that are all alike.
std::string stones(unsigned count) {
  std::string rules =
      "(role r) (<= (legal r (take ?s)) (true (on ?s)))\n"
      "(<= (next (on ?s)) (true (on ?s)) (does r (take ?t)) (distinct ?s ?t))\n"
      "(<= any (true (on ?s))) (<= terminal (not any)) (<= (goal r 100) (not any))\n";
  for (unsigned i = 0; i < count; ++i) rules += "(init (on s" + std::to_string(i) + "))\n";
  return rules;
}

driver::GameSymmetries symmetries_of_stones(const passes::SymmetryLimits& limits) {
  const tests::Folder folder;
  const std::string path = folder.path / "stones.kif";
  std::ofstream(path) << stones(100);
  return driver::symmetries(path, {}, {}, limits);
}

TEST_CASE("symmetries that are found before a limit is met are some of all", "[symmetries]") {
  const driver::GameSymmetries all = symmetries_of_stones({});
  CHECK(all.unknown.empty());
  CHECK(all.generators.size() == 99);

  const driver::GameSymmetries some = symmetries_of_stones({.most_work = 1'000'000});
  CHECK_FALSE(some.unknown.empty());
  CHECK(some.generators.size() < 99);
  REQUIRE_FALSE(some.generators.empty());
  const auto& fluents = some.generators.front().fluents;
  for (const auto& [fluent, image] : fluents) CHECK(fluents.contains(image));

  const std::atomic<bool> stop = true;
  CHECK(symmetries_of_stones({.stop = &stop}).generators.size() <= 1);
}

}  // namespace
}  // namespace tesuji

// Playouts of open_batch from the object cache: found the second time, the same counts; a cache
// that cannot be used is a warning, of open_vector, too.
#include "backend/object_cache/object_cache.h"
#include "backend/open/open_batch.h"
#include "backend/open/open_vector.h"
#include "runtime/host/playouts/simulation.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

/// What some playouts from the initial state count.
std::vector<std::uint64_t> counts_of(const driver::OpenedBatch& opened) {
  INFO(opened.messages);
  REQUIRE(opened.batch);
  runtime::SimulationOptions options;
  options.playouts = 3000;
  options.seed = 7;
  const runtime::SimulationResult result =
      driver::simulate(*opened.batch, opened.game->initial(), 1, options).front();
  std::vector<std::uint64_t> counts{result.statistics.playouts, result.statistics.steps,
                                    result.shortest, result.longest};
  for (const auto goals : result.statistics.goal_sums) {
    counts.push_back(static_cast<std::uint64_t>(goals));
  }
  return counts;
}

std::vector<std::string> kinds_in(const std::string& folder) {
  std::vector<std::string> kinds;
  for (const object_cache::CacheEntry& entry : object_cache::list_cache(folder)) {
    kinds.push_back(entry.label.kind);
  }
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

}  // namespace

TEST_CASE("open_batch keeps what it compiles, and finds it again", "[playouts][cache]") {
  for (const char* name : {"noughts-and-crosses", "breakthrough", "monty-hall"}) {
    CAPTURE(name);
    const tests::Folder folder;
    const std::vector<std::uint64_t> expected = counts_of(driver::open_batch(example(name), 64));
    const driver::OpenedBatch first = driver::open_batch(example(name), 64, folder.path);
    CHECK(first.messages.empty());
    CHECK(counts_of(first) == expected);
    const std::vector<std::string> kept = kinds_in(folder.path);
    CHECK(kept == std::vector<std::string>{"lanes", "net of rules"});
    CHECK(counts_of(driver::open_batch(example(name), 64, folder.path)) == expected);
    CHECK(kinds_in(folder.path) == kept);
    // Words of other lengths have the same net.
    CHECK(counts_of(driver::open_batch(example(name), 256, folder.path)) == expected);
    CHECK(kinds_in(folder.path) == std::vector<std::string>{"lanes", "lanes", "net of rules"});
  }
}

TEST_CASE("A cache that cannot be used is a warning of what is opened", "[playouts][cache]") {
  const tests::Folder folder;
  std::ofstream(folder.path / "file") << "text";
  const std::string file = folder.path / "file";
  const driver::OpenedBatch batch = driver::open_batch(example("nim"), 64, file);
  CHECK(batch.batch);
  CHECK_THAT(batch.messages, Catch::Contains("warning: no object cache: `" + file + "`"));
  const driver::OpenedVector vector = driver::open_vector(example("nim"), 64, false, file);
  CHECK(vector.vectors);
  CHECK_THAT(vector.messages, Catch::Contains("warning: no object cache: `" + file + "`"));
}

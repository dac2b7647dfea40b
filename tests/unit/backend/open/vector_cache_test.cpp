// Games side by side from the object cache: found the second time, the same steps, whatever has
// happened to the files.
#include "backend/object_cache/cache_file.h"
#include "backend/object_cache/object_cache.h"
#include "backend/open/vector_game.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/vector_digest.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace tesuji;
using object_cache::ObjectCache;

namespace {

struct Loaded {
  std::vector<std::uint64_t> digest;  ///< of some steps
  ObjectCache::Counts counts;
};

struct Wanted {
  std::uint32_t blocks = 1;
  bool joint = false;
  bool native = false;
};

Loaded load(const std::string& name, const std::string& folder, const Wanted& wanted = {}) {
  driver::Session session;
  driver::Options options;
  if (!folder.empty()) options.cache = std::make_shared<ObjectCache>(folder);
  const auto game =
      driver::load_vector_game(tests::source_dir() + "/examples/" + name + ".kif", wanted.blocks,
                               wanted.joint, options, session, wanted.native);
  REQUIRE(game);
  REQUIRE(game->lanes);
  runtime::VectorOptions vector;
  vector.games = 100;
  return {tests::digest(*driver::make_vector(*game, vector), 40),
          options.cache ? options.cache->counts() : ObjectCache::Counts{}};
}

std::vector<std::filesystem::path> entries(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (object_cache::is_cache_file_name(entry.path().filename().string())) {
      files.push_back(entry.path());
    }
  }
  return files;
}

std::string bytes_of(const std::filesystem::path& file) {
  return object_cache::read_own_file(file.string(), false).value();
}

void write(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// Replaces what the entries of this kind hold, as if it had been stored so.
void change_entries(const std::filesystem::path& folder, const std::string& kind,
                    const std::function<void(std::string&)>& change) {
  std::size_t changed = 0;
  for (const auto& path : entries(folder)) {
    auto file = object_cache::decode_cache_file(bytes_of(path));
    REQUIRE(file);
    if (file->label.kind != kind) continue;
    ++changed;
    change(file->payload);
    write(path, object_cache::encode_cache_file(file->key, file->label, file->payload));
  }
  REQUIRE(changed > 0);
}

}  // namespace

TEST_CASE("A vector's net, programs and code are found the second time", "[steps][cache]") {
  for (const char* name : {"noughts-and-crosses", "breakthrough", "goofspiel", "monty-hall"}) {
    CAPTURE(name);
    const tests::Folder folder;
    const Loaded without = load(name, {});
    const Loaded first = load(name, folder.path);
    CHECK(first.counts.found == 0);
    CHECK(first.counts.stored == 3);
    const Loaded second = load(name, folder.path);
    CHECK(second.counts.found == 3);
    CHECK(second.counts.stored == 0);
    CHECK(first.digest == without.digest);
    CHECK(second.digest == without.digest);
  }
}

TEST_CASE("Other words, seats and engines have entries of their own", "[steps][cache]") {
  const tests::Folder folder;
  const std::string name = "noughts-and-crosses";
  (void)load(name, folder.path);
  // The net and its programs are those of other words.
  const Loaded wide = load(name, folder.path, {4, false, false});
  CHECK(wide.counts.found == 2);
  CHECK(wide.counts.stored == 1);
  const Loaded joint = load(name, folder.path, {1, true, false});
  CHECK(joint.counts.found == 1);
  CHECK(joint.counts.stored == 2);
  CHECK(joint.digest == load(name, {}, {1, true, false}).digest);
  // Native code for single games asks for the ground rules: these are not kept.
  for (int i = 0; i < 2; ++i) {
    CHECK(load(name, folder.path, {1, false, true}).digest ==
          load(name, {}, {1, false, true}).digest);
  }
  CHECK(load("connect-four", folder.path).counts.found == 0);
}

TEST_CASE("Damaged files of vectors are made anew", "[steps][cache]") {
  const std::string name = "breakthrough";
  const tests::Folder folder;
  const Loaded first = load(name, folder.path);
  const auto files = entries(folder.path);
  REQUIRE(files.size() == 3);
  for (const auto& path : files) {
    std::string bytes = bytes_of(path);
    bytes[bytes.size() / 2] ^= 1;
    write(path, bytes);
    const Loaded again = load(name, folder.path);
    CHECK(again.counts.found == 2);
    CHECK(again.counts.stored == 1);
    CHECK(again.digest == first.digest);
    write(path, "");
    CHECK(load(name, folder.path).digest == first.digest);
  }
  CHECK(load(name, folder.path).counts.found == 3);
}

TEST_CASE("Kept numbers that are no net or programs are not taken for some", "[steps][cache]") {
  const std::string name = "noughts-and-crosses";
  const tests::Folder folder;
  const Loaded first = load(name, folder.path);
  for (const char* kind : {"net of rules", "step programs"}) {
    CAPTURE(kind);
    std::string whole;
    change_entries(folder.path, kind, [&](std::string& payload) { whole = payload; });
    const auto loads_the_same = [&](const std::string& payload) {
      change_entries(folder.path, kind, [&](std::string& kept) { kept = payload; });
      const Loaded again = load(name, folder.path);
      CHECK(again.digest == first.digest);
      CHECK(again.counts.stored == 1);
    };
    loads_the_same("");
    loads_the_same(whole.substr(0, 4));
    loads_the_same(whole.substr(0, whole.size() / 8 * 4));
    loads_the_same(whole.substr(0, whole.size() - 4));
    loads_the_same(whole + whole.substr(0, 4));
    std::string changed = whole;
    changed.replace(12, 4, "\xff\xff\xff\xff");
    loads_the_same(changed);
  }
}

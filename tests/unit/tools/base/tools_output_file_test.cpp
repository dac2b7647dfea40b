#include "tools/base/output_file.h"

#include "tests/unit/support/folder.h"

#include <catch2/catch.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;
using tesuji::ir::Diagnostics;
using tesuji::ir::SourceMap;
using tesuji::tests::Folder;
using tesuji::tools::write_output;

namespace {

std::string content(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a file is written whole, and nothing is left beside it", "[tools]") {
  const Folder folder;
  const SourceMap sources;
  Diagnostics diagnostics(sources);
  const fs::path target = folder.path / "out.tir";
  std::ofstream(target) << "old";
  REQUIRE(write_output(target.string(), "new text\n", diagnostics));
  CHECK(content(target) == "new text\n");
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);
  CHECK((fs::status(target).permissions() & fs::perms::owner_write) != fs::perms::none);
}

TEST_CASE("where writing fails it is reported and the old file stays", "[tools]") {
  const Folder folder;
  const SourceMap sources;
  Diagnostics diagnostics(sources);
  CHECK_FALSE(write_output((folder.path / "none" / "out").string(), "text", diagnostics));
  CHECK_FALSE(write_output(folder.path.string(), "text", diagnostics));
  CHECK(diagnostics.error_count() == 2);
  CHECK(diagnostics.all()[0].code == "io");
  CHECK(fs::is_empty(folder.path));
}

TEST_CASE("devices are written to, not replaced", "[tools]") {
  const SourceMap sources;
  Diagnostics diagnostics(sources);
  CHECK(write_output("/dev/null", "text", diagnostics));
  CHECK(fs::is_character_file("/dev/null"));
}

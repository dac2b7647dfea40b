#include "backend/driver/session.h"
#include "tests/unit/support/folder.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

using namespace tesuji;

namespace {

/// A file that goes away with the test.
struct TemporaryFile {
  tests::Folder folder;
  std::filesystem::path path = folder.path / "text";
  explicit TemporaryFile(const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
};

void check_refused(const std::string& path, const std::string& reason) {
  driver::Session session;
  CHECK_FALSE(driver::read_file(path, session));
  REQUIRE(session.diagnostics.all().size() == 1);
  CHECK(session.diagnostics.all()[0].code == "io");
  CHECK(session.diagnostics.all()[0].message.find(path) != std::string::npos);
  CHECK(session.diagnostics.all()[0].message.find(reason) != std::string::npos);
}

}  // namespace

TEST_CASE("files are read byte for byte", "[driver]") {
  const std::string text("a\0\r\n\xff", 5);
  const TemporaryFile file(text);
  driver::Session session;
  const auto id = driver::read_file(file.path.string(), session);
  REQUIRE(id);
  CHECK((*session.sources)[*id].text == text);
  CHECK((*session.sources)[*id].path == file.path.string());
  CHECK_FALSE(session.diagnostics.has_errors());
}

TEST_CASE("what cannot be read is reported", "[driver]") {
  check_refused("/nonexistent/game.kif", "No such file");
  check_refused(std::filesystem::temp_directory_path().string(), "directory");
  // Endless, so it must be the limit that ends it.
  check_refused("/dev/zero", "larger than 256 MiB");
}

// File formats: the table, and the page that shows it.
#include "backend/driver/file_formats.h"
#include "tests/unit/support/folders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace tesuji;
using driver::FileKind;

TEST_CASE("docs/conventions.md has a row for each file format") {
  std::ifstream file(tests::source_dir() + "/docs/conventions.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  for (const driver::FileFormat& format : driver::file_formats()) {
    std::vector<std::string> extensions;
    for (const auto extension : format.extensions()) {
      extensions.push_back(fmt::format("`{}`", extension));
    }
    const std::string row = fmt::format("\n| {} | {} | {} | {} |\n", format.name,
                                        fmt::join(extensions, " "), format.readers, format.writers);
    INFO(row);
    CHECK(page.find(row) != std::string::npos);
  }
}

TEST_CASE("paths are named as a format by their extension") {
  CHECK(driver::is_named_as(FileKind::rulesheet, "a/b.kif"));
  CHECK(driver::is_named_as(FileKind::rulesheet, "b.gdl"));
  CHECK_FALSE(driver::is_named_as(FileKind::rulesheet, "b.kif.pl"));
  CHECK_FALSE(driver::is_named_as(FileKind::rulesheet, "kif"));
  CHECK_FALSE(driver::is_named_as(FileKind::rulesheet, ".kif"));
  CHECK_FALSE(driver::is_named_as(FileKind::words, "words"));
  CHECK(driver::is_named_as(FileKind::table, "edge.tsv"));
}

TEST_CASE("files are recognised by their first bytes") {
  const auto kinds_of = [](std::string_view head) {
    std::vector<FileKind> kinds;
    for (const driver::FileFormat& format : driver::file_formats()) {
      if (driver::may_be(format.kind, head)) kinds.push_back(format.kind);
    }
    return kinds;
  };
  using Kinds = std::vector<FileKind>;
  CHECK(kinds_of("; a game\n(role x)") == Kinds{FileKind::rulesheet});
  CHECK(kinds_of("% a program\nmove(A,B) :- won(B).") ==
        Kinds{FileKind::rulesheet, FileKind::clauses});
  CHECK(kinds_of("; rules\n(metarule (not a))") == Kinds{FileKind::rulesheet, FileKind::metarules});
  CHECK(kinds_of("tir 2\nmodule a") == Kinds{FileKind::ir, FileKind::table});
  CHECK(kinds_of("PK\x03\x04 and more") == Kinds{FileKind::matrix_npz});
  CHECK(kinds_of("{\"format\":\"gdl-trace/1\"}") == Kinds{FileKind::trace});
  CHECK(kinds_of(" \n").size() == driver::file_formats().size());
}

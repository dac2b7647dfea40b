// Where the conformance corpus lies, and how tests read it. The corpus stands
// beside the project; tests that miss it say that they are skipped.
#pragma once

#include "tests/unit/support/folders.h"
#include "tests/unit/support/skipped.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tests {

/// `relative` within the folder that TESUJI_SHARED names (default: set by CMake).
inline std::filesystem::path shared_path(std::string_view relative) {
  return std::filesystem::path(shared_dir()) / relative;
}

/// False, and says that the test case is skipped, when `path` is not there.
inline bool have_corpus(const std::filesystem::path& path) {
  if (std::filesystem::exists(path)) return true;
  say_skipped(path.string() + " is missing (set TESUJI_SHARED)");
  return false;
}

/// The same for a test case that goes on without `path`.
inline bool have_corpus_part(const std::filesystem::path& path) {
  if (std::filesystem::exists(path)) return true;
  say_skipped_in_part(path.string() + " is missing (set TESUJI_SHARED)");
  return false;
}

/// The bytes of a file, which must exist.
inline std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The folder's files with this extension (".kif"), sorted by name.
inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                                   std::string_view extension) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == extension) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// A line of invalid/MANIFEST.tsv.
struct Expectation {
  std::string file;
  bool may_pass = false;   ///< `ok`, `ok-or-error:..` and `runtime:..`
  std::string error_code;  ///< of `error:CODE` and `ok-or-error:CODE`
};

inline std::vector<Expectation> read_manifest(const std::filesystem::path& path) {
  std::istringstream lines(read_bytes(path));
  std::vector<Expectation> expectations;
  std::string line;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) {
    std::istringstream columns(line);
    Expectation expectation;
    std::string expect;
    std::getline(columns, expectation.file, '\t');
    std::getline(columns, expect, '\t');
    const std::size_t colon = expect.find("error:");
    expectation.may_pass = colon != 0;
    if (colon != std::string::npos) {
      expectation.error_code = expect.substr(colon + std::string_view("error:").size());
    }
    expectations.push_back(expectation);
  }
  return expectations;
}

}  // namespace tesuji::tests

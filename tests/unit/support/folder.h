// Test support: a folder of its own that goes away with the test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace tesuji::tests {

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "tesuji-test.XXXXXX").string();
    path = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace tesuji::tests

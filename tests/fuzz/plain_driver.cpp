// Runs a fuzz target on files: the driver where there is no libFuzzer.
//
//   kif_fuzz [FILE|FOLDER]...     every file of a folder, at any depth
//
// Options of libFuzzer (-runs=0) are passed over, so that the same command line
// serves both. Exits with 1 where a path is missing or there was nothing to run; a
// finding ends the process as it does under libFuzzer.
#include "tests/fuzz/support.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t runs = 0;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-') continue;
    if (!fs::exists(argv[i])) {
      std::cerr << argv[0] << ": no such file: " << argv[i] << "\n";
      return 1;
    }
    for (const fs::path& file : files_of(argv[i])) {
      std::ifstream in(file, std::ios::binary);
      const std::vector<char> bytes{std::istreambuf_iterator<char>(in),
                                    std::istreambuf_iterator<char>()};
      // Told before, so that a finding has a name.
      std::cout << file.string() << std::endl;
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++runs;
    }
  }
  std::cout << runs << " files\n";
  return runs > 0 ? 0 : 1;
}

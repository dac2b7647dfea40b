#include "backend/driver/rulesheet/bundled_examples.h"

#include "backend/driver/file_formats.h"

#include <array>
#include <string_view>
#include <system_error>

namespace tesuji::driver {
namespace {

namespace fs = std::filesystem;

/// Whether it holds examples: some other project's folder may have the same name.
bool holds_examples(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "noughts-and-crosses.kif", error);
}

fs::path find_examples() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  constexpr std::array<std::string_view, 3> places{"examples", "share/doc/tesuji/examples",
                                                   "share/doc/tesuji-doc/examples"};
  // The prefix of an installation, or the folder of a checkout.
  const fs::path above = program.parent_path().parent_path();
  for (const std::string_view place : places) {
    if (holds_examples(above / place)) return above / place;
  }
  return {};
}

}  // namespace

const fs::path& bundled_examples() {
  static const fs::path folder = find_examples();
  return folder;
}

std::map<std::string, fs::path> bundled_games() {
  std::map<std::string, fs::path> games;
  std::error_code error;
  fs::directory_iterator file(bundled_examples(), error);
  for (; !error && file != fs::directory_iterator(); file.increment(error)) {
    if (is_named_as(FileKind::rulesheet, file->path().string())) {
      games.try_emplace(file->path().stem().string(), file->path());
    }
  }
  return games;
}

std::string path_of_game(const std::string& name) {
  if (name.empty() || name.find_first_of("/.") != std::string::npos || name == "-") return name;
  std::error_code error;
  if (fs::exists(name, error) || bundled_examples().empty()) return name;
  fs::path bundled;
  for (const std::string_view extension : format_of(FileKind::rulesheet).extensions()) {
    const std::string file = name + std::string(extension);
    if (fs::exists(file, error)) return name;
    const fs::path example = bundled_examples() / file;
    if (bundled.empty() && fs::is_regular_file(example, error)) bundled = example;
  }
  return bundled.empty() ? name : bundled.string();
}

}  // namespace tesuji::driver

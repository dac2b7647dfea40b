#include "tools/reports/verify/verify_programs.h"

#include "tools/base/output_file.h"

#include <fmt/core.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace tesuji::tools {

namespace {

/// Bytes of a name that are kept: file systems allow 255, of which numbers, extension and the
/// temporary name need some.
constexpr std::size_t longest_name = 200;

std::string file_name(std::string name) {
  for (char& c : name) {
    if (c == '/' || static_cast<unsigned char>(c) < ' ') c = '_';
  }
  // The name must not be hidden, nor look like an option.
  if (!name.empty() && (name.front() == '.' || name.front() == '-')) name.front() = '_';
  if (name.size() <= longest_name) return name;
  std::size_t end = longest_name;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U)
    --end;  // at a
            // boundary of
            // UTF-8
            // characters
  return name.substr(0, end);
}

}  // namespace

bool ProgramFiles::open() {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (!error && ::access(folder_.c_str(), W_OK | X_OK) != 0) {
    error.assign(errno, std::generic_category());
  }
  if (!error) return true;
  diagnostics_.error({}, "io",
                     fmt::format("cannot write to the folder `{}`: {}", folder_, error.message()));
  return false;
}

void ProgramFiles::keep(const std::string& name, const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (failed_) return;
  const std::string base = file_name(name);
  std::string file = base;
  for (unsigned number = 2; !taken_.insert(file).second; ++number) {
    file = fmt::format("{}-{}", base, number);
  }
  failed_ =
      !write_output((std::filesystem::path(folder_) / (file + ".lp")).string(), text, diagnostics_);
}

}  // namespace tesuji::tools

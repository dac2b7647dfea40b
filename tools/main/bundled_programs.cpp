#include "tools/main/bundled_programs.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace tesuji::tools {

void add_bundled_programs() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return;
  const std::filesystem::path folder = program.parent_path().parent_path() / "lib/tesuji/bin";
  if (!std::filesystem::is_directory(folder, error)) return;
  const char* before = std::getenv("PATH");
  const std::string path = before == nullptr || *before == 0 ? "/usr/bin:/bin" : before;
  setenv("PATH", (path + ":" + folder.string()).c_str(), 1);
}

}  // namespace tesuji::tools

#include "tools/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tesuji::tools {

namespace {

bool write_all(std::FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

}  // namespace

bool write_output(const std::string& path, std::string_view text, ir::Diagnostics& diagnostics) {
  const auto fail = [&](const char* what) {
    const int number = errno;
    diagnostics.error({}, "io",
                      "cannot " + std::string(what) + " `" + (path.empty() ? "-" : path) +
                          "`: " + std::strerror(number));
    return false;
  };
  if (path.empty() || path == "-") return write_all(stdout, text) || fail("write to");

  struct stat status{};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    // Devices and pipes (/dev/null, /dev/stdout) cannot be replaced by a file.
    std::FILE* device = std::fopen(path.c_str(), "wb");
    if (device == nullptr) return fail("open");
    const bool written = write_all(device, text);
    return (std::fclose(device) == 0 && written) || fail("write to");
  }

  std::string temporary = path + ".XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor < 0) return fail("create a file beside");
  const mode_t mask = umask(0);
  umask(mask);
  std::FILE* file = fdopen(descriptor, "wb");
  const bool written =
      file != nullptr && write_all(file, text) && fchmod(descriptor, 0666 & ~mask) == 0;
  const bool closed = file != nullptr ? std::fclose(file) == 0 : close(descriptor) == 0;
  if (!written || !closed || std::rename(temporary.c_str(), path.c_str()) != 0) {
    fail("write to");
    unlink(temporary.c_str());
    return false;
  }
  return true;
}

}  // namespace tesuji::tools

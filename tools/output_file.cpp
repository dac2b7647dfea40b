#include "tools/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tesuji::tools {

namespace {

/// What errno says; false.
bool fail(const char* what, const std::string& path, ir::Diagnostics& diagnostics) {
  const int number = errno;
  diagnostics.error({}, "io",
                    "cannot " + std::string(what) + " `" + (path.empty() ? "-" : path) +
                        "`: " + std::strerror(number));
  return false;
}

bool is_standard_output(const std::string& path) {
  return path.empty() || path == "-";
}

/// Devices and pipes (/dev/null, /dev/stdout) cannot be replaced by a file.
bool is_device(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

}  // namespace

bool can_write_output(const std::string& path, ir::Diagnostics& diagnostics) {
  if (is_standard_output(path)) return true;
  struct stat status{};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    if (!S_ISDIR(status.st_mode)) return true;
    errno = EISDIR;
    return fail("open", path, diagnostics);
  }
  std::string temporary = path + ".XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor < 0) return fail("create a file beside", path, diagnostics);
  close(descriptor);
  unlink(temporary.c_str());
  return true;
}

bool write_output(const std::string& path, std::string_view text, ir::Diagnostics& diagnostics) {
  const auto file = OutputFile::open(path, diagnostics);
  return file != nullptr && file->write(text) && file->finish();
}

std::unique_ptr<OutputFile> OutputFile::open(const std::string& path,
                                             ir::Diagnostics& diagnostics) {
  std::unique_ptr<OutputFile> file(new OutputFile(path, diagnostics));
  if (is_standard_output(path)) {
    file->file_ = stdout;
  } else if (is_device(path)) {
    file->file_ = std::fopen(path.c_str(), "wb");
    if (file->file_ == nullptr) return file->fail("open"), nullptr;
  } else {
    file->temporary_ = path + ".XXXXXX";
    const int descriptor = mkstemp(file->temporary_.data());
    if (descriptor < 0) {
      file->temporary_.clear();
      return file->fail("create a file beside"), nullptr;
    }
    const mode_t mask = umask(0);
    umask(mask);
    file->file_ = fdopen(descriptor, "wb");
    if (file->file_ == nullptr || fchmod(descriptor, 0666 & ~mask) != 0) {
      if (file->file_ == nullptr) close(descriptor);
      return file->fail("create a file beside"), nullptr;
    }
  }
  return file;
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

bool OutputFile::fail(const char* what) {
  failed_ = true;
  return tools::fail(what, path_, diagnostics_);
}

bool OutputFile::write(std::string_view text) {
  if (failed_) return false;
  return std::fwrite(text.data(), 1, text.size(), file_) == text.size() || fail("write to");
}

bool OutputFile::rewrite(std::uint64_t offset, std::string_view text) {
  if (failed_) return false;
  return (std::fseek(file_, static_cast<long>(offset), SEEK_SET) == 0 &&
          std::fwrite(text.data(), 1, text.size(), file_) == text.size() &&
          std::fseek(file_, 0, SEEK_END) == 0) ||
         fail("write to");
}

bool OutputFile::finish() {
  if (failed_) return false;
  if (std::fflush(file_) != 0) return fail("write to");
  if (file_ == stdout) return true;
  std::FILE* const file = std::exchange(file_, nullptr);
  if (std::fclose(file) != 0) return fail("write to");
  if (temporary_.empty()) return true;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return fail("write to");
  temporary_.clear();
  return true;
}

}  // namespace tesuji::tools

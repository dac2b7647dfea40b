#include "tools/base/output_file.h"

#include "backend/temporary/temporary.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace tesuji::tools {

namespace {

/// Reports errno; returns false.
bool fail(const char* what, const std::string& path, ir::Diagnostics& diagnostics) {
  const int number = errno;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  std::error_code none;
  if (number == ENOENT && !folder.empty() && !std::filesystem::exists(folder, none)) {
    diagnostics.error(
        {}, "io",
        "cannot " + std::string(what) + " `" + path + "`: there is no folder `" + folder + "`");
    return false;
  }
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

/// Creates a temporary file next to the file that `path` leads to; returns -1, with errno, if that
/// fails.
int create_beside(const std::string& path, std::string& target, std::string& temporary) {
  target = final_path(path);
  if (target.empty()) {
    errno = ELOOP;
    return -1;
  }
  return temporary::create_file_beside(target, temporary);
}

}  // namespace

std::string final_path(const std::string& path) {
  constexpr int most_links = 40;  // as many as the system follows
  std::filesystem::path place(path);
  for (int links = 0; links < most_links; ++links) {
    std::error_code none;
    const std::filesystem::path next = std::filesystem::read_symlink(place, none);
    if (none) return place.string();
    place = next.is_absolute() ? next : place.parent_path() / next;
  }
  return {};
}

bool can_write_output(const std::string& path, ir::Diagnostics& diagnostics) {
  if (is_standard_output(path)) return true;
  struct stat status{};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    if (!S_ISDIR(status.st_mode)) return true;
    errno = EISDIR;
    return fail("open", path, diagnostics);
  }
  std::string target;
  std::string temporary;
  const int descriptor = create_beside(path, target, temporary);
  if (descriptor < 0) return fail("write", path, diagnostics);
  close(descriptor);
  unlink(temporary.c_str());
  temporary::forget_file(temporary);
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
    const int descriptor = create_beside(path, file->target_, file->temporary_);
    if (descriptor < 0) {
      file->temporary_.clear();
      return file->fail("write"), nullptr;
    }
    // A file that is replaced keeps its permissions.
    struct stat before{};
    const bool is_there = stat(file->target_.c_str(), &before) == 0;
    const mode_t mask = umask(0);
    umask(mask);
    const mode_t mode = is_there ? before.st_mode & 0777 : 0666 & ~mask;
    file->file_ = fdopen(descriptor, "wb");
    if (file->file_ == nullptr || fchmod(descriptor, mode) != 0) {
      if (file->file_ == nullptr) close(descriptor);
      return file->fail("write"), nullptr;
    }
  }
  return file;
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  temporary::forget_file(temporary_);
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
  // Makes the file new, because a process that removes leftovers of dead processes goes by its age.
  if (!temporary_.empty()) static_cast<void>(futimens(fileno(file_), nullptr));
  std::FILE* const file = std::exchange(file_, nullptr);
  if (std::fclose(file) != 0) return fail("write to");
  if (temporary_.empty()) return true;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) return fail("write to");
  temporary::forget_file(std::exchange(temporary_, {}));
  return true;
}

}  // namespace tesuji::tools

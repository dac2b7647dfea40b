// Creates temporary files and folders that are removed automatically.
//
// A signal that ends the process removes them first. A later run removes those that SIGKILL or a
// crash left behind: a process holds a lock (flock) on each of its files and folders while it
// lives, so whoever can lock one knows that it is not in use. Where locks do not work, no leftovers
// are removed.
#pragma once

#include <csignal>
#include <string>

namespace tesuji::temporary {

/// Creates a file beside `path` (that name, `.tesuji-` and six characters): readable by its owner
/// only, locked, closed in children. Returns its descriptor, which the caller owns, and sets
/// `name`; returns -1 and sets errno on failure. First removes the files that dead processes left
/// beside the same `path`.
[[nodiscard]] int create_file_beside(const std::string& path, std::string& name);

/// Records that a file made by create_file_beside was renamed or removed.
void forget_file(const std::string& name);

/// A folder of this process in the system's folder for temporary files; the destructor removes it.
/// The constructor first removes folders with the same prefix that dead processes left. The folder
/// may contain files, but no folders.
class Folder {
 public:
  /// Throws std::system_error.
  explicit Folder(const std::string& prefix);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string path_of(const std::string& file) const { return path_ + "/" + file; }

 private:
  std::string path_;
  int lock_ = -1;
};

/// Removes all temporary files of this process, which is about to end; does nothing in a child
/// between fork and exec. Async-signal-safe.
void remove_all();

/// Makes `signal` remove all temporary files and then end the process, unless the signal is
/// ignored. Async-signal-safe.
void end_at(int signal);

}  // namespace tesuji::temporary

// Temporary files and folders that are removed without help of the user.
//
// A signal that ends the process removes them first. What SIGKILL or a crash leaves behind, a later
// run removes: each of them is locked (flock) for as long as its process lives, so that whoever
// gets the lock of one knows that nobody uses it. Where locks do not work, nothing is removed.
#pragma once

#include <csignal>
#include <string>

namespace tesuji::temporary {

/// Creates a file beside `path` (that name, `.tesuji-` and six characters), for its owner alone,
/// locked, closed in children. Returns its descriptor, which is the caller's, and its name in
/// `name`; -1 where that fails, and errno says why. First removes those that dead processes left
/// beside the same `path`.
[[nodiscard]] int create_file_beside(const std::string& path, std::string& name);

/// What create_file_beside returned is not there any more: it was renamed or removed.
void forget_file(const std::string& name);

/// A folder of this process in the system's folder for temporary files, removed with this.
/// First removes those of the same prefix that dead processes left. Files in it may not be folders.
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

/// Removes all temporary files of this process, which is about to end; in a child between fork and
/// exec none. May be called by signal handlers.
void remove_all();

/// From now on `signal` removes all temporary files and ends the process, unless it is ignored.
/// May be called by signal handlers.
void end_at(int signal);

}  // namespace tesuji::temporary

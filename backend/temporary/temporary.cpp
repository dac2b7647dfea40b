#include "backend/temporary/temporary.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string_view>
#include <system_error>
#include <vector>

namespace tesuji::temporary {
namespace {

/// The paths that exist now, for signal handlers; never freed, since a handler may be reading one.
std::array<std::atomic<const char*>, 64> registered{};
static_assert(std::atomic<const char*>::is_always_lock_free, "read by a signal handler");
std::atomic<pid_t> owner{0};

constexpr std::array ending_signals = {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXCPU};
constexpr std::string_view mark = ".tesuji-";
constexpr std::size_t random_signs = 6;
/// Seconds for which a file may exist before it is locked, or between its last write and its
/// renaming.
constexpr std::time_t settled = 10;
/// Age in seconds at which an unlocked folder is removed: its process was killed before it locked
/// it.
constexpr std::time_t abandoned = 3600;

/// Closes a descriptor in its destructor.
struct Descriptor {
  explicit Descriptor(int number_in) : number(number_in) {}
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number;
};

/// Removes a folder and the files in it. Calls only async-signal-safe functions, which readdir is
/// not.
void remove_folder(const char* path) {
  struct Entry {
    std::uint64_t inode;
    std::int64_t offset;
    std::uint16_t length;
    unsigned char type;
    char name[1];
  };
  const Descriptor folder(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.number < 0) return;
  alignas(Entry) std::array<char, 4096> room{};
  for (long got = 0;
       (got = syscall(SYS_getdents64, folder.number, room.data(), room.size())) > 0;) {
    for (long at = 0; at < got;) {
      std::uint16_t length = 0;
      std::memcpy(&length, room.data() + at + offsetof(Entry, length), sizeof length);
      // `.` and `..` are not files: unlinkat leaves them.
      unlinkat(folder.number, room.data() + at + offsetof(Entry, name), 0);
      at += length;
    }
  }
  rmdir(path);
}

extern "C" void on_ending_signal(int signal) {
  remove_all();
  raise(signal);  // ends the process now (SA_RESETHAND)
}

void add(const std::string& path) {
  static std::mutex mutex;
  static std::deque<std::string> names;
  const std::lock_guard lock(mutex);
  owner = getpid();
  const char* const name = names.emplace_back(path).c_str();
  for (std::atomic<const char*>& slot : registered) {
    const char* none = nullptr;
    if (slot.compare_exchange_strong(none, name, std::memory_order_release)) break;
  }
  for (const int signal : ending_signals) {
    struct sigaction now{};
    const bool own = sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_DFL;
    if (!own) end_at(signal);
  }
}

void drop(const std::string& path) {
  for (std::atomic<const char*>& slot : registered) {
    const char* name = slot.load(std::memory_order_acquire);
    if (name != nullptr && path == name) slot.compare_exchange_strong(name, nullptr);
  }
}

/// Calls `use` with the name and status of each entry of `folder` that belongs to this user, is
/// named `prefix` and six characters, and is older than `settled`.
template <typename Use>
void each_leftover(const std::string& folder, std::string_view prefix, const Use& use) {
  struct Close {
    void operator()(DIR* open) const { closedir(open); }
  };
  const std::unique_ptr<DIR, Close> open(opendir(folder.c_str()));
  if (open == nullptr) return;
  const std::time_t now = std::time(nullptr);
  std::vector<std::pair<std::string, struct stat>> found;
  while (const dirent* item = readdir(open.get())) {
    const std::string_view name = item->d_name;
    struct stat status{};
    if (name.size() != prefix.size() + random_signs || !name.starts_with(prefix)) continue;
    if (fstatat(dirfd(open.get()), item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (status.st_uid != geteuid() || status.st_mtim.tv_sec + settled >= now) continue;
    found.emplace_back(folder + "/" + item->d_name, status);
  }
  for (const auto& [path, status] : found) use(path, status);
}

/// Whether no process has locked the file; sets errno to ENOENT if the file does not exist.
bool is_unlocked(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  return file.number >= 0 && flock(file.number, LOCK_EX | LOCK_NB) == 0;
}

void remove_leftover_files(const std::string& path) {
  const std::filesystem::path whole(path);
  const std::string folder = whole.has_parent_path() ? whole.parent_path().string() : ".";
  each_leftover(folder, whole.filename().string() + std::string(mark),
                [](const std::string& file, const struct stat& status) {
                  if (S_ISREG(status.st_mode) && is_unlocked(file)) unlink(file.c_str());
                });
}

void remove_leftover_folders(const std::string& parent, const std::string& prefix) {
  each_leftover(parent, prefix + "-", [](const std::string& folder, const struct stat& status) {
    if (!S_ISDIR(status.st_mode)) return;
    const bool free = is_unlocked(folder + "/lock");
    const bool never =
        !free && errno == ENOENT && status.st_mtim.tv_sec + abandoned < std::time(nullptr);
    if (free || never) remove_folder(folder.c_str());
  });
}

}  // namespace

int create_file_beside(const std::string& path, std::string& name) {
  remove_leftover_files(path);
  name = path + std::string(mark) + "XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return -1;
  static_cast<void>(flock(file, LOCK_EX | LOCK_NB));
  add(name);
  return file;
}

void forget_file(const std::string& name) {
  drop(name);
}

Folder::Folder(const std::string& prefix) {
  const std::string parent = std::filesystem::temp_directory_path().string();
  remove_leftover_folders(parent, prefix);
  path_ = (std::filesystem::path(parent) / (prefix + "-XXXXXX")).string();
  if (mkdtemp(path_.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), path_);
  }
  add(path_);
  lock_ = open(path_of("lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ >= 0) static_cast<void>(flock(lock_, LOCK_EX | LOCK_NB));
}

Folder::~Folder() {
  remove_folder(path_.c_str());
  drop(path_);
  if (lock_ >= 0) close(lock_);
}

void remove_all() {
  // A child between fork and exec owns no temporary files.
  if (getpid() != owner.load(std::memory_order_relaxed)) return;
  for (const std::atomic<const char*>& one : registered) {
    const char* const path = one.load(std::memory_order_acquire);
    if (path != nullptr && unlink(path) != 0) remove_folder(path);
  }
}

void end_at(int signal) {
  struct sigaction now{};
  if (sigaction(signal, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 &&
      now.sa_handler == SIG_IGN) {
    return;
  }
  struct sigaction action{};
  action.sa_handler = on_ending_signal;
  action.sa_flags = SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace tesuji::temporary

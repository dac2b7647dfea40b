#include "backend/object_cache/object_cache.h"

#include "backend/object_cache/cache_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <tuple>
#include <utility>

namespace tesuji::object_cache {
namespace {

/// Creates the directory and its parents, each for this user only. Returns false and sets errno on
/// failure.
bool make_directory(const std::string& directory) {
  for (std::size_t end = 0; end != std::string::npos;) {
    end = directory.find('/', end + 1);
    const std::string part = directory.substr(0, end);
    if (mkdir(part.c_str(), 0700) == 0 || errno == EEXIST) continue;
    struct stat status{};
    // For an existing directory, mkdir may report another error than EEXIST.
    const int reason = errno;
    if (stat(part.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) continue;
    errno = reason;
    return false;
  }
  return true;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written == 0) errno = ENOSPC;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Whether the limit allows a file of this size: exceeding it would raise a signal that ends the
/// process.
bool within_file_limit(std::uint64_t bytes) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         bytes <= limit.rlim_cur;
}

std::string absolute(std::string directory) {
  std::error_code failed;
  std::string path = std::filesystem::absolute(directory, failed).string();
  if (failed) path = std::move(directory);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace

ObjectCache::ObjectCache(std::string directory, std::uint64_t limit)
    : directory_(absolute(std::move(directory))), limit_(limit) {}

std::optional<std::string> ObjectCache::find(const CacheKey& key) {
  if (!usable()) return std::nullopt;
  const auto bytes = read_own_file(directory_ + "/" + cache_file_name(key), true);
  if (!bytes) return std::nullopt;
  auto file = decode_cache_file(*bytes);
  if (!file || file->key != key) return std::nullopt;
  ++found_;
  return std::move(file->payload);
}

void ObjectCache::store(const CacheKey& key, const CacheLabel& label, std::string_view payload) {
  if (!usable()) return;
  {
    const std::lock_guard lock(mutex_);
    if (given_up_) return;
  }
  const std::string bytes = encode_cache_file(key, label, payload);
  if (bytes.size() > limit_) return;
  if (!within_file_limit(bytes.size())) {
    note("cannot write to `" + directory_ + "`: " + std::strerror(EFBIG));
    return;
  }
  // A process that clears the cache may remove the directory or the file meanwhile: try again.
  constexpr int most_attempts = 16;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    if (write(key, bytes)) {
      stored(bytes.size());
      return;
    }
  }
  note("cannot write to `" + directory_ + "`: " + std::strerror(ENOENT));
}

bool ObjectCache::write(const CacheKey& key, const std::string& bytes) {
  const auto fail = [&](const char* what) {
    note(std::string("cannot ") + what + " `" + directory_ + "`: " + std::strerror(errno));
    return true;
  };
  if (!make_directory(directory_)) return fail("make");
  if (!usable()) return true;
  std::string temporary = directory_ + "/" + std::string(temporary_name);
  const int file = mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return errno != ENOENT && fail("write to");
  bool good = write_all(file, bytes);
  int reason = errno;
  if (close(file) != 0 && good) {
    good = false;
    reason = errno;
  }
  if (good &&
      std::rename(temporary.c_str(), (directory_ + "/" + cache_file_name(key)).c_str()) == 0)
    return true;
  if (good) reason = errno;
  unlink(temporary.c_str());
  errno = reason;
  return errno != ENOENT && fail("write to");
}

void ObjectCache::stored(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (given_up_) return;
  ++stored_;
  // Other processes store, too. Scanning after every 1/64 of the limit keeps the excess small;
  // removing an eighth more than needed makes removals rare.
  if (unchecked_ && (*unchecked_ += bytes) < limit_ / 64) return;
  unchecked_ = 0;
  prune_cache(directory_, limit_, limit_ - limit_ / 8);
}

bool ObjectCache::usable() {
  const std::lock_guard lock(mutex_);
  if (refused_) return false;
  std::string trouble = trouble_with_cache(directory_);
  if (trouble.empty()) return true;
  refused_ = given_up_ = true;
  if (trouble_.empty()) trouble_ = std::move(trouble);
  return false;
}

void ObjectCache::note(const std::string& trouble) {
  const std::lock_guard lock(mutex_);
  given_up_ = true;
  if (trouble_.empty()) trouble_ = trouble;
}

ObjectCache::Counts ObjectCache::counts() const {
  return {found_, stored_};
}

std::string ObjectCache::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

namespace {

struct Found {
  std::string name;
  std::uint64_t bytes = 0;
  timespec used{};
  bool temporary = false;
};

bool older(const Found& one, const Found& other) {
  return std::tie(one.used.tv_sec, one.used.tv_nsec, one.name) <
         std::tie(other.used.tv_sec, other.used.tv_nsec, other.name);
}

/// Lists the cache's own files without reading them.
std::vector<Found> scan(const std::string& directory) {
  std::vector<Found> all;
  if (!trouble_with_cache(directory).empty()) return all;
  struct Close {
    void operator()(DIR* open) const { closedir(open); }
  };
  const std::unique_ptr<DIR, Close> open(opendir(directory.c_str()));
  if (open == nullptr) return all;
  while (const dirent* item = readdir(open.get())) {
    const bool temporary = is_temporary_name(item->d_name);
    struct stat status{};
    if (!temporary && !is_cache_file_name(item->d_name)) continue;
    if (fstatat(dirfd(open.get()), item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISREG(status.st_mode)) continue;
    all.push_back(
        {item->d_name, static_cast<std::uint64_t>(status.st_size), status.st_mtim, temporary});
  }
  return all;
}

std::string path_of(const std::string& directory, const std::string& name) {
  return directory + "/" + name;
}

void remove(const std::string& directory, const std::string& name, std::uint64_t bytes,
            CacheRemoval& removal) {
  if (unlink(path_of(directory, name).c_str()) != 0) return;  // or another process removed it first
  ++removal.files;
  removal.bytes += bytes;
}

}  // namespace

std::string trouble_with_cache(const std::string& directory) {
  const std::string name = "`" + directory + "`";
  struct stat status{};
  if (stat(directory.c_str(), &status) != 0) {
    if (errno == ENOENT) return {};
    return name + ": " + std::strerror(errno);
  }
  if (!S_ISDIR(status.st_mode)) return name + " is not a directory";
  if (status.st_uid != geteuid()) return name + " belongs to another user";
  if ((status.st_mode & S_IWOTH) != 0) return name + " may be written to by everyone";
  return {};
}

std::vector<CacheEntry> list_cache(const std::string& directory) {
  std::vector<Found> files = scan(directory);
  std::sort(files.begin(), files.end(),
            [](const Found& one, const Found& other) { return older(other, one); });
  std::vector<CacheEntry> entries;
  for (const Found& file : files) {
    if (file.temporary) continue;
    CacheEntry entry{file.name, file.bytes, file.used.tv_sec, false, {}};
    const auto bytes = read_own_file(path_of(directory, file.name), false);
    if (auto decoded = bytes ? decode_cache_file(*bytes) : std::nullopt) {
      entry.valid = cache_file_name(decoded->key) == file.name;
      if (entry.valid) entry.label = std::move(decoded->label);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

CacheRemoval prune_cache(const std::string& directory, std::uint64_t limit, std::uint64_t goal) {
  CacheRemoval removal;
  std::vector<Found> files = scan(directory);
  const std::time_t now = std::time(nullptr);
  std::uint64_t total = 0;
  for (const Found& file : files) {
    if (!file.temporary) {
      total += file.bytes;
    } else if (file.used.tv_sec + abandoned_after < now) {
      remove(directory, file.name, file.bytes, removal);
    }
  }
  const std::uint64_t kept = total > limit ? std::min(goal, limit) : limit;
  std::sort(files.begin(), files.end(), older);
  for (const Found& file : files) {
    if (total <= kept) break;
    if (file.temporary) continue;
    remove(directory, file.name, file.bytes, removal);
    total -= file.bytes;
  }
  removal.left = total;
  return removal;
}

CacheRemoval remove_faulty(const std::string& directory) {
  CacheRemoval removal;
  for (const CacheEntry& entry : list_cache(directory)) {
    if (entry.valid) {
      removal.left += entry.bytes;
    } else {
      remove(directory, entry.file, entry.bytes, removal);
    }
  }
  return removal;
}

CacheRemoval clear_cache(const std::string& directory) {
  CacheRemoval removal;
  for (const Found& file : scan(directory)) remove(directory, file.name, file.bytes, removal);
  return removal;
}

}  // namespace tesuji::object_cache

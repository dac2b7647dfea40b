#include "backend/object_cache/cache_directory.h"

#include "backend/object_cache/cache_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <tuple>

namespace tesuji::object_cache {
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

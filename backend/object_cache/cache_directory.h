// Lists the entries of an object cache and removes old ones. Includes no LLVM header.
//
// Files that are not a cache's own, by their names (cache_file.h), are neither read nor removed.
#pragma once

#include "backend/object_cache/object_cache.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

namespace tesuji::object_cache {

struct CacheEntry {
  std::string file;         ///< its name within the directory
  std::uint64_t bytes = 0;  ///< of the whole file
  std::time_t used = 0;     ///< when it was last found or stored
  bool valid = false;       ///< the checksum and format are right
  CacheLabel label{};       ///< empty unless valid
};

/// Returns why the directory must not be used: it cannot be read, is not a directory, belongs to
/// another user, or is writable by everyone. Returns an empty string if it may be used, or does not
/// exist.
[[nodiscard]] std::string trouble_with_cache(const std::string& directory);

/// Returns all entries, most recently used first; reads every file. Returns none if the directory
/// does not exist or must not be used.
[[nodiscard]] std::vector<CacheEntry> list_cache(const std::string& directory);

struct CacheRemoval {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t left = 0;  ///< total bytes of the remaining entries
};

/// Age in seconds at which a partly written file counts as abandoned: its process has died.
inline constexpr std::time_t abandoned_after = 3600;

/// Removes abandoned partly written files. If the entries exceed `limit` bytes, also removes the
/// least recently used ones until the total is at most `goal`.
CacheRemoval prune_cache(const std::string& directory, std::uint64_t limit, std::uint64_t goal);

/// Removes entries that are not valid; reads every file.
CacheRemoval remove_faulty(const std::string& directory);

/// Removes all entries, and files that are being written.
CacheRemoval clear_cache(const std::string& directory);

}  // namespace tesuji::object_cache

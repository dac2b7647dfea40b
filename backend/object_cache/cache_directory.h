// Lists the entries of an object cache and removes old ones. LLVM stays behind this
// header.
//
// Other files than a cache's own (cache_file.h), which their names tell, are neither looked at nor
// removed.
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
  bool valid = false;       ///< whether it checks
  CacheLabel label{};       ///< empty unless valid
};

/// Why the directory is not to be used: it cannot be read, is none, belongs to somebody else, or
/// everybody may write to it. Empty: it may be used, or is not there.
[[nodiscard]] std::string trouble_with_cache(const std::string& directory);

/// All entries, the last used first; reads every file. None where there is no directory or it may
/// not be used.
[[nodiscard]] std::vector<CacheEntry> list_cache(const std::string& directory);

struct CacheRemoval {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t left = 0;  ///< bytes of the entries that stay
};

/// Files that were being written an hour ago and still are: their process has died.
inline constexpr std::time_t abandoned_after = 3600;

/// Removes files that were abandoned half written, and if the entries come to more than `limit`
/// bytes those that were not used for longest, until the rest comes to `goal` or less.
CacheRemoval prune_cache(const std::string& directory, std::uint64_t limit, std::uint64_t goal);

/// Removes entries that do not check; reads every file.
CacheRemoval remove_faulty(const std::string& directory);

/// Removes all entries, and what is being written.
CacheRemoval clear_cache(const std::string& directory);

}  // namespace tesuji::object_cache

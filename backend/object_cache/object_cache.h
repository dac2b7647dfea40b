// Stores compiled code on disk, so that it is not compiled again; lists the entries and removes old
// ones. Includes no LLVM header.
//
// A directory holds one file per entry, named after its key (cache_file.h). Any number of processes
// and threads may use one directory at a time: a file appears whole, by renaming, and never
// changes. A cache never fails: a damaged file counts as absent, and where nothing can be stored,
// nothing is stored. Files that are not a cache's own, by their names, are neither read nor
// removed.
//
// Code found here is executed. So the directory and its files must belong to the user who runs the
// program, and the directory must not be writable for everyone.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::object_cache {

/// A hash of everything that code generation reads: equal keys mean equal code.
using CacheKey = std::array<std::uint8_t, 32>;

/// Describes an entry for people who inspect the cache. Control characters become `?`.
struct CacheLabel {
  std::string kind;  ///< matchers, net, net-many, strategy, rules, proofs, lane net, native net
  std::string name;  ///< of the game
  std::string tier;  ///< fast, optimised
  std::string cpu;
};

/// Thread-safe.
class ObjectCache {
 public:
  static constexpr std::uint64_t default_limit = std::uint64_t{512} << 20U;

  struct Counts {
    std::uint64_t found = 0;
    std::uint64_t stored = 0;
  };

  /// Does not access the disk yet; the first store creates the directory. `limit`: total bytes of
  /// all entries; storing keeps to it by removing the least recently used entries.
  explicit ObjectCache(std::string directory, std::uint64_t limit = default_limit);

  /// Returns the bytes stored under the key and marks the entry as used now.
  [[nodiscard]] std::optional<std::string> find(const CacheKey& key);
  /// Stores the bytes, if possible. Processes that store under the same key store the same bytes.
  void store(const CacheKey& key, const CacheLabel& label, std::string_view payload);

  [[nodiscard]] Counts counts() const;
  /// Returns the first reason why nothing was stored or found; empty if there was no trouble.
  [[nodiscard]] std::string trouble() const;

 private:
  bool usable();
  void note(const std::string& trouble);
  /// Returns false if the directory was removed meanwhile.
  bool write(const CacheKey& key, const std::string& bytes);
  void stored(std::uint64_t bytes);

  std::string directory_;
  std::uint64_t limit_;
  std::atomic<std::uint64_t> found_{0};
  std::atomic<std::uint64_t> stored_{0};
  mutable std::mutex mutex_;
  bool given_up_ = false;  ///< no longer stores anything
  bool refused_ = false;   ///< also no longer searches
  std::string trouble_;
  /// Bytes stored by this process since it last scanned the whole directory; nothing before the
  /// first scan.
  std::optional<std::uint64_t> unchecked_;
};

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

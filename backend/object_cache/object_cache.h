// Stores compiled code on disk, so that it is not compiled again.
//
// A directory of files, one for each entry, each named after its key (cache_file.h). Any number
// of processes and threads may use one directory at a time: files appear whole, by renaming, and
// are never changed. A cache never fails: a file that is not wholly what it should be is taken
// for absent, and where nothing can be stored, nothing is.
//
// What is found here is executed. So directory and files have to belong to the user who runs the
// program, and the directory must not be writable for everyone.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::object_cache {

/// A hash of everything that code generation reads: equal keys, equal code.
using CacheKey = std::array<std::uint8_t, 32>;

/// What an entry is, for those who look at the cache. Control characters become `?`.
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

  /// Touches nothing yet; the directory is made when something is first stored. `limit`: bytes of
  /// all entries, which storing keeps to by removing those that were not used for longest.
  explicit ObjectCache(std::string directory, std::uint64_t limit = default_limit);

  /// The bytes stored under the key; the entry counts as used now.
  [[nodiscard]] std::optional<std::string> find(const CacheKey& key);
  /// Keeps the bytes, if it can. Several processes that store under one key store the same.
  void store(const CacheKey& key, const CacheLabel& label, std::string_view payload);

  [[nodiscard]] Counts counts() const;
  /// Why nothing is stored, or nothing found: the first reason there was; empty: all is well.
  [[nodiscard]] std::string trouble() const;

 private:
  bool usable();
  void note(const std::string& trouble);
  /// False where the directory went away meanwhile.
  bool write(const CacheKey& key, const std::string& bytes);
  void stored(std::uint64_t bytes);

  std::string directory_;
  std::uint64_t limit_;
  std::atomic<std::uint64_t> found_{0};
  std::atomic<std::uint64_t> stored_{0};
  mutable std::mutex mutex_;
  bool given_up_ = false;  ///< nothing is stored any more
  bool refused_ = false;   ///< and nothing is looked for
  std::string trouble_;
  /// Bytes that this process has stored since it last looked at the whole directory; nothing:
  /// it has not yet.
  std::optional<std::uint64_t> unchecked_;
};

}  // namespace tesuji::object_cache

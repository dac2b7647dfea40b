// Adds the options --cache, --no-cache and --cache-limit, for the directory of compiled code.
#pragma once

#include "backend/object_cache/object_cache.h"
#include "tools/base/arguments.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tesuji::tools {

/// Returns the default directory of compiled code: $TESUJI_CACHE, if set (empty: no cache), else
/// `tesuji` in $XDG_CACHE_HOME, else in `.cache` of the home directory, if there is one; empty: no
/// cache.
[[nodiscard]] std::string default_cache_directory();

class CacheOptions {
 public:
  /// `off`: adds --no-cache, too.
  void add_to(Command& command, bool off = true);

  /// Returns the directory; empty: no cache.
  [[nodiscard]] std::string directory() const;
  /// Bytes.
  [[nodiscard]] std::uint64_t limit() const { return limit_mib_ << 20U; }
  /// Returns the same cache each time; null: no cache. `timed`: report_caches prints how often it
  /// was used.
  [[nodiscard]] std::shared_ptr<object_cache::ObjectCache> open(bool timed = false);

 private:
  std::string directory_;
  bool off_ = false;
  std::uint64_t limit_mib_ = object_cache::ObjectCache::default_limit >> 20U;
  std::shared_ptr<object_cache::ObjectCache> cache_;
};

/// Reports on standard error, before a command ends, errors of the caches it opened, and with
/// --time-passes how many entries they read and wrote.
void report_caches();

}  // namespace tesuji::tools

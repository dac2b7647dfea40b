// Options --cache, --no-cache and --cache-limit: the directory of compiled code.
#pragma once

#include "backend/object_cache/object_cache.h"
#include "tools/base/arguments.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tesuji::tools {

/// Where code is kept unless a command line says otherwise: $TESUJI_CACHE, where that is set
/// (empty: nowhere), else `tesuji` in $XDG_CACHE_HOME, else in `.cache` of the home directory, if
/// there is one; empty: nowhere.
[[nodiscard]] std::string default_cache_directory();

class CacheOptions {
 public:
  /// `off`: also --no-cache.
  void add_to(Command& command, bool off = true);

  /// The directory; empty: none.
  [[nodiscard]] std::string directory() const;
  /// Bytes.
  [[nodiscard]] std::uint64_t limit() const { return limit_mib_ << 20U; }
  /// The same one each time; null: none. `timed`: report_caches tells how often it was of use.
  [[nodiscard]] std::shared_ptr<object_cache::ObjectCache> open(bool timed = false);

 private:
  std::string directory_;
  bool off_ = false;
  std::uint64_t limit_mib_ = object_cache::ObjectCache::default_limit >> 20U;
  std::shared_ptr<object_cache::ObjectCache> cache_;
};

/// Before a command ends, on standard error: what was wrong with the caches it opened, and with
/// --time-passes what they gave and took.
void report_caches();

}  // namespace tesuji::tools

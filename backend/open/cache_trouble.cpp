#include "backend/open/cache_trouble.h"

#include "backend/object_cache/object_cache.h"

#include <string>

namespace tesuji::driver {

void warn_of_cache_trouble(const Options& options, Session& session) {
  const std::string trouble = options.cache == nullptr ? "" : options.cache->trouble();
  if (trouble.empty()) return;
  session.diagnostics.warning({}, "cache", "no object cache: " + trouble);
}

}  // namespace tesuji::driver

// Warns where the object cache of a game that has been opened has trouble.
#pragma once

#include "backend/driver/session.h"

namespace tesuji::driver {

/// Warns (code "cache") where the options name a cache that could not be used so far.
void warn_of_cache_trouble(const Options& options, Session& session);

}  // namespace tesuji::driver

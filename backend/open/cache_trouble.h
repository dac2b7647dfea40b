// Warns of trouble with the object cache of an opened game.
#pragma once

#include "backend/driver/session.h"

namespace tesuji::driver {

/// Warns (code "cache") if the options name a cache that could not be used so far.
void warn_of_cache_trouble(const Options& options, Session& session);

}  // namespace tesuji::driver

// A stop request of libtesuji. Internal to this layer.
#pragma once

#include "runtime/core/tesuji/tesuji.h"

#include <atomic>

struct tsj_stop {
  std::atomic<bool> flag{false};
};

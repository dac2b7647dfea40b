// Sorts numbers of states. Internal to this folder.
#pragma once

#include "runtime/host/partition/state_code.h"

#include <cstdint>
#include <vector>

namespace tesuji::runtime {

// Ascending.
void sort_keys(std::vector<std::uint64_t>& keys);
void sort_keys(std::vector<WideKey>& keys);

}  // namespace tesuji::runtime

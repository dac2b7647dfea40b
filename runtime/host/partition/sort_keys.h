// Sorts numbers of states. Internal to this folder.
#pragma once

#include "runtime/host/partition/state_code.h"

#include <vector>

namespace tesuji::runtime {

// Sorts in ascending order.
void sort_keys(std::vector<ShortKey>& keys);
void sort_keys(std::vector<WideKey>& keys);
void sort_keys(std::vector<WiderKey>& keys);
void sort_keys(std::vector<WidestKey>& keys);

}  // namespace tesuji::runtime

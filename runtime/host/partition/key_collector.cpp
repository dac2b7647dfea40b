#include "runtime/host/partition/key_collector.h"

#include <boost/sort/spreadsort/integer_sort.hpp>

#include <algorithm>

namespace tesuji::runtime {

void sort_keys(std::vector<ShortKey>& keys) {
  boost::sort::spreadsort::integer_sort(keys.begin(), keys.end());
}

void sort_keys(std::vector<WideKey>& keys) {
  std::sort(keys.begin(), keys.end());
}

void sort_keys(std::vector<WiderKey>& keys) {
  std::sort(keys.begin(), keys.end());
}

void sort_keys(std::vector<WidestKey>& keys) {
  std::sort(keys.begin(), keys.end());
}

}  // namespace tesuji::runtime

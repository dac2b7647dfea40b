// Looks up the values of many states at once. Internal to this folder.
#pragma once

#include "runtime/host/partition/key_run.h"
#include "runtime/host/partition/level.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::runtime::partition {

/// For one thread.
template <typename Key>
class ValueFinder {
 public:
  /// Calls found(i, value) for each of the numbers that a level has, later levels first. Returns
  /// how many no level has.
  template <typename Found>
  std::size_t find(std::span<const Level<Key>> levels, std::span<const Key> keys,
                   const Found& found) {
    keys_.assign(keys.begin(), keys.end());
    numbers_.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) numbers_[i] = i;
    for (std::size_t l = levels.size(); l-- > 0 && !keys_.empty();) {
      places_.resize(keys_.size());
      levels[l].keys.find(keys_, places_);
      std::size_t left = 0;
      for (std::size_t i = 0; i < keys_.size(); ++i) {
        if (places_[i] != KeyRun<Key>::nowhere) {
          found(numbers_[i], levels[l].values[places_[i]]);
          continue;
        }
        keys_[left] = keys_[i];
        numbers_[left++] = numbers_[i];
      }
      keys_.resize(left);
      numbers_.resize(left);
    }
    return keys_.size();
  }

 private:
  std::vector<Key> keys_;             ///< not found yet
  std::vector<std::size_t> numbers_;  ///< their indexes in the input
  std::vector<std::uint64_t> places_;
};

}  // namespace tesuji::runtime::partition

// Sorts numbers of states that come in any order and often repeat, in little memory.
#pragma once

#include "runtime/host/partition/key_run.h"
#include "runtime/host/partition/state_code.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::runtime {

// Sorts in ascending order.
void sort_keys(std::vector<ShortKey>& keys);
void sort_keys(std::vector<WideKey>& keys);
void sort_keys(std::vector<WiderKey>& keys);
void sort_keys(std::vector<WidestKey>& keys);

/// Collects numbers in any order, and yields them in ascending order, each once.
template <typename Key>
class KeyCollector {
 public:
  /// Called for each run; may write it to disk.
  using Keep = std::function<KeyRun<Key>(KeyRun<Key>)>;

  /// `most`: numbers that are kept uncompressed; more are compressed. `keep` may be empty.
  explicit KeyCollector(std::size_t most, Keep keep = {}) : most_(most), keep_(std::move(keep)) {}

  void add(Key key) {
    loose_.push_back(key);
    if (loose_.size() >= most_) tidy();
  }

  [[nodiscard]] std::size_t bytes() const {
    std::size_t bytes = loose_.capacity() * sizeof(Key);
    for (const KeyRun<Key>& run : runs_) bytes += run.bytes();
    return bytes;
  }

  /// Calls each(key) for all numbers; forgets them.
  template <typename Each>
  void take_all(Each each) {
    sort();
    typename KeyRun<Key>::Writer rest;
    for (const Key key : loose_) rest.add(key);
    std::vector<Key>().swap(loose_);
    runs_.push_back(rest.finish());
    using Next = std::pair<Key, std::size_t>;
    const auto later = [](const Next& a, const Next& b) { return a > b; };
    std::vector<typename KeyRun<Key>::Reader> readers;
    std::vector<Next> heap;
    for (const auto& run : runs_) {
      readers.emplace_back(run);
      Key key = 0;
      if (readers.back().next(key)) heap.emplace_back(key, readers.size() - 1);
    }
    std::make_heap(heap.begin(), heap.end(), later);
    std::optional<Key> last;
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), later);
      auto& [key, run] = heap.back();
      if (last != key) each(key);
      last = key;
      if (readers[run].next(key)) {
        std::push_heap(heap.begin(), heap.end(), later);
      } else {
        heap.pop_back();
      }
    }
    runs_.clear();
  }

 private:
  void sort() {
    sort_keys(loose_);
    loose_.erase(std::unique(loose_.begin(), loose_.end()), loose_.end());
  }
  void tidy() {
    sort();
    if (loose_.size() < most_ / 2) return;
    typename KeyRun<Key>::Writer writer;
    for (const Key key : loose_) writer.add(key);
    runs_.push_back(keep_ ? keep_(writer.finish()) : writer.finish());
    loose_.clear();
  }

  std::size_t most_;
  Keep keep_;
  std::vector<Key> loose_;
  std::vector<KeyRun<Key>> runs_;
};

}  // namespace tesuji::runtime

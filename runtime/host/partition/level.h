// A level: the states that this many moves lead to, at least, and that belong to one rank, with a
// value for each, in memory or in a file. Also the messages between ranks about them. Internal to
// this folder.
#pragma once

#include "runtime/host/game/stop.h"
#include "runtime/host/memory/files.h"
#include "runtime/host/partition/key_run.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/ranks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime::partition {

/// Stands for a value that is not known.
inline constexpr std::uint16_t unknown_value = 0xffff;

class ValueList {
 public:
  ValueList() = default;
  /// Creates a list in memory, all unknown.
  explicit ValueList(std::uint64_t count)
      : own_(std::make_shared<std::vector<std::uint16_t>>(count, unknown_value)), values_(*own_) {}
  /// Uses a file, with its contents.
  explicit ValueList(std::shared_ptr<MappedFile> file)
      : file_(std::move(file)),
        values_(reinterpret_cast<std::uint16_t*>(file_->bytes().data()),
                file_->bytes().size() / sizeof(std::uint16_t)) {}

  [[nodiscard]] std::uint64_t size() const { return values_.size(); }
  [[nodiscard]] std::uint16_t& operator[](std::uint64_t place) const { return values_[place]; }
  [[nodiscard]] auto begin() const { return values_.begin(); }
  [[nodiscard]] auto end() const { return values_.end(); }
  void forget() const { std::fill(values_.begin(), values_.end(), unknown_value); }
  [[nodiscard]] std::uint64_t hash() const { return hash_bytes(std::as_bytes(values_)); }
  /// Waits until the disk has the values.
  void flush() const {
    if (file_ != nullptr) file_->flush();
  }

 private:
  std::shared_ptr<std::vector<std::uint16_t>> own_;
  std::shared_ptr<MappedFile> file_;
  std::span<std::uint16_t> values_;
};

template <typename Key>
struct Level {
  KeyRun<Key> keys;
  ValueList values;  ///< by place in keys; their meaning depends on the stage
  /// The lowest level that moves from this one lead to; they can lead to it and to all later
  /// levels, up to the next one. Over all ranks.
  std::uint32_t least_target = 0;
};

/// Added to margins, to make numbers from 0 on.
inline constexpr int margin_offset = 100;

/// Until values are computed, the value of an end is this plus its margin and margin_offset.
inline constexpr std::uint16_t first_end = 0xfe00;
inline constexpr std::uint16_t last_end = first_end + 2 * margin_offset;

[[nodiscard]] constexpr bool is_end(std::uint16_t value) {
  return value >= first_end && value <= last_end;
}
[[nodiscard]] constexpr int margin_of_end(std::uint16_t value) {
  return value - first_end - margin_offset;
}

/// Returns how many states a rank expands between two messages to all others: more on many ranks,
/// because even a short message has a cost.
[[nodiscard]] constexpr std::size_t chunk_states(unsigned ranks) {
  return std::clamp<std::size_t>(std::size_t{64} * ranks, 4096, 65'536);
}

// The first word of a message.
inline constexpr std::uint64_t last_message = 1;  ///< nothing follows
inline constexpr std::uint64_t stop_message = 2;  ///< the sender has been stopped
inline constexpr std::uint64_t full_message = 4;  ///< the sender has no memory left

[[nodiscard]] inline bool any_is_full(const std::vector<Ranks::Message>& received) {
  return std::ranges::any_of(received, [](const Ranks::Message& message) {
    return (message.front() & full_message) != 0;
  });
}

/// Throws Stopped, on all ranks, if some rank has been stopped.
inline void heed_stop(const std::vector<Ranks::Message>& received) {
  for (const Ranks::Message& message : received) {
    if ((message.front() & stop_message) != 0) throw Stopped();
  }
}

/// Throws CommonLimit, on all ranks, because some rank has no memory left. `bytes`: what a rank may
/// use.
[[noreturn]] inline void fail_full(std::uint64_t bytes) {
  throw CommonLimit("more than " + std::to_string(bytes >> 10U) + " KiB of states on one rank");
}

/// Returns when all ranks have called it.
inline void wait_for_all(Ranks& ranks) {
  std::uint64_t nothing = 0;
  ranks.add_up({&nothing, 1});
}

template <typename Key>
inline constexpr std::size_t key_words = sizeof(Key) / sizeof(std::uint64_t);

/// Writes a number as key_words<Key> words, the least significant first.
template <typename Key>
void put_words(Key key, std::uint64_t* words) {
  for (std::size_t i = 0; i < key_words<Key>; ++i) {
    words[i] = static_cast<std::uint64_t>(key);
    if constexpr (key_words<Key> > 1) key = key >> 64U;
  }
}

template <typename Key>
[[nodiscard]] Key get_key(const std::uint64_t* words) {
  Key key = words[0];
  if constexpr (key_words<Key> > 1) {
    for (unsigned i = 1; i < key_words<Key>; ++i) key |= Key{words[i]} << (64 * i);
  }
  return key;
}

/// Reads numbers from messages.
template <typename Key>
void put_key(Ranks::Message& message, const Key& key) {
  const std::size_t begin = message.size();
  message.resize(begin + key_words<Key>);
  put_words(key, message.data() + begin);
}

/// Returns the rank that a state belongs to.
template <typename Key>
[[nodiscard]] unsigned owner_of(const Key& key, unsigned ranks) {
  std::array<std::uint64_t, key_words<Key>> words;
  put_words(key, words.data());
  std::uint64_t hash = 0;
  for (std::size_t i = words.size(); i-- > 0;) hash = hash * 0x9e3779b97f4a7c15U ^ words[i];
  hash *= 0xd6e8feb86659fd93U;
  hash ^= hash >> 32U;
  return static_cast<unsigned>((hash * 0xd6e8feb86659fd93U >> 32U) * ranks >> 32U);
}

}  // namespace tesuji::runtime::partition

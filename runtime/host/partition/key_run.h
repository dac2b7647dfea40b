// Stores sorted lists of different numbers in few bytes, to be read in order and searched, with a
// hash that detects damage.
//
// Numbers lie in blocks; an index has each block's first number and its place. A million numbers of
// 49 bits, spread evenly, take less than 5 bytes each.
#pragma once

#include "runtime/host/memory/files.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// Continues from `hash`. Each word goes through a multiplication and a shift, so that every
/// changed bit changes the hash. Detects damage, not deliberate changes.
[[nodiscard]] inline std::uint64_t hash_bytes(std::span<const std::byte> bytes,
                                              std::uint64_t hash = 0x9e3779b97f4a7c15U) {
  const auto add = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0xd6e8feb86659fd93U;
    hash ^= hash >> 32U;
  };
  add(bytes.size());
  std::size_t place = 0;
  for (; place + sizeof(std::uint64_t) <= bytes.size(); place += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + place, sizeof word);
    add(word);
  }
  std::uint64_t rest = 0;
  if (place < bytes.size()) std::memcpy(&rest, bytes.data() + place, bytes.size() - place);
  add(rest);
  return hash;
}

// Ascending numbers in few bits, any of which can be found without reading the others.
//
// Each number after the first is stored as its difference from the first: its lower bits as they
// are, and its upper part, which ascends, in unary: a one for each number, after as many zeros as
// its upper part (Elias 1974, "Efficient storage and retrieval by content and address of static
// files"). The place after the zeros of an upper part is found a word at a time (Vigna 2008,
// "Broadword implementation of rank/select queries").

/// Up to 64 numbers. `Key` is one of those of state_code.h. The first number is stored elsewhere; a
/// block of one number has no bytes. Its bytes: the count of lower bits, the lower bits, the upper
/// parts.
template <typename Key>
class KeyBlock {
 public:
  static constexpr std::size_t most = 64;
  /// Bytes after the last block that may be read, with any contents.
  static constexpr std::size_t padding = 32;
  static constexpr std::size_t nowhere = ~std::size_t{0};

  /// Appends the block of numbers, strictly ascending, to `bytes`.
  static void append(std::span<const Key> keys, std::vector<std::uint8_t>& bytes) {
    const std::size_t count = keys.size() - 1;
    if (count == 0) return;
    const Key base = keys.front() + 1;
    const Key last = keys.back() - base;
    const unsigned low_bits = low_bits_of(count, last);
    const std::size_t begin = bytes.size();
    const std::size_t ones = begin + head_bytes + low_bytes(count, low_bits);
    bytes.resize(ones + (count + static_cast<std::size_t>(last >> low_bits)) / 8 + 1);
    for (std::size_t i = 0; i < head_bytes; ++i) {
      bytes[begin + i] = static_cast<std::uint8_t>(low_bits >> 8 * i);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Key more = keys[i + 1] - base;
      put(&bytes[begin + head_bytes], i * low_bits, low_bits, more);
      const std::size_t one = static_cast<std::size_t>(more >> low_bits) + i;
      bytes[ones + one / 8] = static_cast<std::uint8_t>(bytes[ones + one / 8] | 1U << one % 8);
    }
  }

  /// Returns the place of the number in the block, which has `size` numbers of which `first` is the
  /// first; nowhere: the block does not contain it.
  [[nodiscard]] static std::size_t find(const std::uint8_t* bytes, std::size_t size, Key first,
                                        Key key) {
    if (key == first) return 0;
    if (key < first || size == 1) return nowhere;
    const std::size_t count = size - 1;
    const unsigned low_bits = head(bytes);
    const Key more = key - first - 1;
    if (more >> low_bits > most_upper) return nowhere;
    const auto upper = static_cast<std::size_t>(more >> low_bits);
    const std::uint8_t* lows = bytes + head_bytes;
    const std::uint8_t* ones = lows + low_bytes(count, low_bits);
    std::size_t bit = after_zeros(ones, upper, count);
    const Key low = more & mask(low_bits);
    for (std::size_t i = bit - upper; i < count && (ones[bit / 8] >> bit % 8 & 1) != 0;
         ++i, ++bit) {
      const Key there = get(lows, i * low_bits, low_bits);
      if (there >= low) return there == low ? i + 1 : nowhere;
    }
    return nowhere;
  }

  /// Reads all numbers in order.
  class Reader {
   public:
    Reader() = default;
    Reader(const std::uint8_t* bytes, std::size_t size, Key first) : key_(first) {
      if (size == 1) return;
      base_ = first + 1;
      low_bits_ = head(bytes);
      lows_ = bytes + head_bytes;
      ones_ = lows_ + low_bytes(size - 1, low_bits_);
      word_ = load(ones_);
    }
    [[nodiscard]] Key key() const { return key_; }
    /// Moves to the next number, which must exist.
    void next() {
      for (; word_ == 0; word_ = load(ones_ += 8)) upper_ += 64;
      const Key upper = upper_ + static_cast<std::size_t>(std::countr_zero(word_)) - number_;
      word_ &= word_ - 1;
      key_ = base_ + (upper << low_bits_ | get(lows_, number_ * low_bits_, low_bits_));
      ++number_;
    }

   private:
    const std::uint8_t* lows_ = nullptr;
    const std::uint8_t* ones_ = nullptr;
    std::uint64_t word_ = 0;  ///< of the upper parts: bits not read yet
    std::size_t upper_ = 0;   ///< the number of the word's first bit
    std::size_t number_ = 0;  ///< numbers after the first that have been read
    unsigned low_bits_ = 0;
    Key base_ = 0;
    Key key_ = 0;
  };

 private:
  /// Bytes of the count of lower bits.
  static constexpr std::size_t head_bytes = sizeof(Key) > 32 ? 2 : 1;
  [[nodiscard]] static unsigned head(const std::uint8_t* bytes) {
    return head_bytes == 1 ? bytes[0] : bytes[0] | unsigned{bytes[1]} << 8;
  }

  /// low_bits_of() keeps upper parts at most this large.
  static constexpr std::size_t most_upper = 2 * most;
  // after_zeros() stops in the word after this many bits.
  static_assert(padding >= (most_upper + most) / 8);
  /// Bits that one load yields, from any bit on.
  static constexpr unsigned loaded_bits = 56;
  static constexpr std::uint64_t each_byte = 0x0101'0101'0101'0101U;
  static constexpr std::uint64_t top_bits = 0x80 * each_byte;

  /// Returns the count of lower bits that takes the fewest bits in all.
  [[nodiscard]] static unsigned low_bits_of(std::size_t count, Key last) {
    unsigned bits = 0;
    while (bits + 1 < 8 * sizeof(Key) && last >> (bits + 1) >= count) ++bits;
    return bits;
  }
  [[nodiscard]] static std::size_t low_bytes(std::size_t count, unsigned low_bits) {
    return (count * low_bits + 7) / 8;
  }
  [[nodiscard]] static Key mask(unsigned bits) { return (Key{1} << bits) - 1; }
  [[nodiscard]] static std::uint64_t load(const std::uint8_t* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }
  /// Returns the place after `upper` zeros; more than upper + count if there are fewer.
  [[nodiscard]] static std::size_t after_zeros(const std::uint8_t* bytes, std::size_t upper,
                                               std::size_t count) {
    if (upper == 0) return 0;
    for (std::size_t begin = 0, left = upper;; begin += 64, bytes += 8) {
      const std::uint64_t zeros = ~load(bytes);
      const std::uint64_t sums = sums_of_bytes(zeros);
      const auto all = static_cast<std::size_t>(sums >> 56U);
      if (left <= all) return begin + place_of(zeros, sums, left - 1) + 1;
      left -= all;
      if (begin + 64 - (upper - left) > count) return upper + count;  // too many ones
    }
  }
  /// Returns for each byte how many bits are set in it and in the bytes below.
  [[nodiscard]] static std::uint64_t sums_of_bytes(std::uint64_t word) {
    word -= (word >> 1U) & 0x5555'5555'5555'5555U;
    word = (word & 0x3333'3333'3333'3333U) + ((word >> 2U) & 0x3333'3333'3333'3333U);
    return ((word + (word >> 4U)) & 0x0f0f'0f0f'0f0f'0f0fU) * each_byte;
  }
  /// Returns the place of the set bit that has `number` set bits below it.
  [[nodiscard]] static std::size_t place_of(std::uint64_t word, std::uint64_t sums,
                                            std::size_t number) {
    const std::uint64_t small =
        ((number * each_byte | top_bits) - sums) & top_bits;             // marks bytes with at most
                                                                         // `number` bits up to and
                                                                         // including them
    const std::uint64_t first = (small >> 7U) * each_byte >> 56U << 3U;  // first bit of the byte
    auto below = number - static_cast<std::size_t>(sums << 8U >> first & 0xff);
    std::uint64_t byte = word >> first & 0xff;
    for (; below > 0; --below) byte &= byte - 1;
    return first + static_cast<std::size_t>(std::countr_zero(byte));
  }
  [[nodiscard]] static Key get(const std::uint8_t* bytes, std::size_t at, unsigned bits) {
    Key value = 0;
    for (unsigned have = 0; have < bits; have += loaded_bits, at += loaded_bits) {
      value |= Key{load(bytes + at / 8) >> at % 8 & mask64(loaded_bits)} << have;
    }
    return value & mask(bits);
  }
  [[nodiscard]] static constexpr std::uint64_t mask64(unsigned bits) {
    return (std::uint64_t{1} << bits) - 1;
  }
  static void put(std::uint8_t* bytes, std::size_t at, unsigned bits, Key value) {
    value &= mask(bits);
    for (unsigned done = 0; done < bits;) {
      const auto shift = static_cast<unsigned>(at % 8);
      bytes[at / 8] = static_cast<std::uint8_t>(
          bytes[at / 8] | static_cast<unsigned>(static_cast<std::uint64_t>(value >> done) & 0xff)
                              << shift);
      const unsigned taken = std::min(8 - shift, bits - done);
      done += taken;
      at += taken;
    }
  }
};

/// `Key` is one of those of state_code.h. Immutable; serves many threads.
template <typename Key>
class KeyRun {
 private:
  struct Lists {
    std::vector<std::uint8_t> bytes;
    std::vector<Key> heads;             ///< by block
    std::vector<std::uint64_t> begins;  ///< by block
  };

 public:
  static constexpr std::size_t block_keys = KeyBlock<Key>::most;

  /// Takes numbers in ascending order, each once.
  class Writer {
   public:
    void add(Key key) {
      block_.push_back(key);
      ++size_;
      if (block_.size() == block_keys) put_block();
    }
    [[nodiscard]] KeyRun finish() {
      if (!block_.empty()) put_block();
      lists_.bytes.resize(lists_.bytes.size() + KeyBlock<Key>::padding);
      lists_.bytes.shrink_to_fit();
      lists_.heads.shrink_to_fit();
      lists_.begins.shrink_to_fit();
      const auto kept = std::make_shared<const Lists>(std::exchange(lists_, Lists()));
      KeyRun run;
      run.size_ = std::exchange(size_, 0);
      run.heads_ = kept->heads;
      run.begins_ = kept->begins;
      run.bytes_ = kept->bytes;
      run.keep_ = kept;
      return run;
    }

   private:
    void put_block() {
      lists_.heads.push_back(block_.front());
      lists_.begins.push_back(lists_.bytes.size());
      KeyBlock<Key>::append(block_, lists_.bytes);
      block_.clear();
    }

    Lists lists_;
    std::vector<Key> block_;  ///< not complete yet
    std::uint64_t size_ = 0;
  };

  /// Reads numbers in order, starting at the beginning of a block.
  class Reader {
   public:
    explicit Reader(const KeyRun& run, std::uint64_t first = 0) : run_(&run), next_(first) {}
    /// Returns false at the end.
    bool next(Key& key) {
      if (next_ == run_->size_) return false;
      if (next_ % block_keys == 0) {
        block_ = run_->block(next_ / block_keys);
      } else {
        block_.next();
      }
      ++next_;
      key = block_.key();
      return true;
    }
    /// Returns the position of the next number.
    [[nodiscard]] std::uint64_t position() const { return next_; }

   private:
    const KeyRun* run_;
    std::uint64_t next_;
    typename KeyBlock<Key>::Reader block_;
  };

  /// Searches for numbers in ascending order.
  class Seeker {
   public:
    explicit Seeker(const KeyRun& run) : run_(&run) {}
    [[nodiscard]] bool contains(Key key) {
      const auto& heads = run_->heads_;
      if (heads.empty() || key < heads.front()) return false;
      if (!inside_ || (block_ + 1 < heads.size() && heads[block_ + 1] <= key)) {
        std::size_t step = 1;
        std::size_t low = inside_ ? block_ : 0;
        while (low + step < heads.size() && heads[low + step] <= key) {
          low += step;
          step *= 2;
        }
        const auto end = std::min(low + step, heads.size());
        block_ = static_cast<std::size_t>(
                     std::upper_bound(heads.begin() + static_cast<std::ptrdiff_t>(low),
                                      heads.begin() + static_cast<std::ptrdiff_t>(end), key) -
                     heads.begin()) -
                 1;
        reader_ = Reader(*run_, block_ * block_keys);
        inside_ = reader_.next(at_);
      }
      while (at_ < key && reader_.position() < run_->size_ &&
             reader_.position() < (block_ + 1) * block_keys) {
        reader_.next(at_);
      }
      return at_ == key;
    }

   private:
    const KeyRun* run_;
    std::size_t block_ = 0;
    bool inside_ = false;  ///< reader_ is in block_, and has just read at_
    Key at_ = 0;
    Reader reader_{*run_};
  };

  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Returns the bytes that its lists take.
  [[nodiscard]] std::size_t bytes() const {
    return bytes_.size_bytes() + heads_.size_bytes() + begins_.size_bytes();
  }
  [[nodiscard]] std::uint64_t hash() const {
    return hash_bytes(std::as_bytes(bytes_),
                      hash_bytes(std::as_bytes(begins_), hash_bytes(std::as_bytes(heads_), size_)));
  }
  /// Writes it to a file (write_whole).
  void save(const std::string& path) const {
    const std::array<std::uint64_t, 4> sizes{file_mark, size_, heads_.size(), bytes_.size()};
    const std::array<std::span<const std::byte>, 4> parts{
        std::as_bytes(std::span(sizes)), std::as_bytes(heads_), std::as_bytes(begins_),
        std::as_bytes(bytes_)};
    write_whole(path, parts);
  }
  /// Opens a file written by save(), which stays on disk until it is read. Throws FileError.
  [[nodiscard]] static KeyRun open(const std::string& path) {
    const auto file = MappedFile::open(path, false);
    const std::span<const std::byte> all = file->bytes();
    std::array<std::uint64_t, 4> sizes{};
    if (all.size() < sizeof sizes) throw InvalidFile(path + ": is cut short");
    std::memcpy(sizes.data(), all.data(), sizeof sizes);
    const auto [mark, size, heads, bytes] = sizes;
    const std::uint64_t most = all.size();
    if (mark != file_mark || heads > most || bytes > most ||
        heads != size / block_keys + (size % block_keys == 0 ? 0 : 1) ||
        sizeof sizes + heads * (sizeof(Key) + sizeof(std::uint64_t)) + bytes != most) {
      throw InvalidFile(path + ": is damaged or cut short");
    }
    KeyRun run;
    run.size_ = size;
    const std::byte* place = all.data() + sizeof sizes;
    run.heads_ = {reinterpret_cast<const Key*>(place), heads};
    place += run.heads_.size_bytes();
    run.begins_ = {reinterpret_cast<const std::uint64_t*>(place), heads};
    place += run.begins_.size_bytes();
    run.bytes_ = {reinterpret_cast<const std::uint8_t*>(place), bytes};
    run.keep_ = file;
    return run;
  }
  /// The place of a number that the run does not contain.
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// Finds the place, from 0, of each of the numbers, which come in any order; nowhere if the run
  /// does not contain it.
  void find(std::span<const Key> keys, std::span<std::uint64_t> places) const {
    if (size_ == 0) {
      std::fill(places.begin(), places.end(), nowhere);
      return;
    }
    // Looks up several at a time, so that their memory accesses overlap.
    std::array<std::size_t, 16> blocks{};
    for (std::size_t first = 0; first < keys.size(); first += blocks.size()) {
      const auto some = keys.subspan(first, std::min(blocks.size(), keys.size() - first));
      find_blocks(some, blocks);
      for (std::size_t i = 0; i < some.size(); ++i) {
        __builtin_prefetch(bytes_.data() + begins_[blocks[i]]);
      }
      for (std::size_t i = 0; i < some.size(); ++i) {
        const std::size_t block = blocks[i];
        const std::size_t place = KeyBlock<Key>::find(bytes_.data() + begins_[block],
                                                      keys_of(block), heads_[block], some[i]);
        places[first + i] = place == KeyBlock<Key>::nowhere ? nowhere : block * block_keys + place;
      }
    }
  }

 private:
  /// Returns how many numbers the block has.
  [[nodiscard]] std::size_t keys_of(std::size_t block) const {
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(block_keys, size_ - block * block_keys));
  }
  [[nodiscard]] typename KeyBlock<Key>::Reader block(std::size_t block) const {
    return {bytes_.data() + begins_[block], keys_of(block), heads_[block]};
  }
  /// Finds the block that may contain each number.
  void find_blocks(std::span<const Key> keys, std::span<std::size_t> blocks) const {
    std::fill(blocks.begin(), blocks.end(), 0);
    for (std::size_t left = heads_.size(); left > 1;) {
      const std::size_t half = left / 2;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        blocks[i] += heads_[blocks[i] + half] <= keys[i] ? half : 0;
      }
      left -= half;
    }
  }

  static constexpr std::uint64_t file_mark = 0x324e'5552'5359'454bU + sizeof(Key);

  std::uint64_t size_ = 0;
  std::span<const std::uint8_t> bytes_;
  std::span<const Key> heads_;             ///< by block
  std::span<const std::uint64_t> begins_;  ///< by block
  std::shared_ptr<const void> keep_;
};

}  // namespace tesuji::runtime

// Sorted lists of different numbers in few bytes, which can be read in order and searched.
//
// Numbers lie in blocks (key_block.h), of which an index has the first numbers and where they
// begin. A million numbers of 49 bits, spread evenly, take less than 5 bytes each.
#pragma once

#include "runtime/host/memory/byte_hash.h"
#include "runtime/host/memory/mapped_file.h"
#include "runtime/host/partition/key_block.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {

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
    std::vector<Key> block_;  ///< that is not complete
    std::uint64_t size_ = 0;
  };

  /// Reads numbers in order, from one at the beginning of a block on.
  class Reader {
   public:
    explicit Reader(const KeyRun& run, std::uint64_t first = 0) : run_(&run), next_(first) {}
    /// False: there is none left.
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
    /// Of the number that comes next.
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
  /// That its lists take.
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
  /// What save() wrote, left on disk until it is read. Throws FileError.
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
  /// No number of a run has this place.
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// The place of each of the numbers, which come in any order, among all, from 0; nowhere: it is
  /// none of them.
  void find(std::span<const Key> keys, std::span<std::uint64_t> places) const {
    if (size_ == 0) {
      std::fill(places.begin(), places.end(), nowhere);
      return;
    }
    // Some at a time, so that what is to be read from memory is waited for together.
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
  /// How many numbers the block has.
  [[nodiscard]] std::size_t keys_of(std::size_t block) const {
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(block_keys, size_ - block * block_keys));
  }
  [[nodiscard]] typename KeyBlock<Key>::Reader block(std::size_t block) const {
    return {bytes_.data() + begins_[block], keys_of(block), heads_[block]};
  }
  /// The block that has each number, if any has.
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

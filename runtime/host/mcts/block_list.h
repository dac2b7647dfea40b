// Lists that grow without moving their elements: copying a tree of gigabytes takes too long.
#pragma once

#include "runtime/host/memory/huge_pages.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// Memory for elements that are constructed when they are added, while their part of it is in the
/// processor's cache anyway.
template <typename T>
class Block {
 public:
  static_assert(std::is_trivially_destructible_v<T>);

  explicit Block(std::size_t room)
      : room_(room), elements_(HugePageAllocator<T>().allocate(room)) {}
  ~Block() {
    if (elements_ != nullptr) HugePageAllocator<T>().deallocate(elements_, room_);
  }
  Block(Block&& other) noexcept
      : room_(other.room_), elements_(std::exchange(other.elements_, nullptr)) {}
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  Block& operator=(Block&&) = delete;

  [[nodiscard]] T* get() const { return elements_; }

 private:
  std::size_t room_;
  T* elements_;
};

/// Records of the same number of elements, addressed by number.
template <typename T>
class RecordList {
 public:
  /// `width`: elements of a record, at least 1. `block`: approximate elements of a block.
  RecordList(std::size_t width, std::size_t block)
      : width_(width),
        shift_(static_cast<unsigned>(std::bit_width(std::max<std::size_t>(1, block / width)) - 1)) {
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const {
    return blocks_.size() * (width_ << shift_) * sizeof(T);
  }
  /// Makes room for one more record. Throws std::bad_alloc; then nothing has changed.
  void reserve() {
    if (size_ >> shift_ == blocks_.size()) {
      blocks_.emplace_back(width_ << shift_);
    }
  }
  /// Adds a record of default elements. Throws as reserve(), unless that was called before.
  std::span<T> add() {
    reserve();
    const std::span<T> added = (*this)[size_++];
    std::uninitialized_value_construct_n(added.data(), width_);
    return added;
  }
  [[nodiscard]] std::span<T> operator[](std::size_t record) {
    return {blocks_[record >> shift_].get() + offset(record), width_};
  }
  [[nodiscard]] std::span<const T> operator[](std::size_t record) const {
    return {blocks_[record >> shift_].get() + offset(record), width_};
  }

 private:
  [[nodiscard]] std::size_t offset(std::size_t record) const {
    return (record & ((std::size_t{1} << shift_) - 1)) * width_;
  }

  std::size_t width_;
  unsigned shift_;  ///< log2 of the records in a block
  std::size_t size_ = 0;
  std::vector<Block<T>> blocks_;
};

/// Runs of elements, each with its own length and contiguous.
template <typename T>
class RunList {
 public:
  /// `block`: elements of a block, unless one run needs more.
  explicit RunList(std::size_t block) : block_(block) {}

  [[nodiscard]] std::size_t bytes() const { return elements_ * sizeof(T); }
  /// Adds a run of `count` default elements; returns its place. Throws std::bad_alloc; then nothing
  /// has changed.
  std::uint64_t add(std::size_t count) {
    if (blocks_.empty() || used_ + count > room_) {
      const std::size_t room = std::max(count, block_);
      blocks_.emplace_back(room);
      room_ = room;
      elements_ += room_;
      used_ = 0;
    }
    const std::uint64_t place = (std::uint64_t{blocks_.size() - 1} << offset_bits) | used_;
    used_ += count;
    std::uninitialized_value_construct_n(at(place), count);
    return place;
  }
  [[nodiscard]] T* at(std::uint64_t place) const {
    return blocks_[place >> offset_bits].get() + (place & ((std::uint64_t{1} << offset_bits) - 1));
  }

 private:
  static constexpr unsigned offset_bits = 32;

  std::size_t block_;
  std::vector<Block<T>> blocks_;
  std::size_t used_ = 0;      ///< of the last block
  std::size_t room_ = 0;      ///< of the last block
  std::size_t elements_ = 0;  ///< of all blocks
};

}  // namespace tesuji::runtime

// Lists that grow without moving their elements: copying a tree of gigabytes takes too long.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::runtime {

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
      blocks_.push_back(std::make_unique<T[]>(width_ << shift_));
    }
  }
  /// Adds a record of default elements. Throws as reserve(), unless that was called before.
  std::span<T> add() {
    reserve();
    return (*this)[size_++];
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
  std::vector<std::unique_ptr<T[]>> blocks_;
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
      blocks_.push_back(std::make_unique<T[]>(room));
      room_ = room;
      elements_ += room_;
      used_ = 0;
    }
    const std::uint64_t place = (std::uint64_t{blocks_.size() - 1} << offset_bits) | used_;
    used_ += count;
    return place;
  }
  [[nodiscard]] T* at(std::uint64_t place) const {
    return blocks_[place >> offset_bits].get() + (place & ((std::uint64_t{1} << offset_bits) - 1));
  }

 private:
  static constexpr unsigned offset_bits = 32;

  std::size_t block_;
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t used_ = 0;      ///< of the last block
  std::size_t room_ = 0;      ///< of the last block
  std::size_t elements_ = 0;  ///< of all blocks
};

}  // namespace tesuji::runtime

// Stores the values of a level's states, in memory or in a file. Internal to this folder.
#pragma once

#include "runtime/host/memory/byte_hash.h"
#include "runtime/host/memory/mapped_file.h"

#include <algorithm>
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

}  // namespace tesuji::runtime::partition

// Encodes tuples as numbers in mixed radix, the first column most significant. The order of the
// numbers is the lexicographic order of the tuples.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace tesuji::runtime {

class MixedRadix {
 public:
  MixedRadix() = default;
  /// Columns with `sizes` values each. Throws std::length_error if the numbers do not fit 64 bits.
  explicit MixedRadix(std::vector<std::uint32_t> sizes)
      : sizes_(std::move(sizes)), strides_(sizes_.size()) {
    unsigned __int128 product = 1;
    for (std::size_t i = sizes_.size(); i-- > 0;) {
      strides_[i] = static_cast<std::uint64_t>(product);
      product *= sizes_[i];
      if (product >> 64 != 0) throw std::length_error("tuples do not fit 64-bit keys");
    }
    count_ = static_cast<std::uint64_t>(product);
  }

  [[nodiscard]] std::size_t arity() const { return sizes_.size(); }
  /// Returns the number of tuples.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t stride(std::size_t column) const { return strides_[column]; }

  /// Returns the number of the tuple at `row`, arity() positions.
  [[nodiscard]] std::uint64_t pack(const std::uint32_t* row) const {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < strides_.size(); ++i) key += row[i] * strides_[i];
    return key;
  }
  /// Writes the tuple with number `key` < count() to `row`, arity() positions.
  void unpack(std::uint64_t key, std::uint32_t* row) const {
    for (std::size_t i = 0; i < strides_.size(); ++i) {
      row[i] = static_cast<std::uint32_t>(key / strides_[i]);
      key %= strides_[i];
    }
  }

 private:
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint64_t> strides_;
  std::uint64_t count_ = 1;
};

}  // namespace tesuji::runtime

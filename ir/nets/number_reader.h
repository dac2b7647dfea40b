// Reads back what was written as numbers, which may come from a damaged file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tesuji::ir {

/// Once something is missing or out of its range, all that follows is.
class NumberReader {
 public:
  explicit NumberReader(std::span<const std::uint32_t> numbers) : left_(numbers) {}

  /// A number of `most` or less; 0 where there is none.
  std::uint32_t number(std::uint32_t most = UINT32_MAX) {
    if (!good_ || left_.empty() || left_.front() > most) {
      good_ = false;
      return 0;
    }
    const std::uint32_t read = left_.front();
    left_ = left_.subspan(1);
    return read;
  }

  /// The length of a list whose elements are so many numbers each, or more.
  std::uint32_t count(std::size_t numbers_each = 1) {
    const std::uint32_t read = number();
    if (read > left_.size() / numbers_each) good_ = false;
    return good_ ? read : 0;
  }

  /// The next `count` numbers, or none.
  std::span<const std::uint32_t> take(std::size_t count) {
    if (!good_ || count > left_.size()) {
      good_ = false;
      return {};
    }
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

  void fail() { good_ = false; }
  [[nodiscard]] bool good() const { return good_; }
  /// Whether nothing was wrong, and nothing is left.
  [[nodiscard]] bool complete() const { return good_ && left_.empty(); }

 private:
  std::span<const std::uint32_t> left_;
  bool good_ = true;
};

}  // namespace tesuji::ir

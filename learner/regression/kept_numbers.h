// Writes what was learned as a list of numbers, which the object cache keeps, and reads it again.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::learner {

class NumberWriter {
 public:
  void put(std::uint32_t number) { numbers_.push_back(number); }
  void put(std::size_t size) { put(static_cast<std::uint32_t>(size)); }
  void put(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    put(static_cast<std::uint32_t>(bits));
    put(static_cast<std::uint32_t>(bits >> 32U));
  }
  void put(float value) { put(std::bit_cast<std::uint32_t>(value)); }
  void put(std::string_view text) {
    put(text.size());
    for (const char c : text) put(std::uint32_t{static_cast<unsigned char>(c)});
  }

  [[nodiscard]] const std::vector<std::uint32_t>& numbers() const { return numbers_; }

 private:
  std::vector<std::uint32_t> numbers_;
};

/// Reads them in the same order. After a number that is not there everything is 0 or empty.
class NumberReader {
 public:
  /// `numbers` must outlive it.
  explicit NumberReader(const std::vector<std::uint32_t>& numbers) : numbers_(numbers) {}

  [[nodiscard]] std::uint32_t number() {
    if (at_ >= numbers_.size()) good_ = false;
    return good_ ? numbers_[at_++] : 0;
  }
  /// Returns the size of something of which each element takes a number or more.
  [[nodiscard]] std::size_t size() {
    const std::size_t size = number();
    if (size > numbers_.size() - at_) good_ = false;
    return good_ ? size : 0;
  }
  [[nodiscard]] double real() {
    const std::uint64_t low = number();
    return std::bit_cast<double>(std::uint64_t{number()} << 32U | low);
  }
  [[nodiscard]] float single() { return std::bit_cast<float>(number()); }
  [[nodiscard]] std::string text() {
    std::string text(size(), ' ');
    for (char& c : text) c = static_cast<char>(number());
    return text;
  }

  [[nodiscard]] bool is_good() const { return good_; }
  /// Whether everything was there and nothing follows.
  [[nodiscard]] bool is_read() const { return good_ && at_ == numbers_.size(); }

 private:
  const std::vector<std::uint32_t>& numbers_;
  std::size_t at_ = 0;
  bool good_ = true;
};

}  // namespace tesuji::learner

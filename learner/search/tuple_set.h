// Stores a set of sequences of numbers in one vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::learner {

class TupleSet {
 public:
  /// Returns false if the tuple is already there.
  bool insert(std::span<const std::uint32_t> tuple);
  [[nodiscard]] bool contains(std::span<const std::uint32_t> tuple) const {
    return find(tuple).has_value();
  }
  /// Returns its number, by the order of insertion.
  [[nodiscard]] std::optional<std::uint32_t> find(std::span<const std::uint32_t> tuple) const;

  /// Returns the tuple with this number.
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t number) const {
    return std::span(numbers_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
  }
  [[nodiscard]] std::size_t size() const { return begins_.size() - 1; }
  [[nodiscard]] std::size_t bytes() const {
    return numbers_.size() * sizeof(numbers_[0]) + begins_.size() * sizeof(begins_[0]) +
           table_.size() * sizeof(table_[0]);
  }
  void clear();

 private:
  /// Returns the table place that has the tuple, or where it would be inserted.
  [[nodiscard]] std::size_t place_of(std::span<const std::uint32_t> tuple) const;
  void grow();

  std::vector<std::uint32_t> numbers_;
  std::vector<std::size_t> begins_{0};  ///< one more element than there are tuples
  std::vector<std::uint32_t> table_;    ///< number + 1, or 0; its size is a power of two
};

}  // namespace tesuji::learner

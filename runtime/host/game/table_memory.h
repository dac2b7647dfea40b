// Tables in C (runtime/core/tesuji/game_data.h) in the memory of this process.
#pragma once

#include "runtime/core/tesuji/game_data.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

/// As tables count: in 32 bits.
[[nodiscard]] constexpr std::uint32_t count_of(std::size_t size) {
  return static_cast<std::uint32_t>(size);
}

/// Keeps what is copied into it for as long as it lives.
class TableMemory {
 public:
  TableMemory() = default;
  TableMemory(const TableMemory&) = delete;
  TableMemory& operator=(const TableMemory&) = delete;

  /// Null where there are none.
  template <typename T>
  const T* array(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (values.empty()) return nullptr;
    const std::size_t bytes = values.size() * sizeof(T);
    return static_cast<const T*>(
        std::memcpy(memory_.allocate(bytes, alignof(T)), values.data(), bytes));
  }
  template <typename T>
  const T* one(const T& value) {
    return array(std::vector<T>{value});
  }
  /// Ended by a zero.
  const char* text(const std::string& text);
  /// The same texts are kept once.
  tsj_texts texts(const std::vector<std::string>& texts);
  /// `term`: with `?` for each of the columns. Throws std::invalid_argument where these are not as
  /// many, and std::length_error where the tuples' numbers do not fit 64 bits.
  tsj_terms terms(const std::string& term, const std::vector<std::vector<std::string>>& columns);
  /// Texts that are terms as they stand.
  tsj_texts names(const std::vector<std::string>& names);

  /// tsj_game_data::longest_term
  [[nodiscard]] std::uint64_t longest_term() const { return longest_ + 1; }

 private:
  void note(std::size_t length);

  std::pmr::monotonic_buffer_resource memory_;
  std::unordered_multimap<std::uint64_t, tsj_texts> texts_;  ///< by hash
  std::size_t longest_ = 1;                                  ///< a move that is none is called `?`
};

}  // namespace tesuji::runtime

// Stores sets of rows of terms: the answers of a table, the calls of a relation.
#pragma once

#include "backend/reference/term.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::reference {

/// Rows of `width` terms without duplicates, numbered in the order of insertion.
class TupleSet {
 public:
  explicit TupleSet(std::size_t width = 0) : width_(static_cast<std::uint32_t>(width)) {}

  struct Inserted {
    std::uint32_t row = 0;
    bool is_new = false;
  };
  Inserted insert(std::span<const TermId> row);
  [[nodiscard]] bool contains(std::span<const TermId> row) const;

  [[nodiscard]] std::uint32_t size() const { return count_; }
  [[nodiscard]] std::size_t width() const { return width_; }
  /// Valid until the next insertion.
  [[nodiscard]] std::span<const TermId> row(std::uint32_t number) const {
    return {rows_.data() + std::size_t{number} * width_, width_};
  }
  void clear();

 private:
  [[nodiscard]] bool equal(std::uint32_t number, std::span<const TermId> row) const;
  /// The row's number, or the slot in slots_ where it must be entered.
  struct Place {
    std::uint32_t row;
    std::size_t slot;
  };
  [[nodiscard]] Place find(std::span<const TermId> row) const;
  void grow();

  std::uint32_t width_;
  std::uint32_t count_ = 0;
  std::vector<TermId> rows_;
  std::vector<std::uint32_t> slots_;  ///< hash table of row numbers; empty while there are few rows
};

/// A hash of a row of terms.
[[nodiscard]] std::uint64_t hash_terms(std::span<const TermId> terms);

}  // namespace tesuji::reference

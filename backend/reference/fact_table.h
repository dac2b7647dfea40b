// Stores rows of ground terms: sets in the order of insertion, such as the answers of a table, and
// tables of facts found by the values of any columns.
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

/// Rows of `arity` ground terms. Indexes are declared once and built on the first lookup after the
/// rows have changed.
class FactTable {
 public:
  using Row = std::uint32_t;
  static constexpr Row no_row = ~Row{0};
  using IndexId = std::uint32_t;

  explicit FactTable(std::size_t arity);

  /// Removes the rows and keeps the declared indexes.
  void clear();
  void add(std::span<const TermId> row);

  [[nodiscard]] std::size_t arity() const { return arity_; }
  [[nodiscard]] Row size() const { return count_; }
  [[nodiscard]] std::span<const TermId> row(Row number) const {
    return {rows_.data() + std::size_t{number} * arity_, arity_};
  }

  /// Declares an index on columns, ascending; an empty list means all rows.
  IndexId index_on(const std::vector<std::uint32_t>& columns);
  /// Returns the first row whose indexed columns equal `key`, or the next one after a found row;
  /// no_row at the end. Rows come in insertion order.
  [[nodiscard]] Row first(IndexId index, std::span<const TermId> key);
  [[nodiscard]] Row next(IndexId index, Row row, std::span<const TermId> key) const;

  /// Estimates how many rows match given values in these columns.
  [[nodiscard]] double estimate(const std::vector<std::uint32_t>& columns);

 private:
  struct Index {
    std::vector<std::uint32_t> columns;
    std::vector<Row> heads;  ///< by hash of the key; empty until built
    std::vector<Row> links;  ///< the next row with the same position in heads
  };

  void build(Index& index) const;
  [[nodiscard]] bool holds(const Index& index, Row row, std::span<const TermId> key) const;
  [[nodiscard]] Row scan(const Index& index, Row from, std::span<const TermId> key) const;
  [[nodiscard]] std::size_t distinct_values(std::uint32_t column);

  std::size_t arity_;
  Row count_ = 0;
  std::vector<TermId> rows_;
  std::vector<Index> indexes_;         ///< indexes_[0] has no columns
  std::vector<std::size_t> distinct_;  ///< per column; invalid if stale
  Row distinct_at_ = no_row;           ///< number of rows when distinct_ was computed
};

}  // namespace tesuji::reference

// Stores ground facts of one shape, found by the values of any columns.
#pragma once

#include "backend/reference/term.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::reference {

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

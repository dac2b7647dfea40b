// Computes the constants that columns of relations can have: those of facts and rules, and those
// that rules pass from column to column.
#pragma once

#include "ir/core/symbol.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace tesuji::frontend {

class ColumnDomains {
 public:
  /// Adds columns that nothing is known to be in; the number of the first.
  std::size_t add_columns(std::size_t count);
  void insert(std::size_t column, ir::Symbol value) { values_[column].push_back(value); }
  /// Whatever stands in `from` can stand in `to`.
  void flow(std::size_t from, std::size_t to) { flows_.emplace_back(from, to); }

  /// What each column can have, ascending. Takes time proportional to the sizes of what
  /// flows, once per flow: columns between which everything goes round are one.
  [[nodiscard]] std::vector<std::vector<ir::Symbol>> close() const;

 private:
  std::vector<std::vector<ir::Symbol>> values_;  ///< in any order, and perhaps again and again
  std::vector<std::pair<std::size_t, std::size_t>> flows_;
};

}  // namespace tesuji::frontend

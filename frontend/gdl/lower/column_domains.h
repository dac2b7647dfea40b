// Computes the constants that can occur in columns of relations: those of facts and rules, and
// those that rules pass from column to column.
#pragma once

#include "ir/core/symbol.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace tesuji::frontend {

class ColumnDomains {
 public:
  /// Adds empty columns; returns the number of the first.
  std::size_t add_columns(std::size_t count);
  void insert(std::size_t column, ir::Symbol value) { values_[column].push_back(value); }
  /// Every constant of `from` can also occur in `to`.
  void flow(std::size_t from, std::size_t to) { flows_.emplace_back(from, to); }

  /// Returns the possible constants of each column, ascending. Takes time proportional to the sizes
  /// of the sets, once per flow; merges columns on a cycle of flows.
  [[nodiscard]] std::vector<std::vector<ir::Symbol>> close() const;

 private:
  std::vector<std::vector<ir::Symbol>> values_;  ///< in any order, possibly repeated
  std::vector<std::pair<std::size_t, std::size_t>> flows_;
};

}  // namespace tesuji::frontend

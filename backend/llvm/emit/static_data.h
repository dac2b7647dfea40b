// Creates the constant data that code needs of one static relation:
//   masks     one bit per combination of some columns: whether any row has it;
//   values    per combination of key columns, the set of one more column's
//             positions, as a 64-bit word;
//   indexes   the rows in the order of a key, with the place where each key's
//             rows begin (compressed rows), one array per column in the smallest type.
// Combinations are numbered in mixed radix.
#pragma once

#include "backend/llvm/emit/module_context.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

using Columns = std::vector<std::uint32_t>;

/// Rows sorted by their key. The key may have fewer columns than requested if the table of all
/// combinations would be too large.
struct StaticIndex {
  Columns key;
  std::vector<std::uint64_t> strides;  ///< per relation column, 0 outside the key
  std::uint64_t keys = 1;              ///< number of combinations
  std::vector<std::uint32_t> order;    ///< row numbers
  std::vector<std::uint64_t> begins;   ///< keys + 1 indexes into `order`
  std::uint64_t longest = 0;           ///< maximum number of rows of a key
  /// Each key has at most one row: columns are then stored by key, see dense_column.
  bool functional = false;
  llvm::GlobalVariable* begins_data = nullptr;
  std::map<std::uint32_t, llvm::GlobalVariable*> column_data;
};

class StaticData {
 public:
  StaticData(ModuleContext& module, ir::RelationId relation);

  [[nodiscard]] std::uint64_t row_count() const { return rows_; }

  /// Returns a mask over all combinations of `columns`, in words; nullptr if there are too many.
  [[nodiscard]] llvm::GlobalVariable* mask(const Columns& columns);
  /// Returns the positions of `column` per combination of `key`; nullptr if there are too many.
  [[nodiscard]] llvm::GlobalVariable* values(const Columns& key, std::uint32_t column);
  [[nodiscard]] StaticIndex& index(const Columns& columns);

  /// Returns the offsets of `index` as data.
  [[nodiscard]] llvm::GlobalVariable* begins(StaticIndex& index);
  /// Returns a column in the order of `index`.
  [[nodiscard]] llvm::GlobalVariable* column(StaticIndex& index, std::uint32_t column);
  /// For functional indexes: returns position + 1 per key, 0 if the key has no row.
  [[nodiscard]] llvm::GlobalVariable* dense_column(StaticIndex& index, std::uint32_t column);

  /// Returns mixed radix strides over `columns`, per relation column, 0 for the others; sets `size`
  /// to the number of combinations (saturating).
  [[nodiscard]] std::vector<std::uint64_t> strides(const Columns& columns,
                                                   std::uint64_t& size) const;

  /// Returns a row's position in a column.
  [[nodiscard]] std::uint32_t cell(std::size_t row, std::uint32_t column) const {
    return cells_[row * arity_ + column];
  }
  /// Returns the sum of position times stride over a row's columns.
  [[nodiscard]] std::uint64_t number_of(std::size_t row,
                                        const std::vector<std::uint64_t>& strides) const;

 private:
  [[nodiscard]] std::uint64_t domain_size(std::uint32_t column) const;
  [[nodiscard]] StaticIndex make_index(const Columns& columns) const;

  ModuleContext& module_;
  const ir::Relation& relation_;
  std::size_t arity_;
  std::size_t rows_;
  std::vector<std::uint32_t> cells_;
  std::map<Columns, llvm::GlobalVariable*> masks_;
  std::map<std::pair<Columns, std::uint32_t>, llvm::GlobalVariable*> values_;
  std::map<Columns, StaticIndex> indexes_;
};

}  // namespace tesuji::llvm_backend

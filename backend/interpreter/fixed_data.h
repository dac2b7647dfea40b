// Stores static relations: rows in constant data, with offset tables.
#pragma once

#include "ir/module/layout.h"
#include "ir/module/module.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace tesuji::interpreter {

/// Rows sorted by the key columns, then the others. An offset table over the mixed radix of the
/// first key columns says where their rows begin; where the product of all key columns is too large
/// for it, the remaining ones are found by binary search.
class FixedIndex {
 public:
  /// `rows`: row-major positions; `sizes`: of the column domains; `key`: columns.
  FixedIndex(const std::vector<std::uint32_t>& rows, const std::vector<std::uint32_t>& sizes,
             const std::vector<std::uint32_t>& key);

  /// Returns pointers to the first row with these values of the key columns, and behind the last
  /// one; each row has arity() numbers.
  [[nodiscard]] std::pair<const std::uint32_t*, const std::uint32_t*> find(
      const std::uint32_t* key) const {
    std::uint64_t prefix = 0;
    for (std::size_t i = 0; i < strides_.size(); ++i) prefix += key[i] * strides_[i];
    const std::uint32_t* begin = rows_.data() + std::size_t{offsets_[prefix]} * arity_;
    const std::uint32_t* end = rows_.data() + std::size_t{offsets_[prefix + 1]} * arity_;
    if (is_complete() || begin == end) return {begin, end};
    return narrow(begin, end, key);
  }
  [[nodiscard]] std::size_t arity() const { return arity_; }

  /// The data that find() reads: the prefix is the sum of key columns times strides; the rows lie
  /// between offsets()[prefix] and the next offset, and all of them have the key if is_complete().
  [[nodiscard]] const std::vector<std::uint64_t>& strides() const { return strides_; }
  [[nodiscard]] const std::vector<std::uint32_t>& offsets() const { return offsets_; }
  [[nodiscard]] const std::vector<std::uint32_t>& rows() const { return rows_; }
  /// Whether each prefix has at most one row.
  [[nodiscard]] bool is_function() const { return is_function_; }
  [[nodiscard]] bool is_complete() const { return strides_.size() == key_.size(); }

 private:
  /// Sorts by the key columns that offsets_ does not cover.
  void sort_within_prefixes();
  [[nodiscard]] std::pair<const std::uint32_t*, const std::uint32_t*> narrow(
      const std::uint32_t* begin, const std::uint32_t* end, const std::uint32_t* key) const;

  std::size_t arity_;
  std::vector<std::uint32_t> key_;
  std::vector<std::uint64_t> strides_;  ///< of the key columns that offsets_ covers
  std::vector<std::uint32_t> offsets_;  ///< row numbers; one more than there are prefixes
  std::vector<std::uint32_t> rows_;
  bool is_function_ = true;
};

/// One static relation, prepared for the accesses of plans.
class FixedRelation {
 public:
  FixedRelation(const ir::Module& module, const ir::Relation& relation);

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Returns the index on these columns (ascending), made on the first call. The pointer stays
  /// valid for the life of this object.
  const FixedIndex* index(const std::vector<std::uint32_t>& key);
  /// Returns one bit per tuple of the domains' product, column 0 most significant, made on the
  /// first call; nullptr if that would be much larger than the rows.
  const std::uint64_t* bits();
  /// Strides of bits().
  [[nodiscard]] const std::vector<std::uint64_t>& strides() const { return strides_; }
  /// Number of rows times columns, without indexes and bits.
  [[nodiscard]] std::size_t cells() const { return rows_.size(); }

 private:
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint64_t> strides_;
  std::uint64_t product_ = 1;  ///< saturates
  std::vector<std::uint32_t> rows_;
  std::size_t count_ = 0;
  std::map<std::vector<std::uint32_t>, FixedIndex> indexes_;
  std::vector<std::uint64_t> bits_;
};

/// Encoded static relations, by number, for programs over the same facts and domains. Not
/// thread-safe.
class FixedRelations {
 public:
  FixedRelation& get(const ir::Module& module, ir::RelationId relation);
  /// Cells of all relations.
  [[nodiscard]] std::size_t cells() const { return cells_; }

 private:
  std::map<ir::RelationId, std::unique_ptr<FixedRelation>> relations_;
  std::size_t cells_ = 0;
};

}  // namespace tesuji::interpreter

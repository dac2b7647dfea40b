// Static relations: rows in constant data, with offset tables.
#pragma once

#include "ir/module/layout.h"
#include "ir/module/module.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace tesuji::interpreter {

/// Rows sorted by some key columns, then the others. An offset table over the
/// mixed radix of the first key columns says where their rows begin; where the
/// product of all is too large for it, the remaining ones are searched for.
class FixedIndex {
 public:
  /// `rows`: row-major positions; `sizes`: of the column domains; `key`: columns.
  FixedIndex(const std::vector<std::uint32_t>& rows, const std::vector<std::uint32_t>& sizes,
             const std::vector<std::uint32_t>& key);

  /// Pointers to the first row with these values of the key columns, and behind
  /// the last one; rows have arity() numbers.
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

  /// Where find() looks: the prefix is a sum of key columns times strides; from offsets()[prefix]
  /// on up to the next offset are the rows, and all of them have the key if is_complete().
  [[nodiscard]] const std::vector<std::uint64_t>& strides() const { return strides_; }
  [[nodiscard]] const std::vector<std::uint32_t>& offsets() const { return offsets_; }
  [[nodiscard]] const std::vector<std::uint32_t>& rows() const { return rows_; }
  /// Whether no prefix has two rows.
  [[nodiscard]] bool is_function() const { return is_function_; }
  [[nodiscard]] bool is_complete() const { return strides_.size() == key_.size(); }

 private:
  /// By the key columns that offsets_ does not cover.
  void sort_within_prefixes();
  [[nodiscard]] std::pair<const std::uint32_t*, const std::uint32_t*> narrow(
      const std::uint32_t* begin, const std::uint32_t* end, const std::uint32_t* key) const;

  std::size_t arity_;
  std::vector<std::uint32_t> key_;
  std::vector<std::uint64_t> strides_;  ///< of the key columns that offsets_ covers
  std::vector<std::uint32_t> offsets_;  ///< row numbers, one more than there are prefixes
  std::vector<std::uint32_t> rows_;
  bool is_function_ = true;
};

/// One static relation, made ready for the accesses that plans ask for.
class FixedRelation {
 public:
  FixedRelation(const ir::Module& module, const ir::Relation& relation);

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// The index on these columns (ascending), made when first asked for. The
  /// pointer stays valid for the life of this object.
  const FixedIndex* index(const std::vector<std::uint32_t>& key);
  /// One bit per tuple of the domains' product, column 0 most significant; nullptr
  /// where that would be much larger than the rows. Made when first asked for.
  const std::uint64_t* bits();
  /// Strides of the bits.
  [[nodiscard]] const std::vector<std::uint64_t>& strides() const { return strides_; }
  /// Rows by columns, without indexes and bits.
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

/// Static relations that have been encoded, by number, for programs over the same facts and
/// domains. Not for several threads.
class FixedRelations {
 public:
  FixedRelation& get(const ir::Module& module, ir::RelationId relation);
  /// Of all that are here.
  [[nodiscard]] std::size_t cells() const { return cells_; }

 private:
  std::map<ir::RelationId, std::unique_ptr<FixedRelation>> relations_;
  std::size_t cells_ = 0;
};

}  // namespace tesuji::interpreter

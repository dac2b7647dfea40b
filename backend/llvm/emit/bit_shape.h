// Where the bits of the tuples lie that agree with given columns.
#pragma once

#include "backend/llvm/emit/access.h"

#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

/// Sizes and strides of a relation's columns, and which of them are free. It refers to the module.
class BitShape {
 public:
  /// Columns without a position in `fixed` are free.
  BitShape(const ModuleContext& module, ir::RelationId relation, const Positions& fixed);

  [[nodiscard]] const std::vector<std::uint32_t>& free() const { return free_; }
  [[nodiscard]] std::uint64_t size(std::uint32_t column) const { return sizes_[column]; }

  /// Bits from the first to the last tuple that agrees.
  [[nodiscard]] std::uint64_t span() const;
  /// Whether all bits of the span are tuples that agree.
  [[nodiscard]] bool contiguous() const;
  /// The first free column is looped over from now on.
  std::uint32_t take_first_free();
  /// In how many words span() bits may lie. Bases are constant plus multiples of the
  /// strides of columns that are fixed to a variable.
  [[nodiscard]] std::uint64_t words(const Positions& fixed) const;

 private:
  const std::vector<std::uint64_t>& strides_;
  std::vector<std::uint64_t> sizes_;
  std::vector<std::uint32_t> free_;
};

}  // namespace tesuji::llvm_backend

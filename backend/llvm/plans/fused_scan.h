// Applies operations after a scan of bits to whole blocks of bits instead of to single tuples.
//
// A scan returns up to 128 candidate tuples as the bits of one integer (bits_access.h). A later
// operation that only narrows them, and that reads the scanned columns through the same strides, is
// one more such word:
//
//     scan true.cell(A, ?Row, ?Player)       word  = cell[A]
//     test true.cell(B, Row, Player)         word &= cell[B]
//     different (Player) (blank)             word &= ~(blank's bits)
//     absent wall(Row)                       word &= ~(a constant)
//     insert next.cell(A, Row, Player)       next.cell[A] |= word
//
// So the loop over tuples visits only the remaining ones; if only such an insert remains, there is
// no loop. Filters have no effects: they may move forward as long as the variables that they use
// are bound.
#pragma once

#include "backend/llvm/emit/bits_access.h"
#include "backend/llvm/emit/emitter.h"

#include <cstdint>
#include <set>
#include <vector>

namespace tesuji::llvm_backend {

class FusedScan {
 public:
  /// `registers` holds the variables bound before the block, including columns over which the scan
  /// loops; `block` is narrowed in place.
  FusedScan(Emitter& emit, const Head& head, const ir::Operation& scan, BitBlock& block,
            const Registers& registers);

  /// Applies a filter after the scan to the block; returns false and emits nothing if the filter
  /// cannot be applied to words.
  [[nodiscard]] bool absorb(const ir::Operation& filter);
  /// Inserts all tuples of the block at once, if that can be done.
  [[nodiscard]] bool absorb_insert(const ir::Operation& insert);

 private:
  struct Use;  // one argument of an operation, as the block sees it

  [[nodiscard]] bool resolve(const ir::Argument& argument, Use& use) const;
  [[nodiscard]] bool resolve(const ir::Operation& operation, std::vector<Use>& uses) const;
  [[nodiscard]] bool same_strides(ir::RelationId relation, const std::vector<Use>& uses) const;

  [[nodiscard]] bool absorb_bits(const ir::Operation& filter, const std::vector<Use>& uses);
  [[nodiscard]] bool absorb_static(const ir::Operation& filter, const std::vector<Use>& uses);
  [[nodiscard]] bool absorb_comparison(const ir::Operation& filter);
  [[nodiscard]] llvm::Value* equal_bits(const Use& left, const Use& right);

  /// Returns the positions of the arguments outside the block; ANDs into `all_exist` whether each
  /// has one.
  [[nodiscard]] Positions given(ir::RelationId relation, const std::vector<Use>& uses,
                                llvm::Value*& all_exist);
  void narrow(llvm::Value* bits, bool keep);
  [[nodiscard]] std::vector<std::uint32_t> other_columns(
      const std::vector<std::uint32_t>& columns) const;
  [[nodiscard]] std::vector<std::set<std::uint64_t>> agreeing_numbers(
      const StaticData& data, ir::RelationId relation, const std::vector<Use>& uses,
      const std::vector<std::uint64_t>& key_strides, std::uint64_t keys) const;
  [[nodiscard]] std::vector<std::uint64_t> offsets_of(
      const std::vector<std::uint32_t>& columns) const;
  [[nodiscard]] std::uint64_t relation_words() const;
  [[nodiscard]] std::uint32_t width() const;  ///< of the block's integer
  [[nodiscard]] llvm::Value* nothing() const {
    return llvm::ConstantInt::get(block_.bits->getType(), 0);
  }
  [[nodiscard]] llvm::Value* constant_block(const std::vector<std::uint64_t>& words,
                                            llvm::Value* index);

  Emitter& emit_;
  const Head& head_;
  const ir::Operation& scan_;
  BitBlock& block_;
  const Registers& registers_;
};

}  // namespace tesuji::llvm_backend

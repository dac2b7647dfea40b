// Performs operations behind a scan of bits on whole blocks of bits instead of on one tuple at a
// time.
//
// A scan gives up to 128 candidate tuples as the bits of one integer (bit_block.h).
// A later operation that only narrows them down, and that looks at the scanned
// columns through the same strides, is one more such word:
//
//     scan true.cell(A, ?Row, ?Player)       word  = cell[A]
//     test true.cell(B, Row, Player)         word &= cell[B]
//     different (Player) (blank)             word &= ~(blank's bits)
//     absent wall(Row)                       word &= ~(a constant)
//     insert next.cell(A, Row, Player)       next.cell[A] |= word
//
// so that the loop over tuples sees only those that are left, or, where nothing
// but such an insert remains, is not there at all. Filters have no effects: they
// may be done earlier than they stand, as long as what they use is bound.
#pragma once

#include "backend/llvm/emit/bit_block.h"
#include "backend/llvm/emit/registers.h"

#include <cstdint>
#include <set>
#include <vector>

namespace tesuji::llvm_backend {

class FusedScan {
 public:
  /// `registers` holds what is bound before the block, columns that the scan
  /// loops over included; `block` is narrowed down in place.
  FusedScan(Emitter& emit, const Head& head, const ir::Operation& scan, BitBlock& block,
            const Registers& registers);

  /// Applies a filter behind the scan to the block; false, with nothing emitted,
  /// where it is none that can be done on words.
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

  /// Positions of the arguments that are not of the block; `all_exist` is and-ed
  /// with whether each has one.
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

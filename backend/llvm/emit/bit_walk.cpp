#include "backend/llvm/emit/bit_walk.h"

#include "backend/llvm/emit/word_bits.h"

namespace tesuji::llvm_backend {
namespace {

/// Blocks that lie in a few words only, as those of columns in front of fixed ones do: all words
/// are looked at instead of every block if there are so many times fewer.
constexpr std::uint64_t blocks_per_word = 8;

}  // namespace

BitBlock walk_words(Emitter& emit, const BitsArea& area, llvm::Value* base, std::uint64_t span,
                    llvm::BasicBlock*& fail) {
  llvm::IRBuilder<>& build = emit.build;
  llvm::Value* first = build.CreateLShr(base, 6);
  llvm::Value* end = build.CreateAdd(base, emit.number64(span), "", true, true);  // exclusive
  llvm::Value* last = build.CreateLShr(build.CreateSub(end, emit.number64(1)), 6);
  llvm::Value* index = emit.counted_loop(
      first, build.CreateAdd(last, emit.number64(1), "", true, true), fail, "word");
  llvm::Value* word = load_word(emit, area, index);

  llvm::Value* all = emit.number64(~std::uint64_t{0});
  llvm::Value* start_offset = build.CreateAnd(base, emit.number64(word_bits - 1));
  llvm::Value* head = build.CreateShl(all, start_offset);
  word = build.CreateAnd(word, build.CreateSelect(build.CreateICmpEQ(index, first), head, all));
  llvm::Value* beyond =
      build.CreateAnd(build.CreateNeg(end), emit.number64(word_bits - 1));  // bits of the last word
  llvm::Value* tail = build.CreateLShr(all, beyond);
  word = build.CreateAnd(word, build.CreateSelect(build.CreateICmpEQ(index, last), tail, all));

  BitBlock block;
  block.bits = word;
  block.origin = build.CreateSub(build.CreateShl(index, 6), base);
  return block;
}

bool scattered(const BitShape& shape, const Positions& fixed, const BitsArea& area) {
  BitShape left = shape;
  std::uint64_t blocks = 1;
  while (left.span() > most_block_bits) blocks *= left.size(left.take_first_free());
  std::uint64_t masks = area.count;
  for (std::uint32_t i = 0; i < fixed.size() && masks <= most_mask_words; ++i) {
    if (fixed[i] != nullptr) masks *= shape.size(i);
  }
  return masks <= most_mask_words && blocks >= blocks_per_word * area.count;
}

BitBlock walk_masked(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                     const BitShape& shape, const Positions& fixed, llvm::BasicBlock*& fail) {
  const ir::RelationLayout& place = emit.module.layout.relations[relation];
  std::vector<std::uint64_t> key_strides(fixed.size(), 0);
  std::uint64_t keys = 1;
  for (std::size_t i = fixed.size(); i-- > 0;) {
    if (fixed[i] == nullptr) continue;
    key_strides[i] = keys;
    keys *= shape.size(static_cast<std::uint32_t>(i));
  }
  std::vector<std::uint64_t> masks(keys * area.count, 0);
  for (std::uint64_t bit = 0; bit < place.bits; ++bit) {
    std::uint64_t key = 0;
    for (std::uint32_t i = 0; i < fixed.size(); ++i) {
      key += bit / place.strides[i] % shape.size(i) * key_strides[i];
    }
    masks[key * area.count + bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
  }
  llvm::IRBuilder<>& build = emit.build;
  llvm::Value* first = build.CreateMul(emit.mixed_radix(fixed, key_strides),
                                       emit.number64(area.count), "", true, true);
  llvm::Value* base = emit.mixed_radix(fixed, place.strides);
  llvm::GlobalVariable* table = emit.module.constant_array("agreeing", emit.module.i64, masks);
  BitBlock block;
  llvm::Value* index = emit.counted_loop(emit.number64(0), emit.number64(area.count), fail, "word");
  llvm::Value* mask =
      emit.constant_element(table, build.CreateAdd(first, index), emit.module.i64, 0);
  block.bits = build.CreateAnd(load_word(emit, area, index), mask);
  block.origin = build.CreateSub(build.CreateShl(index, 6), base);
  return block;
}

}  // namespace tesuji::llvm_backend

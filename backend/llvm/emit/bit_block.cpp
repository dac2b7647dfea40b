#include "backend/llvm/emit/bit_block.h"
#include "backend/llvm/emit/word_bits.h"

#include <llvm/IR/Intrinsics.h>

#include <limits>
#include <numeric>

namespace tesuji::llvm_backend {
namespace {

/// Sizes and strides of the relation's columns, and which of them are free.
class Shape {
 public:
  Shape(const ModuleContext& module, ir::RelationId relation, const Positions& fixed)
      : strides_(module.layout.relations[relation].strides) {
    const std::vector<ir::DomainId>& columns = module.source.relations[relation].columns;
    for (std::uint32_t i = 0; i < columns.size(); ++i) {
      sizes_.push_back(module.domain_size(columns[i]));
      if (fixed[i] == nullptr) free_.push_back(i);
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& free() const { return free_; }
  [[nodiscard]] std::uint64_t size(std::uint32_t column) const { return sizes_[column]; }

  /// Bits from the first to the last tuple that agrees.
  [[nodiscard]] std::uint64_t span() const {
    std::uint64_t last = 0;
    for (const std::uint32_t column : free_) last += (sizes_[column] - 1) * strides_[column];
    return last + 1;
  }
  /// Whether all bits of the span are tuples that agree.
  [[nodiscard]] bool contiguous() const {
    return free_.empty() || free_.front() + free_.size() == sizes_.size();
  }
  /// The first free column is looped over from now on.
  std::uint32_t take_first_free() {
    const std::uint32_t column = free_.front();
    free_.erase(free_.begin());
    return column;
  }
  /// Whether span() bits at any base may lie in two words. Bases are constant
  /// plus multiples of the strides of columns that are fixed to a variable.
  [[nodiscard]] bool may_straddle(const Positions& fixed) const {
    std::uint64_t grid = word_bits;
    std::uint64_t constant = 0;
    for (std::size_t i = 0; i < fixed.size(); ++i) {
      if (fixed[i] == nullptr) continue;
      if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(fixed[i])) {
        constant += known->getZExtValue() * strides_[i];
      } else {
        grid = std::gcd(grid, strides_[i]);
      }
    }
    return constant % grid + span() > grid;
  }

 private:
  const std::vector<std::uint64_t>& strides_;
  std::vector<std::uint64_t> sizes_;
  std::vector<std::uint32_t> free_;
};

/// Whether word `index` + 1 exists wherever it is asked for.
llvm::Value* next_index(Emitter& emit, const BitsArea& area, llvm::Value* index) {
  llvm::Value* next = emit.build.CreateAdd(index, emit.number64(1), "", true, true);
  if (area.word_behind) return next;
  // No span straddles the last word's end, so its own bits do no harm there.
  return emit.build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, next,
                                          emit.number64(area.count - 1));
}

/// The 64 bits from `base` on, or fewer where they are not needed.
llvm::Value* bits_from(Emitter& emit, const BitsArea& area, llvm::Value* base, bool straddles) {
  llvm::Value* index = emit.build.CreateLShr(base, 6);
  llvm::Value* offset = emit.build.CreateAnd(base, emit.number64(word_bits - 1));
  llvm::Value* low = load_word(emit, area, index);
  if (!straddles || area.count == 1) return emit.build.CreateLShr(low, offset);
  llvm::Value* high = load_word(emit, area, next_index(emit, area, index));
  return emit.build.CreateIntrinsic(llvm::Intrinsic::fshr, {emit.module.i64}, {high, low, offset});
}

/// Goes from word to word over the `span` bits from `base` on.
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

}  // namespace

llvm::Value* word_address(Emitter& emit, const BitsArea& area, llvm::Value* index) {
  if (area.count == 1) return area.words;
  return emit.build.CreateInBoundsGEP(emit.module.i64, area.words, index);
}

llvm::Value* load_word(Emitter& emit, const BitsArea& area, llvm::Value* index) {
  llvm::LoadInst* word =
      emit.load(emit.module.i64, word_address(emit, area, index), area.alias_class);
  if (area.constant) {
    word->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(emit.module.llvm, {}));
  }
  return word;
}

std::uint64_t numbers_mask(const ModuleContext& module, ir::RelationId relation,
                           const std::vector<std::uint32_t>& columns) {
  const std::vector<std::uint64_t>& strides = module.layout.relations[relation].strides;
  std::uint64_t mask = 1;
  for (const std::uint32_t column : columns) {
    const std::uint64_t size =
        module.domain_size(module.source.relations[relation].columns[column]);
    std::uint64_t repeated = 0;
    for (std::uint64_t i = 0; i < size; ++i) repeated |= mask << (i * strides[column]);
    mask = repeated;
  }
  return mask;
}

void merge_word(Emitter& emit, const BitsArea& area, llvm::Value* index, llvm::Value* bits) {
  llvm::Value* address = word_address(emit, area, index);
  llvm::Value* word = emit.load(emit.module.i64, address, area.alias_class);
  emit.store(emit.build.CreateOr(word, bits), address, area.alias_class);
}

void merge_bits(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                const Positions& fixed, llvm::Value* bits) {
  llvm::Value* base = emit.mixed_radix(fixed, emit.module.layout.relations[relation].strides);
  llvm::Value* index = emit.build.CreateLShr(base, 6);
  llvm::Value* offset = emit.build.CreateAnd(base, emit.number64(word_bits - 1));
  merge_word(emit, area, index, emit.build.CreateShl(bits, offset));
  if (area.count == 1 || !Shape(emit.module, relation, fixed).may_straddle(fixed)) return;
  // What runs over into the next word: nothing where there is none.
  llvm::Value* over = emit.build.CreateIntrinsic(llvm::Intrinsic::fshl, {emit.module.i64},
                                                 {emit.number64(0), bits, offset});
  merge_word(emit, area, next_index(emit, area, index), over);
}

BitBlock emit_block(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                    const Pattern& pattern, llvm::BasicBlock*& fail) {
  const std::vector<std::uint64_t>& strides = emit.module.layout.relations[relation].strides;
  Positions fixed = pattern.fixed;
  Positions looped(fixed.size(), nullptr);
  Shape shape(emit.module, relation, fixed);
  BitBlock block;
  while (shape.span() > word_bits && !shape.contiguous()) {
    const std::uint32_t column = shape.take_first_free();
    fixed[column] =
        emit.counted_loop(emit.number32(0), emit.number32(shape.size(column)), fail, "column");
    looped[column] = fixed[column];
  }
  llvm::Value* base = emit.mixed_radix(fixed, strides);
  if (shape.free().size() == fixed.size() && shape.span() > word_bits) {
    block.word = emit.counted_loop(emit.number64(0), emit.number64(area.count), fail, "word");
    block.bits = load_word(emit, area, block.word);
    block.origin = emit.build.CreateShl(block.word, 6, "", true, true);
  } else if (shape.span() > word_bits) {
    block = walk_words(emit, area, base, shape.span(), fail);
  } else {
    block.bits =
        emit.build.CreateAnd(bits_from(emit, area, base, shape.may_straddle(fixed)),
                             emit.number64(numbers_mask(emit.module, relation, shape.free())));
  }
  block.free = shape.free();
  block.looped = std::move(looped);
  return block;
}

void decode(Emitter& emit, ir::RelationId relation, const std::vector<std::uint32_t>& free,
            llvm::Value* number, const Pattern& pattern, Positions& tuple) {
  const ir::RelationLayout& place = emit.module.layout.relations[relation];
  const bool small = place.bits <= std::numeric_limits<std::uint32_t>::max();
  if (small) number = emit.narrow(number);  // divisions of 32 bits are cheaper
  for (std::size_t i = 0; i < free.size(); ++i) {
    const std::uint32_t column = free[i];
    const bool last = i + 1 == free.size();
    llvm::Value* stride = llvm::ConstantInt::get(number->getType(), place.strides[column]);
    llvm::Value* digit = emit.build.CreateUDiv(number, stride);
    if (pattern.wanted[column]) tuple[column] = small ? digit : emit.narrow(digit);
    if (!last) number = emit.build.CreateSub(number, emit.build.CreateMul(digit, stride));
  }
}

}  // namespace tesuji::llvm_backend

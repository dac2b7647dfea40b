#include "backend/llvm/emit/bits_access.h"

#include "backend/llvm/emit/word_bits.h"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace tesuji::llvm_backend {
namespace {

std::string class_name(const ir::Relation& relation, BitsArea::Part part) {
  switch (part) {
    case BitsArea::Part::all:
      return "bits " + relation.name;
    case BitsArea::Part::delta:
      return "delta " + relation.name;
    case BitsArea::Part::fresh:
      break;
  }
  return "fresh " + relation.name;
}

/// The place of one tuple's bit: its word's address, and a word with only that bit.
struct BitPlace {
  llvm::Value* address;
  llvm::Value* bit;
};

BitPlace place_of(Emitter& emit, const BitsArea& area, llvm::Value* index) {
  llvm::Value* bit = emit.build.CreateShl(emit.number64(1),
                                          emit.build.CreateAnd(index, emit.number64(63)), "", true);
  return {word_address(emit, area, emit.build.CreateLShr(index, 6)), bit};
}

void set_bit(Emitter& emit, const BitsArea& area, llvm::Value* index) {
  const BitPlace place = place_of(emit, area, index);
  llvm::Value* word = emit.load(emit.module.i64, place.address, area.alias_class);
  emit.store(emit.build.CreateOr(word, place.bit), place.address, area.alias_class);
}

llvm::Value* is_set(Emitter& emit, const BitsArea& area, llvm::Value* index) {
  llvm::Value* word = load_word(emit, area, emit.build.CreateLShr(index, 6));
  llvm::Value* shifted =
      emit.build.CreateLShr(word, emit.build.CreateAnd(index, emit.number64(63)));
  return emit.build.CreateTrunc(shifted, emit.build.getInt1Ty());
}

}  // namespace

BitsArea area_of(Emitter& emit, ir::RelationId relation, BitsArea::Part part) {
  const ir::Relation& described = emit.module.source.relations[relation];
  const ir::RelationLayout& place = emit.module.layout.relations[relation];
  BitsArea area;
  area.count = place.words;
  area.alias_class = emit.module.alias_class(class_name(described, part));
  area.word_behind = true;
  if (part == BitsArea::Part::delta) {
    area.words = emit.at(emit.scratch, place.delta_offset);
  } else if (part == BitsArea::Part::fresh) {
    area.words = emit.at(emit.scratch, place.new_offset);
  } else if (place.state_offset != ir::no_id) {
    area.constant = described.kind == ir::RelationKind::state;
    area.words = emit.at(area.constant ? emit.state : emit.out, place.state_offset);
    area.word_behind = place.state_offset + (place.words + 1) * 8 <= emit.module.layout.state_size;
  } else {
    area.words = emit.at(emit.scratch, place.scratch_offset);
  }
  return area;
}

BitBlock open_scan(Emitter& emit, ir::RelationId relation, bool delta, const Pattern& pattern,
                   llvm::BasicBlock*& fail) {
  return emit_block(emit,
                    area_of(emit, relation, delta ? BitsArea::Part::delta : BitsArea::Part::all),
                    relation, pattern, fail);
}

Positions finish_scan(Emitter& emit, ir::RelationId relation, const BitBlock& block,
                      const Pattern& pattern, llvm::BasicBlock*& fail) {
  Positions tuple = block.looped;
  const bool bits_wanted =
      std::any_of(block.free.begin(), block.free.end(),
                  [&](std::uint32_t column) { return pattern.wanted[column]; });
  if (!bits_wanted) {
    emit.require(emit.build.CreateIsNotNull(block.bits), fail);
    return tuple;
  }
  decode(emit, relation, block.free, each_bit(emit, block, fail), pattern, tuple);
  return tuple;
}

Positions scan_bits(Emitter& emit, ir::RelationId relation, bool delta, const Pattern& pattern,
                    llvm::BasicBlock*& fail) {
  const BitBlock block = open_scan(emit, relation, delta, pattern, fail);
  return finish_scan(emit, relation, block, pattern, fail);
}

void test_bits(Emitter& emit, ir::RelationId relation, const Pattern& pattern,
               llvm::BasicBlock* hit, llvm::BasicBlock* miss) {
  const BitsArea area = area_of(emit, relation, BitsArea::Part::all);
  if (pattern.all_fixed()) {
    llvm::Value* index =
        emit.mixed_radix(pattern.fixed, emit.module.layout.relations[relation].strides);
    emit.build.CreateCondBr(is_set(emit, area, index), hit, miss);
    return;
  }
  llvm::BasicBlock* fail = miss;
  const BitBlock block = emit_block(emit, area, relation, pattern, fail);
  emit.build.CreateCondBr(emit.build.CreateIsNotNull(block.bits), hit, fail);
}

void insert_bits(Emitter& emit, const Head& head, const Positions& tuple) {
  const BitsArea area = area_of(emit, head.relation, BitsArea::Part::all);
  llvm::Value* index = emit.mixed_radix(tuple, emit.module.layout.relations[head.relation].strides);
  if (!head.recursive) {
    set_bit(emit, area, index);
    return;
  }
  llvm::BasicBlock* known = emit.block("known");
  emit.require(emit.build.CreateNot(is_set(emit, area, index)), known);
  set_bit(emit, area, index);
  set_bit(emit, area_of(emit, head.relation, BitsArea::Part::fresh), index);
  emit.build.CreateBr(known);
  emit.continue_in(known);
}

llvm::Value* holds_bits(Emitter& emit, ir::RelationId relation) {
  return is_set(emit, area_of(emit, relation, BitsArea::Part::all), emit.number64(0));
}

namespace {

// Computes where the bits of the tuples lie that match given columns.

/// Sizes and strides of a relation's columns, and which of them are free. Refers to the module.
class BitShape {
 public:
  /// Columns without a position in `fixed` are free.
  BitShape(const ModuleContext& module, ir::RelationId relation, const Positions& fixed);

  [[nodiscard]] const std::vector<std::uint32_t>& free() const { return free_; }
  [[nodiscard]] std::uint64_t size(std::uint32_t column) const { return sizes_[column]; }

  /// Returns the number of bits from the first to the last matching tuple.
  [[nodiscard]] std::uint64_t span() const;
  /// Whether all bits of the span are matching tuples.
  [[nodiscard]] bool contiguous() const;
  /// Removes the first free column, which becomes a loop, and returns it.
  std::uint32_t take_first_free();
  /// Returns the maximum number of words that span() bits may touch. A base is a constant plus
  /// multiples of the strides of the columns fixed to variables.
  [[nodiscard]] std::uint64_t words(const Positions& fixed) const;

 private:
  const std::vector<std::uint64_t>& strides_;
  std::vector<std::uint64_t> sizes_;
  std::vector<std::uint32_t> free_;
};

BitShape::BitShape(const ModuleContext& module, ir::RelationId relation, const Positions& fixed)
    : strides_(module.layout.relations[relation].strides) {
  const std::vector<ir::DomainId>& columns = module.source.relations[relation].columns;
  for (std::uint32_t i = 0; i < columns.size(); ++i) {
    sizes_.push_back(module.domain_size(columns[i]));
    if (fixed[i] == nullptr) free_.push_back(i);
  }
}

std::uint64_t BitShape::span() const {
  std::uint64_t last = 0;
  for (const std::uint32_t column : free_) last += (sizes_[column] - 1) * strides_[column];
  return last + 1;
}

bool BitShape::contiguous() const {
  return free_.empty() || free_.front() + free_.size() == sizes_.size();
}

std::uint32_t BitShape::take_first_free() {
  const std::uint32_t column = free_.front();
  free_.erase(free_.begin());
  return column;
}

std::uint64_t BitShape::words(const Positions& fixed) const {
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
  const std::uint64_t last_offset = constant % grid + word_bits - grid;
  return (last_offset + span() + word_bits - 1) / word_bits;
}

// Walks from word to word over tuples that no single block can hold.

/// If the blocks lie in few words, as for columns in front of fixed ones, and there are at least
/// this many blocks per word, all words are read instead of every block.
constexpr std::uint64_t blocks_per_word = 8;

/// Emits a walk over the words of the `span` bits from `base` on. Sets the block's bits and origin.
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

/// Whether the free columns' blocks lie in so few words that walk_masked is cheaper than loops.
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

/// Emits a walk over all words of the relation, masked by the bits that match the fixed columns.
/// Sets the block's bits and origin.
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

/// Loads the word `further` words after `index`.
llvm::Value* word_behind(Emitter& emit, const BitsArea& area, llvm::Value* index,
                         std::uint64_t further) {
  llvm::Value* next = emit.build.CreateAdd(index, emit.number64(further), "", true, true);
  if (area.word_behind && further == 1) return next;
  // No span reaches beyond the end of the last word, so reading that word again is harmless.
  return emit.build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, next,
                                          emit.number64(area.count - 1));
}

/// Joins `parts` (i64), lowest first, to one integer.
llvm::Value* join(Emitter& emit, const std::vector<llvm::Value*>& parts) {
  if (parts.size() == 1) return parts.front();
  llvm::Type* type = emit.build.getIntNTy(static_cast<unsigned>(parts.size() * word_bits));
  llvm::Value* all = emit.build.CreateZExt(parts.front(), type);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    all = emit.build.CreateOr(
        all, emit.build.CreateShl(emit.build.CreateZExt(parts[i], type), i * word_bits));
  }
  return all;
}

/// Loads the bits from `base` on: `width` of them, or as many as `words` words contain.
llvm::Value* bits_from(Emitter& emit, const BitsArea& area, llvm::Value* base, std::uint64_t words,
                       std::uint32_t width) {
  llvm::Value* index = emit.build.CreateLShr(base, 6);
  llvm::Value* offset = emit.build.CreateAnd(base, emit.number64(word_bits - 1));
  words = std::min(words, area.count);
  std::vector<llvm::Value*> read = {load_word(emit, area, index)};
  for (std::uint64_t i = 1; i < words; ++i) {
    read.push_back(load_word(emit, area, word_behind(emit, area, index, i)));
  }
  std::vector<llvm::Value*> parts;
  for (std::size_t i = 0; i < width / word_bits; ++i) {
    if (i + 1 < read.size()) {
      parts.push_back(emit.build.CreateIntrinsic(llvm::Intrinsic::fshr, {emit.module.i64},
                                                 {read[i + 1], read[i], offset}));
    } else {
      parts.push_back(i < read.size() ? emit.build.CreateLShr(read[i], offset) : emit.number64(0));
    }
  }
  return join(emit, parts);
}

/// Emits a loop over the first free column's positions; returns the column.
std::uint32_t loop_over_first(Emitter& emit, BitShape& shape, Positions& fixed,
                              llvm::BasicBlock*& fail) {
  const std::uint32_t column = shape.take_first_free();
  fixed[column] =
      emit.counted_loop(emit.number32(0), emit.number32(shape.size(column)), fail, "column");
  return column;
}

/// Returns the width of the integer that holds a block.
std::uint32_t block_width(std::uint64_t span) {
  return span <= word_bits ? word_bits : 2 * word_bits;
}

/// Calls change(index, bits) for each word that may contain some of `bits`, which are relative to
/// the fixed columns' base.
template <typename Change>
void change_bits(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                 const Positions& fixed, llvm::Value* bits, const Change& change) {
  llvm::Value* base = emit.mixed_radix(fixed, emit.module.layout.relations[relation].strides);
  llvm::Value* index = emit.build.CreateLShr(base, 6);
  llvm::Value* offset = emit.build.CreateAnd(base, emit.number64(word_bits - 1));
  const std::uint64_t words =
      std::min(area.count, BitShape(emit.module, relation, fixed).words(fixed));
  llvm::Value* before = emit.number64(0);  // bits carried over into the next word
  for (std::uint64_t i = 0; i < words; ++i) {
    llvm::Value* part = emit.number64(0);
    if (i * word_bits < bits->getType()->getIntegerBitWidth()) {
      llvm::Value* shifted = i == 0 ? bits : emit.build.CreateLShr(bits, i * word_bits);
      part = emit.build.CreateTrunc(shifted, emit.module.i64);
    }
    llvm::Value* moved = i == 0
                             ? emit.build.CreateShl(part, offset)
                             : emit.build.CreateIntrinsic(llvm::Intrinsic::fshl, {emit.module.i64},
                                                          {part, before, offset});
    change(i == 0 ? index : word_behind(emit, area, index, i), moved);
    before = part;
  }
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

llvm::APInt numbers_mask(const ModuleContext& module, ir::RelationId relation,
                         const std::vector<std::uint32_t>& columns, std::uint32_t width) {
  const std::vector<std::uint64_t>& strides = module.layout.relations[relation].strides;
  llvm::APInt mask(width, 1);
  for (const std::uint32_t column : columns) {
    const std::uint64_t size =
        module.domain_size(module.source.relations[relation].columns[column]);
    llvm::APInt repeated(width, 0);
    for (std::uint64_t i = 0; i < size; ++i) {
      repeated |= mask.shl(static_cast<unsigned>(i * strides[column]));
    }
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
  change_bits(emit, area, relation, fixed, bits,
              [&](llvm::Value* index, llvm::Value* set) { merge_word(emit, area, index, set); });
}

void clear_bits(Emitter& emit, const BitsArea& area, ir::RelationId relation, Positions fixed,
                llvm::BasicBlock*& fail) {
  BitShape shape(emit.module, relation, fixed);
  while (shape.span() > most_block_bits) loop_over_first(emit, shape, fixed, fail);
  const llvm::APInt mask =
      numbers_mask(emit.module, relation, shape.free(), block_width(shape.span()));
  change_bits(emit, area, relation, fixed, emit.build.getInt(mask),
              [&](llvm::Value* index, llvm::Value* cleared) {
                llvm::Value* address = word_address(emit, area, index);
                llvm::Value* word = emit.load(emit.module.i64, address, area.alias_class);
                emit.store(emit.build.CreateAnd(word, emit.build.CreateNot(cleared)), address,
                           area.alias_class);
              });
}

BitBlock emit_block(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                    const Pattern& pattern, llvm::BasicBlock*& fail) {
  const std::vector<std::uint64_t>& strides = emit.module.layout.relations[relation].strides;
  Positions fixed = pattern.fixed;
  Positions looped(fixed.size(), nullptr);
  BitShape shape(emit.module, relation, fixed);
  BitBlock block;
  if (!shape.contiguous() && scattered(shape, fixed, area)) {
    block = walk_masked(emit, area, relation, shape, fixed, fail);
    block.free = shape.free();
    block.looped = std::move(looped);
    return block;
  }
  while (shape.span() > most_block_bits && !shape.contiguous()) {
    const std::uint32_t column = loop_over_first(emit, shape, fixed, fail);
    looped[column] = fixed[column];
  }
  llvm::Value* base = emit.mixed_radix(fixed, strides);
  if (shape.span() <= most_block_bits) {
    const std::uint32_t width = block_width(shape.span());
    const llvm::APInt mask = numbers_mask(emit.module, relation, shape.free(), width);
    block.bits = emit.build.CreateAnd(bits_from(emit, area, base, shape.words(fixed), width),
                                      emit.build.getInt(mask));
  } else if (shape.free().size() == fixed.size()) {
    block.word = emit.counted_loop(emit.number64(0), emit.number64(area.count), fail, "word");
    block.bits = load_word(emit, area, block.word);
    block.origin = emit.build.CreateShl(block.word, 6, "", true, true);
  } else {
    block = walk_words(emit, area, base, shape.span(), fail);
  }
  block.free = shape.free();
  block.looped = std::move(looped);
  return block;
}

llvm::Value* each_bit(Emitter& emit, const BitBlock& block, llvm::BasicBlock*& fail) {
  llvm::Value* word = block.bits;
  llvm::Value* origin = block.origin;
  const std::uint32_t width = word->getType()->getIntegerBitWidth();
  if (width > word_bits) {
    llvm::Value* low = emit.build.CreateTrunc(word, emit.module.i64);
    llvm::Value* high =
        emit.build.CreateTrunc(emit.build.CreateLShr(word, word_bits), low->getType());
    llvm::Value* half = emit.counted_loop(emit.number64(0), emit.number64(2), fail, "half");
    word = emit.build.CreateSelect(emit.build.CreateICmpEQ(half, emit.number64(0)), low, high);
    origin = emit.build.CreateShl(half, 6, "", true, true);
  }
  llvm::Value* bit = emit.bit_loop(word, fail);
  return origin == nullptr ? bit : emit.build.CreateAdd(bit, origin);
}

void decode(Emitter& emit, ir::RelationId relation, const std::vector<std::uint32_t>& free,
            llvm::Value* number, const Pattern& pattern, Positions& tuple) {
  const ir::RelationLayout& place = emit.module.layout.relations[relation];
  const bool small = place.bits <= std::numeric_limits<std::uint32_t>::max();
  if (small) number = emit.narrow(number);  // 32-bit divisions are cheaper
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

#include "backend/llvm/emit/bits_access.h"

#include "backend/llvm/emit/bit_block.h"

#include <algorithm>
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

}  // namespace tesuji::llvm_backend

#include "backend/llvm/emit/call_access.h"

#include "backend/llvm/emit/bit_block.h"
#include "backend/llvm/emit/word_bits.h"

#include <fmt/format.h>

#include <vector>

namespace tesuji::llvm_backend {
namespace {

const ir::Relation& described(const Emitter& emit, ir::RelationId relation) {
  return emit.module.source.relations[relation];
}

std::vector<std::uint32_t> free_columns(const Emitter& emit, ir::RelationId relation) {
  std::vector<std::uint32_t> free;
  for (std::uint32_t c = 0; c < described(emit, relation).columns.size(); ++c) {
    if (!ir::is_given_to_call(described(emit, relation), c)) free.push_back(c);
  }
  return free;
}

/// Emits a call with the pattern's given columns; returns all tuples.
llvm::Value* call(Emitter& emit, ir::RelationId relation, const Pattern& pattern) {
  std::vector<llvm::Value*> arguments{emit.scratch, emit.state, emit.out};
  for (const std::uint32_t column : described(emit, relation).indexes[0]) {
    arguments.push_back(pattern.fixed[column]);
  }
  arguments.push_back(llvm::ConstantInt::get(call_tuples_type(emit.module, relation), 0));
  return emit.build.CreateCall(call_function(emit.module, relation), arguments,
                               described(emit, relation).name);
}

llvm::Value* tuples(Emitter& emit, const Head& head, ir::RelationId relation, bool delta,
                    const Pattern& pattern) {
  return delta ? head.delta : call(emit, relation, pattern);
}

/// Emits a loop over the tuples of a word that match the pattern.
Positions scan_word(Emitter& emit, ir::RelationId relation, llvm::Value* word,
                    const Pattern& pattern, llvm::BasicBlock*& fail) {
  const std::vector<std::uint64_t>& strides = emit.module.layout.relations[relation].strides;
  std::vector<std::uint32_t> free = free_columns(emit, relation);
  // Leading columns that are known select a part of the word.
  while (!free.empty() && pattern.fixed[free[0]] != nullptr) {
    const auto stride = static_cast<unsigned>(strides[free[0]]);
    llvm::Value* first =
        emit.build.CreateMul(emit.wide(pattern.fixed[free[0]]), emit.number64(stride));
    first = emit.build.CreateZExtOrTrunc(first, word->getType());
    const llvm::APInt part =
        llvm::APInt::getLowBitsSet(word->getType()->getIntegerBitWidth(), stride);
    word = emit.build.CreateAnd(emit.build.CreateLShr(word, first),
                                llvm::ConstantInt::get(word->getType(), part));
    free.erase(free.begin());
  }
  Pattern decoded = pattern;
  for (const std::uint32_t column : free) {
    if (pattern.fixed[column] != nullptr) decoded.wanted[column] = true;
  }
  Positions tuple(pattern.fixed.size(), nullptr);
  if (decoded.none_wanted()) {
    emit.require(emit.build.CreateIsNotNull(word), fail);
    return tuple;
  }
  llvm::Value* bit = emit.build.CreateZExtOrTrunc(emit.bit_loop(word, fail), emit.module.i64);
  decode(emit, relation, free, bit, decoded, tuple);
  for (const std::uint32_t column : free) {
    if (pattern.fixed[column] == nullptr) continue;
    emit.require(emit.build.CreateICmpEQ(tuple[column], pattern.fixed[column]), fail);
    tuple[column] = nullptr;
  }
  return tuple;
}

}  // namespace

llvm::IntegerType* call_tuples_type(ModuleContext& module, ir::RelationId relation) {
  const bool one_word =
      module.source.tuples_per_call(module.source.relations[relation]) <= word_bits;
  return llvm::IntegerType::get(module.llvm, one_word ? 64 : 128);
}

llvm::FunctionType* call_type(ModuleContext& module, ir::RelationId relation) {
  std::vector<llvm::Type*> types{module.pointer, module.pointer, module.pointer};
  types.insert(types.end(), module.source.relations[relation].indexes[0].size(), module.i32);
  llvm::IntegerType* const tuples = call_tuples_type(module, relation);
  types.push_back(tuples);
  return llvm::FunctionType::get(tuples, types, false);
}

llvm::Function* call_function(ModuleContext& module, ir::RelationId relation) {
  const std::string name = fmt::format("call.{}", module.source.relations[relation].name);
  if (llvm::Function* known = module.target.getFunction(name)) return known;
  auto* function = llvm::Function::Create(call_type(module, relation),
                                          llvm::GlobalValue::InternalLinkage, name, module.target);
  function->setDoesNotThrow();
  return function;
}

Positions scan_call(Emitter& emit, const Head& head, ir::RelationId relation, bool delta,
                    const Pattern& pattern, llvm::BasicBlock*& fail) {
  return scan_word(emit, relation, tuples(emit, head, relation, delta, pattern), pattern, fail);
}

void test_call(Emitter& emit, const Head& head, ir::RelationId relation, const Pattern& pattern,
               llvm::BasicBlock* hit, llvm::BasicBlock* miss) {
  llvm::BasicBlock* fail = miss;
  static_cast<void>(
      scan_word(emit, relation, tuples(emit, head, relation, false, pattern), pattern, fail));
  emit.build.CreateBr(hit);
}

void insert_call(Emitter& emit, const Head& head, const Positions& tuple) {
  llvm::Value* number =
      emit.mixed_radix(tuple, emit.module.layout.relations[head.relation].strides);
  llvm::IntegerType* const type = call_tuples_type(emit.module, head.relation);
  llvm::Value* bit = emit.build.CreateShl(llvm::ConstantInt::get(type, 1),
                                          emit.build.CreateZExtOrTrunc(number, type));
  llvm::Value* found = emit.build.CreateLoad(type, head.result);
  emit.build.CreateStore(emit.build.CreateOr(found, bit), head.result);
}

}  // namespace tesuji::llvm_backend

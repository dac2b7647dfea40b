#include "backend/llvm/emit/access.h"

#include "backend/llvm/emit/bits_access.h"
#include "backend/llvm/emit/static_data.h"
#include "backend/llvm/emit/table_access.h"
#include "backend/llvm/emit/word_bits.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::llvm_backend {
namespace {

// Generates code that reads static relations from constant data (static_data.h).
//
// A test is one bit of a mask over the fixed columns if that is small enough. A scan uses, in this
// order: the word of values if one column of at most 64 values is wanted; the function if each key
// has at most one row; the key's rows of an index. Fixed columns outside the index's key are
// compared.

/// Emits one operation on one static relation.
class StaticAccess {
 public:
  StaticAccess(Emitter& emit, ir::RelationId relation, const Pattern& pattern)
      : emit_(emit),
        data_(emit.module.static_data(relation)),
        columns_(emit.module.source.relations[relation].columns),
        pattern_(pattern) {
    for (std::uint32_t i = 0; i < columns_.size(); ++i) {
      if (pattern.fixed[i] != nullptr) fixed_.push_back(i);
      if (pattern.fixed[i] == nullptr && pattern.wanted[i]) wanted_.push_back(i);
    }
  }

  Positions scan(llvm::BasicBlock*& fail) {
    Positions tuple(columns_.size(), nullptr);
    if (data_.row_count() == 0) {
      emit_.give_up(fail);
      for (const std::uint32_t column : wanted_) {
        tuple[column] = llvm::PoisonValue::get(emit_.module.i32);
      }
      return tuple;
    }
    StaticIndex& index = data_.index(fixed_);
    if (index.functional || !scan_values(tuple, fail)) find_row(index, tuple, fail);
    return tuple;
  }

  void test(llvm::BasicBlock* hit, llvm::BasicBlock* miss) {
    if (data_.row_count() == 0 || fixed_.empty()) {
      emit_.build.CreateBr(data_.row_count() == 0 ? miss : hit);
      return;
    }
    if (llvm::GlobalVariable* mask = data_.mask(fixed_)) {
      llvm::Value* bit = combination(fixed_);
      llvm::Value* word =
          emit_.constant_element(mask, emit_.build.CreateLShr(bit, 6), emit_.module.i64, 0);
      llvm::Value* offset = emit_.build.CreateAnd(bit, emit_.number64(63));
      llvm::Value* present =
          emit_.build.CreateTrunc(emit_.build.CreateLShr(word, offset), emit_.build.getInt1Ty());
      emit_.build.CreateCondBr(present, hit, miss);
      return;
    }
    // wanted_ is empty here: this emits only the comparisons.
    llvm::BasicBlock* fail = miss;
    Positions none(columns_.size(), nullptr);
    find_row(data_.index(fixed_), none, fail);
    emit_.build.CreateBr(hit);
  }

 private:
  llvm::Value* combination(const Columns& columns) {
    std::uint64_t size = 0;
    return combination(columns, data_.strides(columns, size));
  }

  llvm::Value* combination(const Columns& columns, const std::vector<std::uint64_t>& strides) {
    Positions digits(columns_.size(), nullptr);
    for (const std::uint32_t column : columns) digits[column] = pattern_.fixed[column];
    return emit_.mixed_radix(digits, strides);
  }

  std::uint64_t domain_size(std::uint32_t column) const {
    return emit_.module.domain_size(columns_[column]);
  }

  void find_row(StaticIndex& index, Positions& tuple, llvm::BasicBlock*& fail) {
    if (index.functional) {
      read_function(index, tuple, fail);
    } else {
      scan_rows(index, tuple, fail);
    }
  }

  /// Scans the only wanted column as one word per key; returns false if that is impossible.
  bool scan_values(Positions& tuple, llvm::BasicBlock*& fail) {
    if (fixed_.empty() || wanted_.size() != 1) return false;
    llvm::GlobalVariable* values = data_.values(fixed_, wanted_.front());
    if (values == nullptr) return false;
    llvm::Value* word = emit_.constant_element(values, combination(fixed_), emit_.module.i64, 0);
    tuple[wanted_.front()] = emit_.narrow(emit_.bit_loop(word, fail));
    return true;
  }

  /// Reads the row of a key that has at most one: no loop. Compares fixed columns outside the key.
  void read_function(StaticIndex& index, Positions& tuple, llvm::BasicBlock* fail) {
    llvm::Value* key = combination(index.key, index.strides);
    const auto read = [&](std::uint32_t column) {
      llvm::Value* entry = emit_.constant_element(data_.dense_column(index, column), key,
                                                  emit_.module.i32, domain_size(column) + 1);
      return std::pair(entry, emit_.build.CreateSub(entry, emit_.number32(1)));
    };
    bool checked = data_.row_count() == index.keys;  // every key has its row
    for (std::size_t i = index.key.size(); i < fixed_.size(); ++i) {
      // A missing row reads as -1, which is not a position.
      emit_.require(emit_.build.CreateICmpEQ(read(fixed_[i]).second, pattern_.fixed[fixed_[i]]),
                    fail);
      checked = true;
    }
    for (const std::uint32_t column : wanted_) {
      const auto [entry, position] = read(column);
      if (!checked) emit_.require(emit_.build.CreateICmpNE(entry, emit_.number32(0)), fail);
      checked = true;
      tuple[column] = position;
    }
    if (checked) return;
    emit_.require(emit_.build.CreateICmpNE(read(index.key.front()).first, emit_.number32(0)), fail);
  }

  void scan_rows(StaticIndex& index, Positions& tuple, llvm::BasicBlock*& fail) {
    llvm::Value* begin = emit_.number64(0);
    llvm::Value* end = emit_.number64(data_.row_count());
    if (!index.key.empty()) {
      llvm::GlobalVariable* begins = data_.begins(index);
      llvm::Value* key = combination(index.key, index.strides);
      begin = emit_.constant_element(begins, key, emit_.module.i64, 0);
      llvm::Value* next = emit_.build.CreateAdd(key, emit_.number64(1), "", true, true);
      end = emit_.constant_element(begins, next, emit_.module.i64, 0);
    }
    llvm::Value* row = emit_.counted_loop(begin, end, fail, "row");
    const auto read = [&](std::uint32_t column) {
      return emit_.constant_element(data_.column(index, column), row, emit_.module.i32,
                                    domain_size(column));
    };
    for (std::size_t i = index.key.size(); i < fixed_.size(); ++i) {
      emit_.require(emit_.build.CreateICmpEQ(read(fixed_[i]), pattern_.fixed[fixed_[i]]), fail);
    }
    for (const std::uint32_t column : wanted_) tuple[column] = read(column);
  }

  Emitter& emit_;
  StaticData& data_;
  const std::vector<ir::DomainId>& columns_;
  const Pattern& pattern_;
  Columns fixed_;
  Columns wanted_;
};

Positions scan_static(Emitter& emit, ir::RelationId relation, const Pattern& pattern,
                      llvm::BasicBlock*& fail) {
  return StaticAccess(emit, relation, pattern).scan(fail);
}

void test_static(Emitter& emit, ir::RelationId relation, const Pattern& pattern,
                 llvm::BasicBlock* hit, llvm::BasicBlock* miss) {
  StaticAccess(emit, relation, pattern).test(hit, miss);
}

bool is_bits(const ModuleContext& module, ir::RelationId relation) {
  return module.source.relations[relation].storage == ir::Storage::bits;
}

bool is_call(const ModuleContext& module, ir::RelationId relation) {
  return module.source.relations[relation].storage == ir::Storage::call;
}

Positions impossible_tuple(Emitter& emit, const Pattern& pattern, llvm::BasicBlock* fail) {
  emit.give_up(fail);
  Positions tuple(pattern.fixed.size(), nullptr);
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if (pattern.wanted[i]) tuple[i] = llvm::PoisonValue::get(emit.module.i32);
  }
  return tuple;
}

}  // namespace

bool is_impossible(const ModuleContext& module, ir::RelationId relation) {
  const std::vector<ir::DomainId>& columns = module.source.relations[relation].columns;
  return std::any_of(columns.begin(), columns.end(),
                     [&](ir::DomainId column) { return module.domain_size(column) == 0; });
}

bool Pattern::all_fixed() const {
  return std::none_of(fixed.begin(), fixed.end(),
                      [](const llvm::Value* value) { return value == nullptr; });
}

bool Pattern::none_wanted() const {
  return std::none_of(wanted.begin(), wanted.end(), [](bool column) { return column; });
}

Positions emit_scan(Emitter& emit, const Head& head, ir::RelationId relation, bool delta,
                    const Pattern& pattern, llvm::BasicBlock*& fail) {
  if (is_impossible(emit.module, relation)) return impossible_tuple(emit, pattern, fail);
  if (pattern.none_wanted() && !delta) {
    llvm::BasicBlock* hit = emit.block("found");
    emit_test(emit, head, relation, pattern, hit, fail);
    emit.continue_in(hit);
    return Positions(pattern.fixed.size(), nullptr);
  }
  if (emit.module.is_static(relation)) return scan_static(emit, relation, pattern, fail);
  if (is_call(emit.module, relation)) {
    return scan_call(emit, head, relation, delta, pattern, fail);
  }
  if (is_bits(emit.module, relation)) return scan_bits(emit, relation, delta, pattern, fail);
  return scan_table(emit, head, relation, delta, pattern, fail);
}

void emit_test(Emitter& emit, const Head& head, ir::RelationId relation, const Pattern& pattern,
               llvm::BasicBlock* hit, llvm::BasicBlock* miss) {
  if (is_impossible(emit.module, relation)) {
    emit.build.CreateBr(miss);
  } else if (emit.module.is_static(relation)) {
    test_static(emit, relation, pattern, hit, miss);
  } else if (is_call(emit.module, relation)) {
    test_call(emit, head, relation, pattern, hit, miss);
  } else if (is_bits(emit.module, relation)) {
    test_bits(emit, relation, pattern, hit, miss);
  } else {
    test_table(emit, head, relation, pattern, hit, miss);
  }
}

void emit_insert(Emitter& emit, const Head& head, const Positions& tuple, llvm::BasicBlock* done,
                 llvm::BasicBlock* stop) {
  if (is_impossible(emit.module, head.relation)) {
    emit.build.CreateBr(done);
  } else if (is_call(emit.module, head.relation)) {
    insert_call(emit, head, tuple);
    emit.build.CreateBr(done);
  } else if (is_bits(emit.module, head.relation)) {
    insert_bits(emit, head, tuple);
    emit.build.CreateBr(done);
  } else {
    insert_table(emit, head, tuple, done, stop);
  }
}

void emit_fact(Emitter& emit, ir::RelationId relation) {
  Head head;
  head.relation = relation;
  insert_bits(emit, head, {});
}

llvm::Value* emit_holds(Emitter& emit, ir::RelationId relation) {
  if (emit.module.is_static(relation)) {
    return emit.build.getInt1(emit.module.source.relations[relation].facts.rows > 0);
  }
  return is_bits(emit.module, relation) ? holds_bits(emit, relation) : holds_table(emit, relation);
}

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

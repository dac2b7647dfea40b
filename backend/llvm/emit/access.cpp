#include "backend/llvm/emit/access.h"

#include "backend/llvm/emit/bits_access.h"
#include "backend/llvm/emit/call_access.h"
#include "backend/llvm/emit/static_access.h"
#include "backend/llvm/emit/table_access.h"

#include <algorithm>

namespace tesuji::llvm_backend {
namespace {

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

}  // namespace tesuji::llvm_backend

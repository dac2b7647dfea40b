#include "backend/llvm/agendas/agenda_access.h"

#include "backend/llvm/agendas/agenda_tables.h"
#include "backend/llvm/emit/emitter.h"
#include "runtime/core/tesuji/memory_abi.h"
#include "runtime/host/production/working_memory.h"

#include <algorithm>
#include <cstddef>

namespace tesuji::llvm_backend {
namespace {

using agenda::AgendaStep;

/// Returns for each column the product of the sizes of the following columns, as in the memory.
std::vector<std::uint64_t> strides_of(const runtime::FactsShape& shape,
                                      const std::vector<std::uint32_t>& columns) {
  std::vector<std::uint64_t> strides(columns.size());
  std::uint64_t stride = 1;
  for (std::size_t i = columns.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<std::uint32_t>(shape.domain_sizes[columns[i]], 1);
  }
  return strides;
}

/// Emits code on the facts of one relation.
class MemoryFacts {
 public:
  MemoryFacts(AgendaScope& scope, ir::RelationId relation)
      : emit_(scope.emit),
        shape_(scope.program.shapes()[relation]),
        facts_(scope.facts(relation)),
        arity_(shape_.domain_sizes.size()) {}

  llvm::Value* count() { return field(emit_.module.i32, facts_, offsetof(tsj_facts, count)); }

  /// Branches to `fail` if the row, an i64, has been removed.
  void require_there(llvm::Value* row, llvm::BasicBlock* fail) {
    if (!shape_.removable) return;
    llvm::Value* gone =
        element(emit_.build.getInt8Ty(),
                field(emit_.module.pointer, facts_, offsetof(tsj_facts, gone)), row);
    emit_.require(emit_.build.CreateIsNull(gone), fail);
  }

  /// Returns the address of the row's cells.
  llvm::Value* cells(llvm::Value* row) {
    llvm::Value* all = field(emit_.module.pointer, facts_, offsetof(tsj_facts, cells));
    llvm::Value* first = emit_.build.CreateMul(row, emit_.number64(arity_), "", true, true);
    return emit_.build.CreateInBoundsGEP(emit_.module.i32, all, {first});
  }

  llvm::Value* cell(llvm::Value* cells, std::uint32_t column) {
    return field(emit_.module.i32, cells, std::uint64_t{column} * sizeof(std::uint32_t));
  }

  /// Returns row + 1 at the head of an index's chain, an i32.
  llvm::Value* first(AgendaScope& scope, std::uint32_t index,
                     const std::vector<llvm::Value*>& key) {
    const std::vector<std::uint32_t>& columns = shape_.indexes[index];
    llvm::Value* described = chain(index);
    if (!dense_heads(shape_, columns)) {
      return emit_.build.CreateCall(emit_.module.fact_index_first(),
                                    {described, emit_row(scope, key)});
    }
    llvm::Value* heads = field(emit_.module.pointer, described, offsetof(tsj_fact_index, heads));
    return element(emit_.module.i32, heads, emit_.mixed_radix(key, strides_of(shape_, columns)));
  }

  /// Returns row + 1 after `row` in an index's chain, an i32.
  llvm::Value* next(std::uint32_t index, llvm::Value* row) {
    llvm::Value* links = field(emit_.module.pointer, chain(index), offsetof(tsj_fact_index, next));
    return element(emit_.module.i32, links, row);
  }

  /// Returns how many of the step's given columns need no comparison: a dense index guarantees its
  /// own.
  std::size_t vouched(std::uint32_t index) const {
    const std::vector<std::uint32_t>& columns = shape_.indexes[index];
    return dense_heads(shape_, columns) ? columns.size() : 0;
  }

 private:
  llvm::Value* field(llvm::Type* type, llvm::Value* base, std::uint64_t offset) {
    return emit_.load(type, emit_.at(base, offset), emit_.module.alias_class("memory"));
  }

  llvm::Value* element(llvm::Type* type, llvm::Value* base, llvm::Value* number) {
    return emit_.load(type, emit_.build.CreateInBoundsGEP(type, base, {number}),
                      emit_.module.alias_class("memory"));
  }

  llvm::Value* chain(std::uint32_t index) {
    llvm::Value* all = field(emit_.module.pointer, facts_, offsetof(tsj_facts, indexes));
    return emit_.at(all, std::uint64_t{index} * sizeof(tsj_fact_index));
  }

  Emitter& emit_;
  const runtime::FactsShape& shape_;
  llvm::Value* facts_;
  std::size_t arity_;
};

/// Branches to `fail` if a given column from number `from` on has another value.
void require_agreement(AgendaScope& scope, MemoryFacts& facts, const AgendaStep& step,
                       const std::vector<llvm::Value*>& given, std::size_t from, llvm::Value* cells,
                       llvm::BasicBlock* fail) {
  for (std::size_t i = from; i < given.size(); ++i) {
    llvm::Value* cell = facts.cell(cells, step.given[i].column);
    scope.emit.require(scope.emit.build.CreateICmpEQ(cell, given[i]), fail);
  }
}

/// Returns the key for an index probe: the first given values.
std::vector<llvm::Value*> key_of(const AgendaScope& scope, const AgendaStep& step,
                                 const std::vector<llvm::Value*>& given) {
  const auto& columns = scope.program.shapes()[step.relation].indexes[step.index];
  return {given.begin(), given.begin() + static_cast<std::ptrdiff_t>(columns.size())};
}

/// Emits a loop over all rows; returns the row number, an i64. Reloads the count in each
/// iteration.
llvm::Value* row_loop(Emitter& emit, MemoryFacts& facts, llvm::BasicBlock*& fail) {
  return emit_loop(
      emit, emit.number64(0), "row",
      [&](llvm::Value* row) { return emit.build.CreateICmpULT(row, emit.wide(facts.count())); },
      [&](llvm::Value* row) { return emit.build.CreateAdd(row, emit.number64(1), "", true, true); },
      fail);
}

/// Emits a loop along a chain that begins with `first`; returns row numbers, i64. Reads the link at
/// the end of an iteration, since the iteration may have set it.
llvm::Value* chain_loop(Emitter& emit, MemoryFacts& facts, std::uint32_t index, llvm::Value* first,
                        llvm::BasicBlock*& fail) {
  llvm::Value* row = nullptr;
  emit_loop(
      emit, first, "chain",
      [&](llvm::Value* at) {
        row = emit.wide(emit.build.CreateSub(at, emit.number32(1)));
        return emit.build.CreateIsNotNull(at);
      },
      [&](llvm::Value*) { return facts.next(index, row); }, fail);
  return row;
}

}  // namespace

llvm::Value* emit_row(AgendaScope& scope, const std::vector<llvm::Value*>& row) {
  Emitter& emit = scope.emit;
  llvm::Value* slot = emit.slot(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    emit.build.CreateStore(row[i], emit.at(slot, i * sizeof(std::uint32_t)));
  }
  return slot;
}

void emit_each_in_memory(AgendaScope& scope, const AgendaStep& step, llvm::BasicBlock*& fail) {
  Emitter& emit = scope.emit;
  MemoryFacts facts(scope, step.relation);
  if (step.impossible) {
    scope.bind_nothing(step);
    emit.give_up(fail);
    return;
  }
  const std::vector<llvm::Value*> given = scope.given(step, fail);
  llvm::Value* row = nullptr;
  std::size_t agreed = 0;
  if (step.kind == ir::Operation::Kind::probe) {
    llvm::Value* first = facts.first(scope, step.index, key_of(scope, step, given));
    row = chain_loop(emit, facts, step.index, first, fail);
    agreed = facts.vouched(step.index);
  } else {
    row = row_loop(emit, facts, fail);
  }
  facts.require_there(row, fail);
  llvm::Value* cells = facts.cells(row);
  require_agreement(scope, facts, step, given, agreed, cells, fail);
  for (const agenda::BoundColumn& bound : step.bound) {
    scope.variables[bound.variable].value = facts.cell(cells, bound.column);
  }
}

llvm::Value* emit_contains(AgendaScope& scope, ir::RelationId relation,
                           const std::vector<llvm::Value*>& row) {
  Emitter& emit = scope.emit;
  const runtime::FactsShape& shape = scope.program.shapes()[relation];
  llvm::Value* facts = scope.facts(relation);
  if (!present_bits(shape)) {
    llvm::Value* found =
        emit.build.CreateCall(emit.module.facts_contain(), {facts, emit_row(scope, row)});
    return emit.build.CreateIsNotNull(found);
  }
  std::vector<std::uint32_t> columns(row.size());
  for (std::uint32_t c = 0; c < columns.size(); ++c) columns[c] = c;
  llvm::Value* bit = emit.mixed_radix(row, strides_of(shape, columns));
  llvm::MDNode* tag = emit.module.alias_class("memory");
  llvm::Value* words =
      emit.load(emit.module.pointer, emit.at(facts, offsetof(tsj_facts, present)), tag);
  llvm::Value* address =
      emit.build.CreateInBoundsGEP(emit.module.i64, words, {emit.build.CreateLShr(bit, 6)});
  llvm::Value* word = emit.load(emit.module.i64, address, tag);
  llvm::Value* shifted = emit.build.CreateLShr(word, emit.build.CreateAnd(bit, 63));
  return emit.build.CreateTrunc(shifted, emit.build.getInt1Ty());
}

llvm::Value* emit_any_in_memory(AgendaScope& scope, const AgendaStep& step) {
  Emitter& emit = scope.emit;
  llvm::BasicBlock* none = emit.block("none");
  llvm::BasicBlock* known = emit.block("known");
  const std::vector<llvm::Value*> given = scope.given(step, none);
  llvm::Value* some = emit.build.getTrue();
  llvm::BasicBlock* fail = none;
  if (step.whole) {
    std::vector<llvm::Value*> row(given.size());
    for (std::size_t i = 0; i < given.size(); ++i) row[step.given[i].column] = given[i];
    some = emit_contains(scope, step.relation, row);
  } else {
    MemoryFacts facts(scope, step.relation);
    llvm::Value* first = facts.first(scope, step.index, key_of(scope, step, given));
    llvm::Value* row = chain_loop(emit, facts, step.index, first, fail);
    facts.require_there(row, fail);
    require_agreement(scope, facts, step, given, facts.vouched(step.index), facts.cells(row), fail);
  }
  llvm::BasicBlock* asked = emit.build.GetInsertBlock();
  emit.build.CreateBr(known);
  emit.continue_in(none);
  emit.build.CreateBr(known);
  emit.continue_in(known);
  llvm::PHINode* result = emit.build.CreatePHI(emit.build.getInt1Ty(), 2);
  result->addIncoming(some, asked);
  result->addIncoming(emit.build.getFalse(), none);
  return result;
}

namespace {

using agenda::AgendaStep;

/// Reads the row of a key that has at most one row: its columns are stored by key.
void emit_lookup(AgendaScope& scope, const AgendaStep& step, const FoldedRows& folded,
                 llvm::BasicBlock* fail) {
  Emitter& emit = scope.emit;
  llvm::Value* number = key_number(scope, folded.key);
  if (folded.shortest == 0) {
    std::vector<bool> some(folded.key.count);
    for (std::size_t k = 0; k < some.size(); ++k) {
      some[k] = folded.begins[k] != folded.begins[k + 1];
    }
    emit.require(emit_bit_test(emit, some, number), fail);
  }
  for (std::size_t b = 0; b < step.bound.size(); ++b) {
    std::vector<std::uint64_t> by_key(folded.key.count);
    for (std::size_t k = 0; k < by_key.size(); ++k) {
      if (folded.begins[k] != folded.begins[k + 1]) {
        by_key[k] = folded.columns[b][folded.begins[k]];
      }
    }
    const std::uint64_t size =
        emit.module.domain_size(scope.relation(step).columns[step.bound[b].column]);
    llvm::GlobalVariable* table =
        emit.module.constant_array("by_key", emit.module.smallest_type(size), by_key);
    scope.variables[step.bound[b].variable].value =
        emit.constant_element(table, number, emit.module.i32, size);
  }
}

/// Emits a loop over constant columns.
void emit_list(AgendaScope& scope, const AgendaStep& step, const FoldedRows& folded,
               llvm::BasicBlock*& fail, const Announce& announce) {
  const auto [begin, end] = emit_group(scope, folded);
  announce(scope.emit.build.CreateSub(end, begin));
  emit_columns(scope, step, folded, scope.emit.counted_loop(begin, end, fail, "fact"));
}

}  // namespace

bool emit_each(AgendaScope& scope, const AgendaStep& step, llvm::BasicBlock*& fail,
               const Announce& announce) {
  if (!can_fold(scope, step)) {
    emit_each_in_memory(scope, step, fail);
    return false;
  }
  const FoldedRows folded = fold(scope, step);
  if (folded.rows.empty()) {
    scope.bind_nothing(step);
    scope.emit.give_up(fail);
    return false;
  }
  if (folded.longest == 1) {
    emit_lookup(scope, step, folded, fail);
    return false;
  }
  emit_list(scope, step, folded, fail, announce);
  return true;
}

llvm::Value* emit_any(AgendaScope& scope, const AgendaStep& step) {
  if (step.impossible) return scope.emit.build.getFalse();
  if (!can_fold(scope, step)) return emit_any_in_memory(scope, step);
  const FoldedRows folded = fold(scope, step);
  std::vector<bool> some(folded.key.count);
  for (std::size_t k = 0; k < some.size(); ++k) {
    some[k] = folded.begins[k] != folded.begins[k + 1];
  }
  return emit_bit_test(scope.emit, some, key_number(scope, folded.key));
}

std::uint64_t most_matches(const AgendaScope& scope, const AgendaStep& step) {
  if (scope.relation(step).kind != ir::RelationKind::fixed) return no_bound;
  return can_fold(scope, step) ? fold(scope, step).longest
                               : scope.program.fixed()[step.relation].rows;
}

}  // namespace tesuji::llvm_backend

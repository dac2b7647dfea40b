#include "backend/llvm/agendas/agenda_access.h"

#include "backend/llvm/agendas/agenda_memory.h"
#include "backend/llvm/agendas/agenda_tables.h"

#include <algorithm>

namespace tesuji::llvm_backend {
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

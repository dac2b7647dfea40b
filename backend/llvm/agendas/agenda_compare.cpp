#include "backend/llvm/agendas/agenda_compare.h"

#include "backend/llvm/agendas/agenda_computations.h"
#include "backend/llvm/agendas/agenda_tables.h"
#include "backend/llvm/emit/domain_translation.h"

#include <bit>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

using agenda::ComparedValue;
using ir::Comparison;

/// Returns a side of the comparison for this position of its variable.
ir::Symbol symbol_of(const ComparedValue& side, std::size_t position) {
  return side.constant ? side.symbol : (*side.symbols)[position];
}

double number_of(const ComparedValue& side, std::size_t position) {
  return side.constant ? side.number : (*side.numbers)[position];
}

/// Returns the variable's number as a double; NaN if it is not a number.
llvm::Value* emit_number(AgendaScope& scope, const ComparedValue& side) {
  Emitter& emit = scope.emit;
  std::vector<std::uint64_t> words;
  for (const double number : *side.numbers) words.push_back(std::bit_cast<std::uint64_t>(number));
  llvm::Value* word =
      emit.constant_element(emit.module.constant_array("numbers", emit.module.i64, words),
                            emit.wide(scope.variables[side.variable].value), emit.module.i64, 0);
  return emit.build.CreateBitCast(word, emit.build.getDoubleTy());
}

llvm::CmpInst::Predicate predicate(Comparison comparison) {
  switch (comparison) {
    case Comparison::less:
      return llvm::CmpInst::FCMP_OLT;
    case Comparison::less_or_equal:
      return llvm::CmpInst::FCMP_OLE;
    case Comparison::greater:
      return llvm::CmpInst::FCMP_OGT;
    default:
      return llvm::CmpInst::FCMP_OGE;
  }
}

/// Compares two variables.
llvm::Value* emit_pair(AgendaScope& scope, const agenda::AgendaStep& step) {
  const BoundVariable& left = scope.variables[step.left.variable];
  const BoundVariable& right = scope.variables[step.right.variable];
  llvm::IRBuilder<>& build = scope.emit.build;
  switch (step.comparison) {
    case Comparison::same:
      return emit_equal(scope.emit, left.value, left.domain, right.value, right.domain);
    case Comparison::different:
      return build.CreateNot(
          emit_equal(scope.emit, left.value, left.domain, right.value, right.domain));
    default:
      return build.CreateFCmp(predicate(step.comparison), emit_number(scope, step.left),
                              emit_number(scope, step.right));
  }
}

}  // namespace

bool holds(Comparison comparison, ir::Symbol left, double left_number, ir::Symbol right,
           double right_number) {
  switch (comparison) {
    case Comparison::different:
      return left != right;
    case Comparison::same:
      return left == right;
    case Comparison::less:
      return left_number < right_number;
    case Comparison::less_or_equal:
      return left_number <= right_number;
    case Comparison::greater:
      return left_number > right_number;
    case Comparison::greater_or_equal:
      return left_number >= right_number;
  }
  return false;
}

llvm::Value* emit_comparison(AgendaScope& scope, const agenda::AgendaStep& step) {
  if (step.of_computed) return emit_computed_comparison(scope, step);
  if (!step.left.constant && !step.right.constant) return emit_pair(scope, step);
  // With at most one variable, the answer for each of its values is known at compile time.
  const ComparedValue& varying = step.left.constant ? step.right : step.left;
  const std::size_t positions = varying.constant ? 1 : varying.symbols->size();
  std::vector<bool> answers(std::max<std::size_t>(positions, 1));
  for (std::size_t p = 0; p < positions; ++p) {
    answers[p] = holds(step.comparison, symbol_of(step.left, p), number_of(step.left, p),
                       symbol_of(step.right, p), number_of(step.right, p));
  }
  llvm::Value* number = varying.constant ? static_cast<llvm::Value*>(scope.emit.number64(0))
                                         : scope.emit.wide(scope.variables[varying.variable].value);
  return emit_bit_test(scope.emit, answers, number);
}

}  // namespace tesuji::llvm_backend

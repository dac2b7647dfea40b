#include "backend/llvm/agendas/agenda_computations.h"

#include "backend/llvm/agendas/agenda_access.h"
#include "backend/llvm/agendas/agenda_tables.h"
#include "backend/llvm/emit/domain_translation.h"
#include "runtime/core/tesuji/memory_abi.h"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
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

namespace {

using agenda::AgendaStep;
using agenda::GivenColumn;

llvm::Value* in_open_domain(AgendaScope& scope, const GivenColumn& given) {
  if (given.constant) return scope.emit.number32(given.value);
  const BoundVariable& variable = scope.variables[given.value];
  // The open domain contains all constants.
  return translate_or_zero(scope.emit, variable.value, variable.domain,
                           scope.program.module().open_domain())
      .position;
}

/// Emits code on the memory's table of numbers.
class NumberCode {
 public:
  explicit NumberCode(AgendaScope& scope) : emit_(scope.emit) {
    llvm::MDNode* tag = emit_.module.alias_class("memory");
    numbers_ = emit_.load(emit_.module.pointer,
                          emit_.at(scope.memory, offsetof(tsj_memory, numbers)), tag);
    values_ =
        emit_.load(emit_.module.pointer, emit_.at(numbers_, offsetof(tsj_numbers, values)), tag);
  }

  [[nodiscard]] llvm::Value* table() const { return numbers_; }
  llvm::Value* kind(llvm::Value* position) {
    return field(emit_.module.i32, position, offsetof(tsj_number, kind));
  }
  llvm::Value* whole(llvm::Value* position) {
    return field(emit_.module.i64, position, offsetof(tsj_number, whole));
  }
  llvm::Value* is_whole(llvm::Value* position) {
    return emit_.build.CreateICmpEQ(kind(position), emit_.number32(TSJ_WHOLE));
  }

 private:
  llvm::Value* field(llvm::Type* type, llvm::Value* position, std::size_t offset) {
    llvm::Value* bytes =
        emit_.build.CreateMul(emit_.wide(position), emit_.number64(sizeof(tsj_number)));
    llvm::Value* address = emit_.build.CreateInBoundsGEP(emit_.build.getInt8Ty(), values_, {bytes});
    return emit_.load(type, emit_.at(address, offset), emit_.module.alias_class("memory"));
  }

  Emitter& emit_;
  llvm::Value* numbers_;
  llvm::Value* values_;
};

/// A whole number, and whether all results up to it fitted into 64 bits.
struct WholeValue {
  llvm::Value* value;
  llvm::Value* fits;
};

std::optional<llvm::Intrinsic::ID> checked(std::uint32_t function) {
  switch (function) {
    case TSJ_PLUS:
      return llvm::Intrinsic::sadd_with_overflow;
    case TSJ_MINUS:
      return llvm::Intrinsic::ssub_with_overflow;
    case TSJ_TIMES:
      return llvm::Intrinsic::smul_with_overflow;
    default:
      return std::nullopt;
  }
}

bool can_inline(const AgendaStep& step) {
  return std::all_of(step.computation.begin(), step.computation.end(), [](const tsj_step& part) {
    return part.function == TSJ_OPERAND || part.function == TSJ_MIN || part.function == TSJ_MAX ||
           checked(part.function);
  });
}

/// Emits the function on whole numbers.
WholeValue emit_whole(Emitter& emit, const AgendaStep& step,
                      const std::vector<llvm::Value*>& operands) {
  std::vector<llvm::Value*> held;
  llvm::Value* fits = emit.build.getTrue();
  for (const tsj_step& part : step.computation) {
    if (part.function == TSJ_OPERAND) {
      held.push_back(operands[part.operand]);
      continue;
    }
    llvm::Value* second = held.back();
    held.pop_back();
    llvm::Value* first = held.back();
    if (const auto id = checked(part.function)) {
      llvm::Value* both = emit.build.CreateBinaryIntrinsic(*id, first, second);
      held.back() = emit.build.CreateExtractValue(both, 0);
      fits =
          emit.build.CreateAnd(fits, emit.build.CreateNot(emit.build.CreateExtractValue(both, 1)));
    } else {
      held.back() = emit.build.CreateBinaryIntrinsic(
          part.function == TSJ_MIN ? llvm::Intrinsic::smin : llvm::Intrinsic::smax, first, second);
    }
  }
  return {held.back(), fits};
}

/// Emits a call of tsj_compute; returns position + 1, an i32.
llvm::Value* emit_call(AgendaScope& scope, const AgendaStep& step,
                       const std::vector<llvm::Value*>& positions, bool adds) {
  Emitter& emit = scope.emit;
  std::vector<std::uint64_t> steps;
  for (const tsj_step& part : step.computation) {
    steps.push_back(part.function);
    steps.push_back(part.operand);
  }
  llvm::Value* operands = emit_row(scope, positions);
  return emit.build.CreateCall(
      emit.module.compute(),
      {scope.memory, emit.module.constant_array("steps", emit.module.i32, steps),
       emit.number32(step.computation.size()), emit.number32(step.computation_number), operands,
       emit.number32(adds ? 1 : 0)});
}

/// The same, inline for whole numbers.
llvm::Value* emit_position(AgendaScope& scope, const AgendaStep& step,
                           const std::vector<llvm::Value*>& positions, bool adds) {
  if (!can_inline(step)) return emit_call(scope, step, positions, adds);
  Emitter& emit = scope.emit;
  NumberCode numbers(scope);
  llvm::Value* fast = emit.build.getTrue();
  std::vector<llvm::Value*> operands;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (step.given[i].constant) {
      const tsj_number& constant = scope.program.numbers().constants[step.given[i].value];
      if (constant.kind != TSJ_WHOLE) return emit_call(scope, step, positions, adds);
      operands.push_back(emit.number64(static_cast<std::uint64_t>(constant.whole)));
      continue;
    }
    fast = emit.build.CreateAnd(fast, numbers.is_whole(positions[i]));
    operands.push_back(numbers.whole(positions[i]));
  }
  const WholeValue whole = emit_whole(emit, step, operands);
  llvm::BasicBlock* in_place = emit.block("whole");
  llvm::BasicBlock* by_call = emit.block("computed");
  llvm::BasicBlock* known = emit.block("number");
  emit.build.CreateCondBr(emit.build.CreateAnd(fast, whole.fits), in_place, by_call);
  emit.continue_in(in_place);
  llvm::Value* found = emit.build.CreateCall(
      emit.module.whole_number(), {scope.memory, whole.value, emit.number32(adds ? 1 : 0)});
  emit.build.CreateBr(known);
  emit.continue_in(by_call);
  llvm::Value* called = emit_call(scope, step, positions, adds);
  llvm::BasicBlock* called_in = emit.build.GetInsertBlock();
  emit.build.CreateBr(known);
  emit.continue_in(known);
  llvm::PHINode* result = emit.build.CreatePHI(emit.module.i32, 2, "position");
  result->addIncoming(found, in_place);
  result->addIncoming(called, called_in);
  return result;
}

llvm::CmpInst::Predicate ordered(ir::Comparison comparison) {
  switch (comparison) {
    case ir::Comparison::less:
      return llvm::CmpInst::ICMP_SLT;
    case ir::Comparison::less_or_equal:
      return llvm::CmpInst::ICMP_SLE;
    case ir::Comparison::greater:
      return llvm::CmpInst::ICMP_SGT;
    default:
      return llvm::CmpInst::ICMP_SGE;
  }
}

}  // namespace

void emit_computation(AgendaScope& scope, const AgendaStep& step, llvm::BasicBlock* fail,
                      llvm::BasicBlock* leave) {
  Emitter& emit = scope.emit;
  if (step.impossible) {
    for (const agenda::BoundColumn& bound : step.bound) {
      scope.variables[bound.variable].value = llvm::PoisonValue::get(emit.module.i32);
    }
    emit.give_up(fail);
    return;
  }
  std::vector<llvm::Value*> positions;
  for (const GivenColumn& given : step.given) positions.push_back(in_open_domain(scope, given));
  const bool binds = !step.bound.empty();
  llvm::Value* found = emit_position(scope, step, positions, binds);
  llvm::BasicBlock* none = emit.block("no.value");
  emit.require(emit.build.CreateIsNotNull(found), none);
  llvm::BasicBlock* some = emit.build.GetInsertBlock();
  emit.continue_in(none);
  llvm::Value* status =
      emit.load(emit.module.i32, emit.at(scope.memory, offsetof(tsj_memory, status)),
                emit.module.alias_class("memory"));
  emit.build.CreateCondBr(emit.build.CreateIsNotNull(status), leave, fail);
  emit.continue_in(some);
  llvm::Value* position = emit.build.CreateSub(found, emit.number32(1));
  if (binds) {
    scope.variables[step.bound.front().variable].value = position;
  } else {
    emit.require(emit.build.CreateICmpEQ(position, in_open_domain(scope, step.result)), fail);
  }
}

llvm::Value* emit_computed_comparison(AgendaScope& scope, const AgendaStep& step) {
  Emitter& emit = scope.emit;
  if (step.impossible) return emit.build.getFalse();
  llvm::Value* left = in_open_domain(scope, step.given[0]);
  llvm::Value* right = in_open_domain(scope, step.given[1]);
  if (step.comparison == ir::Comparison::same) return emit.build.CreateICmpEQ(left, right);
  if (step.comparison == ir::Comparison::different) return emit.build.CreateICmpNE(left, right);
  NumberCode numbers(scope);
  llvm::BasicBlock* in_place = emit.block("whole");
  llvm::BasicBlock* by_call = emit.block("compared");
  llvm::BasicBlock* known = emit.block("order");
  emit.build.CreateCondBr(emit.build.CreateAnd(numbers.is_whole(left), numbers.is_whole(right)),
                          in_place, by_call);
  emit.continue_in(in_place);
  llvm::Value* quick =
      emit.build.CreateICmp(ordered(step.comparison), numbers.whole(left), numbers.whole(right));
  emit.build.CreateBr(known);
  emit.continue_in(by_call);
  llvm::Value* order =
      emit.build.CreateCall(emit.module.numbers_compare(), {numbers.table(), left, right});
  llvm::Value* are_numbers = emit.build.CreateICmpNE(order, emit.number32(2));
  llvm::Value* called = emit.build.CreateAnd(
      are_numbers, emit.build.CreateICmp(ordered(step.comparison), order, emit.number32(0)));
  emit.build.CreateBr(known);
  emit.continue_in(known);
  llvm::PHINode* result = emit.build.CreatePHI(emit.build.getInt1Ty(), 2, "holds");
  result->addIncoming(quick, in_place);
  result->addIncoming(called, by_call);
  return result;
}

}  // namespace tesuji::llvm_backend

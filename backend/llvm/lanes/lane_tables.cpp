#include "backend/llvm/lanes/lane_tables.h"

#include "ir/nets/lut_program.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <string>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

/// Tables of two inputs: bit 2x + y.
constexpr unsigned never = 0;
constexpr unsigned always = 15;

unsigned cost_of_pair(unsigned table) {
  switch (table) {
    case never:
    case always:
    case 0b1100:  // x
    case 0b1010:  // y
      return 0;
    case 0b0001:  // neither
    case 0b0111:  // not both
      return 2;
    default:
      return 1;
  }
}

/// Returns the tables of two inputs for operand `position` being one, and zero; the other operands
/// keep their order.
std::pair<unsigned, unsigned> cofactors(std::uint8_t table, unsigned position) {
  constexpr std::array<unsigned, 3> weight = {4, 2, 1};
  unsigned one = 0;
  unsigned zero = 0;
  unsigned bit = 0;
  for (unsigned row = 0; row < 8; ++row) {
    if ((row & weight[position]) != 0) continue;
    zero |= (table >> row & 1U) << bit;
    one |= (table >> (row | weight[position]) & 1U) << bit;
    ++bit;
  }
  return {one, zero};
}

unsigned cost_of_choice(unsigned one, unsigned zero) {
  const unsigned both = cost_of_pair(one) + cost_of_pair(zero);
  if (one == zero) return cost_of_pair(one);
  if (one == (~zero & always)) return cost_of_pair(zero) + 1;
  if (one == never || zero == never || one == always || zero == always) return both + 1;
  return (one & zero) == zero || (one & zero) == one ? both + 2 : both + 3;
}

}  // namespace

llvm::Value* TableEmitter::pair(unsigned table, llvm::Value* x, llvm::Value* y) const {
  switch (table) {
    case never:
      return llvm::Constant::getNullValue(type_);
    case 0b0001:
      return inverted(build_.CreateOr(x, y));
    case 0b0010:
      return build_.CreateAnd(inverted(x), y);
    case 0b0011:
      return inverted(x);
    case 0b0100:
      return build_.CreateAnd(x, inverted(y));
    case 0b0101:
      return inverted(y);
    case 0b0110:
      return build_.CreateXor(x, y);
    case 0b0111:
      return inverted(build_.CreateAnd(x, y));
    case 0b1000:
      return build_.CreateAnd(x, y);
    case 0b1001:
      return inverted(build_.CreateXor(x, y));
    case 0b1010:
      return y;
    case 0b1011:
      return build_.CreateOr(inverted(x), y);
    case 0b1100:
      return x;
    case 0b1101:
      return build_.CreateOr(x, inverted(y));
    case 0b1110:
      return build_.CreateOr(x, y);
    default:
      return llvm::Constant::getAllOnesValue(type_);
  }
}

llvm::Value* TableEmitter::choose(llvm::Value* chooser, unsigned one, unsigned zero, llvm::Value* x,
                                  llvm::Value* y) const {
  if (one == zero) return pair(one, x, y);
  if (one == (~zero & always)) return build_.CreateXor(chooser, pair(zero, x, y));
  if (zero == never) return build_.CreateAnd(chooser, pair(one, x, y));
  if (one == never) return build_.CreateAnd(inverted(chooser), pair(zero, x, y));
  if (one == always) return build_.CreateOr(chooser, pair(zero, x, y));
  if (zero == always) return build_.CreateOr(inverted(chooser), pair(one, x, y));
  llvm::Value* where_one = pair(one, x, y);
  llvm::Value* where_zero = pair(zero, x, y);
  if ((one & zero) != zero) {
    where_zero = build_.CreateAnd(inverted(chooser), where_zero);
  }
  if ((one & zero) != one) where_one = build_.CreateAnd(chooser, where_one);
  return build_.CreateOr(where_one, where_zero);
}

const TableEmitter::Halves& TableEmitter::halves(llvm::Value* word) {
  Halves& known = halves_[word];
  if (known[0] == nullptr) {
    llvm::Type* i32 = build_.getInt32Ty();
    known = {build_.CreateTrunc(word, i32), build_.CreateTrunc(build_.CreateLShr(word, 32), i32)};
  }
  return known;
}

llvm::Value* TableEmitter::emit_lop3(std::uint8_t table,
                                     const std::array<llvm::Value*, 3>& operands) {
  llvm::Type* i32 = build_.getInt32Ty();
  llvm::InlineAsm* instruction =
      llvm::InlineAsm::get(llvm::FunctionType::get(i32, {i32, i32, i32}, false),
                           "lop3.b32 $0, $1, $2, $3, " + std::to_string(table) + ";", "=r,r,r,r",
                           /*hasSideEffects=*/false);
  const auto combine = [&](llvm::Value* a, llvm::Value* b, llvm::Value* c) {
    llvm::CallInst* call = build_.CreateCall(instruction, {a, b, c});
    call->setDoesNotAccessMemory();
    call->setDoesNotThrow();
    return call;
  };
  if (type_ == i32) return combine(operands[0], operands[1], operands[2]);
  Halves result{};
  for (unsigned half = 0; half < result.size(); ++half) {
    result[half] =
        combine(halves(operands[0])[half], halves(operands[1])[half], halves(operands[2])[half]);
  }
  // The optimiser removes this if all users read the halves.
  llvm::Type* i64 = build_.getInt64Ty();
  llvm::Value* word = build_.CreateOr(build_.CreateZExt(result[0], i64),
                                      build_.CreateShl(build_.CreateZExt(result[1], i64), 32));
  halves_[word] = result;
  return word;
}

llvm::Value* TableEmitter::emit(std::uint8_t table, const std::array<llvm::Value*, 3>& operands) {
  const bool all = ir::depends_on(table, 0) && ir::depends_on(table, 1) && ir::depends_on(table, 2);
  if (ternary_ == TernaryLogic::lop3 && all) return emit_lop3(table, operands);
  if (ternary_ == TernaryLogic::vpternlog && all) {
    const auto intrinsic = type_->getPrimitiveSizeInBits() == 512
                               ? llvm::Intrinsic::x86_avx512_pternlog_q_512
                               : llvm::Intrinsic::x86_avx512_pternlog_q_256;
    return build_.CreateIntrinsic(intrinsic, {},
                                  {operands[0], operands[1], operands[2], build_.getInt32(table)});
  }
  unsigned best = 0;
  unsigned least = ~0U;
  for (unsigned position = 0; position < 3; ++position) {
    if (!all && ir::depends_on(table, position))
      continue;  // never chooses by an operand that does not matter
    const auto [one, zero] = cofactors(table, position);
    if (cost_of_choice(one, zero) < least) {
      least = cost_of_choice(one, zero);
      best = position;
    }
  }
  const auto [one, zero] = cofactors(table, best);
  return choose(operands[best], one, zero, operands[best == 0 ? 1 : 0],
                operands[best == 2 ? 1 : 2]);
}

}  // namespace tesuji::llvm_backend

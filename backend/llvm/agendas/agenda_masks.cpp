#include "backend/llvm/agendas/agenda_masks.h"

#include "backend/llvm/agendas/agenda_computations.h"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>

namespace tesuji::llvm_backend {
namespace {

using agenda::AgendaStep;
using Kind = ir::Operation::Kind;

/// Maximum number of value combinations for which a condition is precomputed.
constexpr std::uint64_t max_condition_keys = std::uint64_t{1} << 16;
/// Largest table of masks: it should stay in the first-level cache beside other data.
constexpr std::uint64_t max_mask_bytes = std::uint64_t{1} << 15;
constexpr std::uint64_t max_rows = 512;

bool contains(const std::vector<std::uint32_t>& variables, std::uint32_t variable) {
  return std::find(variables.begin(), variables.end(), variable) != variables.end();
}

/// Positions of all variables, for conditions at compile time.
using Positions = std::vector<std::uint32_t>;

void set(Positions& positions, const AgendaKey& key, std::uint64_t number) {
  for (std::size_t i = 0; i < key.variables.size(); ++i) {
    positions[key.variables[i]] =
        static_cast<std::uint32_t>(number / key.strides[i] % key.sizes[i]);
  }
}

std::uint64_t number_of(const Positions& positions, const AgendaKey& key) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < key.variables.size(); ++i) {
    number += positions[key.variables[i]] * key.strides[i];
  }
  return number;
}

StaticCondition comparison(const AgendaScope& scope, const AgendaStep& step, AgendaKey key) {
  StaticCondition condition{std::move(key), {}};
  Positions positions(scope.variables.size());
  const auto symbol = [&](const agenda::ComparedValue& side) {
    return side.constant ? side.symbol : (*side.symbols)[positions[side.variable]];
  };
  const auto value = [&](const agenda::ComparedValue& side) {
    return side.constant ? side.number : (*side.numbers)[positions[side.variable]];
  };
  const auto empty = [](const agenda::ComparedValue& side) {
    return !side.constant && side.symbols->empty();
  };
  condition.holds.resize(condition.key.count);
  if (empty(step.left) || empty(step.right)) return condition;
  for (std::uint64_t number = 0; number < condition.key.count; ++number) {
    set(positions, condition.key, number);
    condition.holds[number] = holds(step.comparison, symbol(step.left), value(step.left),
                                    symbol(step.right), value(step.right));
  }
  return condition;
}

std::uint64_t words_of(const FoldedRows& rows) {
  return (rows.longest + 63) / 64;
}

/// Returns the bits per mask: few rows are stored in few bytes.
std::uint64_t bits_of(const FoldedRows& rows) {
  for (const std::uint64_t bits : {8, 16, 32}) {
    if (rows.longest <= bits) return bits;
  }
  return words_of(rows) * 64;
}

/// Creates the condition's masks, `words` numbers per key.
llvm::GlobalVariable* mask_table(AgendaScope& scope, const MaskedScan& masked,
                                 const MaskedScan::Condition& condition) {
  const FoldedRows& rows = masked.rows;
  const std::uint64_t words = words_of(rows);
  std::vector<std::uint64_t> masks(condition.key.count * words);
  Positions positions(scope.variables.size());
  for (std::uint64_t number = 0; number < condition.key.count; ++number) {
    set(positions, condition.key, number);
    const std::uint64_t group = number_of(positions, rows.key);
    const std::uint64_t begin = rows.begins[group];
    for (std::uint64_t at = begin; at < rows.begins[group + 1]; ++at) {
      for (std::size_t b = 0; b < rows.columns.size(); ++b) {
        positions[masked.scan->bound[b].variable] = static_cast<std::uint32_t>(rows.columns[b][at]);
      }
      if (!condition.says.holds[number_of(positions, condition.says.key)]) continue;
      masks[number * words + (at - begin) / 64] |= std::uint64_t{1} << ((at - begin) % 64);
    }
  }
  auto* type = llvm::IntegerType::get(
      scope.emit.module.llvm, static_cast<unsigned>(std::min<std::uint64_t>(bits_of(rows), 64)));
  return scope.emit.module.constant_array("masks", type, masks);
}

/// The rows that still pass while conditions are evaluated.
class RowSet {
 public:
  RowSet(Emitter& emit, std::uint64_t words) : emit_(emit), words_(words) {}

  /// Sets the first `count` rows.
  void fill(llvm::Value* count) {
    for (std::uint64_t w = 0; w < words_.size(); ++w) words_[w] = low_bits(count, w);
  }

  void keep(llvm::GlobalVariable* masks, llvm::Value* number) {
    llvm::Value* first = emit_.build.CreateMul(number, emit_.number64(words_.size()));
    for (std::uint64_t w = 0; w < words_.size(); ++w) {
      llvm::Value* mask = emit_.constant_element(
          masks, emit_.build.CreateAdd(first, emit_.number64(w)), emit_.module.i64, 0);
      words_[w] = emit_.build.CreateAnd(words_[w], mask);
    }
  }

  llvm::Value* size() {
    llvm::Value* sum = emit_.number64(0);
    for (llvm::Value* word : words_) {
      sum = emit_.build.CreateAdd(sum,
                                  emit_.build.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, word));
    }
    return sum;
  }

  /// Emits a loop over the rows; returns their places in the set.
  llvm::Value* each(llvm::BasicBlock*& fail) {
    if (words_.size() == 1) return emit_.bit_loop(words_[0], fail);
    llvm::BasicBlock& entry = emit_.function.getEntryBlock();
    llvm::Type* type = llvm::ArrayType::get(emit_.module.i64, words_.size());
    llvm::Value* slot =
        llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, nullptr, "rows");
    for (std::uint64_t w = 0; w < words_.size(); ++w) {
      emit_.build.CreateStore(words_[w], emit_.at(slot, w * sizeof(std::uint64_t)));
    }
    llvm::Value* at =
        emit_.counted_loop(emit_.number64(0), emit_.number64(words_.size()), fail, "word");
    llvm::Value* word = emit_.build.CreateLoad(
        emit_.module.i64, emit_.build.CreateInBoundsGEP(emit_.module.i64, slot, {at}));
    llvm::Value* bit = emit_.bit_loop(word, fail);
    return emit_.build.CreateOr(emit_.build.CreateShl(at, 6), bit);
  }

 private:
  /// Returns the bits of word `w` below `count`.
  llvm::Value* low_bits(llvm::Value* count, std::uint64_t w) {
    if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(count)) {
      const std::uint64_t rows = known->getZExtValue();
      if (rows >= (w + 1) * 64) return emit_.number64(~std::uint64_t{0});
      return emit_.number64(rows <= w * 64 ? 0 : (std::uint64_t{1} << (rows - w * 64)) - 1);
    }
    llvm::Value* first = emit_.number64(w * 64);
    llvm::Value* rest = emit_.build.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, count, first);
    llvm::Value* ones = emit_.build.CreateSub(
        emit_.build.CreateShl(emit_.number64(1), emit_.build.CreateAnd(rest, 63)),
        emit_.number64(1));
    return emit_.build.CreateSelect(emit_.build.CreateICmpUGE(rest, emit_.number64(64)),
                                    emit_.number64(~std::uint64_t{0}), ones);
  }

  Emitter& emit_;
  std::vector<llvm::Value*> words_;
};

}  // namespace

std::optional<StaticCondition> static_condition(const AgendaScope& scope, const AgendaStep& step) {
  if (step.of_computed) return std::nullopt;
  if (step.kind == Kind::compare) {
    std::vector<std::uint32_t> variables;
    for (const agenda::ComparedValue* side : {&step.left, &step.right}) {
      if (!side->constant && !contains(variables, side->variable)) {
        variables.push_back(side->variable);
      }
    }
    AgendaKey key = key_over(scope, std::move(variables));
    if (key.count > max_condition_keys) return std::nullopt;
    return comparison(scope, step, std::move(key));
  }
  if ((step.kind != Kind::test && step.kind != Kind::absent) || !can_fold(scope, step) ||
      key_over(scope, given_variables(step)).count > max_condition_keys) {
    return std::nullopt;
  }
  const FoldedRows folded = fold(scope, step);
  StaticCondition condition{folded.key, {}};
  for (std::uint64_t number = 0; number < folded.key.count; ++number) {
    const bool some = folded.begins[number] != folded.begins[number + 1];
    condition.holds.push_back(some == (step.kind == Kind::test));
  }
  return condition;
}

std::optional<MaskedScan> masked_scan(const AgendaScope& scope, std::span<const AgendaStep> steps) {
  const AgendaStep& scan = steps.front();
  if ((scan.kind != Kind::scan && scan.kind != Kind::probe) || !can_fold(scope, scan)) {
    return std::nullopt;
  }
  MaskedScan masked{&scan, fold(scope, scan), {}};
  if (masked.rows.longest < 2 || masked.rows.longest > max_rows) return std::nullopt;
  std::vector<std::uint32_t> bound;
  for (const agenda::BoundColumn& column : scan.bound) bound.push_back(column.variable);
  for (const AgendaStep& step : steps.subspan(1)) {
    auto says = static_condition(scope, step);
    if (!says) break;
    MaskedScan::Condition condition{std::move(*says), false, {}};
    std::vector<std::uint32_t> variables = masked.rows.key.variables;
    for (const std::uint32_t variable : condition.says.key.variables) {
      if (contains(bound, variable)) {
        condition.on_row = true;
      } else if (!contains(variables, variable)) {
        variables.push_back(variable);
      }
    }
    if (condition.on_row) {
      condition.key = key_over(scope, std::move(variables));
      if (condition.key.count > max_mask_bytes * 8 / bits_of(masked.rows)) break;
    }
    masked.conditions.push_back(std::move(condition));
  }
  if (masked.conditions.empty()) return std::nullopt;
  return masked;
}

void emit_masked_scan(AgendaScope& scope, const MaskedScan& masked, llvm::BasicBlock*& fail,
                      const CountArrivals& count) {
  Emitter& emit = scope.emit;
  const auto [begin, end] = emit_group(scope, masked.rows);
  llvm::Value* arriving = emit.build.CreateSub(end, begin);
  RowSet rows(emit, words_of(masked.rows));
  rows.fill(arriving);
  for (std::size_t i = 0; i < masked.conditions.size(); ++i) {
    const MaskedScan::Condition& condition = masked.conditions[i];
    count(i, arriving);
    if (!condition.on_row) {
      emit.require(emit_bit_test(emit, condition.says.holds, key_number(scope, condition.says.key)),
                   fail);
      continue;
    }
    rows.keep(mask_table(scope, masked, condition), key_number(scope, condition.key));
    arriving = rows.size();
  }
  count(masked.conditions.size(), arriving);
  llvm::Value* at = emit.build.CreateAdd(begin, rows.each(fail));
  emit_columns(scope, *masked.scan, masked.rows, at);
}

}  // namespace tesuji::llvm_backend

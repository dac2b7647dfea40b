#include "backend/llvm/emit/domain_translation.h"

#include <algorithm>

namespace tesuji::llvm_backend {
namespace {

Translated translate_constant(Emitter& emit, const Translation& translation,
                              const llvm::ConstantInt* value) {
  const std::int32_t position = translation.positions[value->getZExtValue()];
  if (position < 0) return {emit.number32(0), emit.build.getFalse()};
  return {emit.number32(static_cast<std::uint64_t>(position)), emit.build.getTrue()};
}

Translated translate_shifted(Emitter& emit, const Translation& translation, llvm::Value* value) {
  const auto shift = static_cast<std::uint64_t>(translation.shift);
  llvm::Value* position = emit.build.CreateAdd(
      value, llvm::ConstantInt::get(emit.module.i32, shift, /*IsSigned=*/true));
  if (translation.total) return {position, emit.build.getTrue()};
  llvm::Value* offset = emit.build.CreateSub(value, emit.number32(translation.low));
  llvm::Value* exists =
      emit.build.CreateICmpULT(offset, emit.number32(translation.high - translation.low));
  return {position, exists};
}

/// The table holds position + 1, so that 0 means "no position" in any type.
Translated translate_by_table(Emitter& emit, Translation& translation, llvm::Value* value) {
  if (translation.table == nullptr) {
    std::vector<std::uint64_t> entries;
    for (const std::int32_t position : translation.positions) {
      entries.push_back(static_cast<std::uint64_t>(std::int64_t{position} + 1));
    }
    const std::uint64_t largest = *std::max_element(entries.begin(), entries.end());
    translation.table =
        emit.module.constant_array("translation", emit.module.smallest_type(largest), entries);
  }
  llvm::Value* entry =
      emit.constant_element(translation.table, emit.wide(value), emit.module.i32, 0);
  llvm::Value* position = emit.build.CreateSub(entry, emit.number32(1));
  if (translation.total) return {position, emit.build.getTrue()};
  return {position, emit.build.CreateICmpNE(entry, emit.number32(0))};
}

/// The position is valid only if it exists.
Translated translate_value(Emitter& emit, llvm::Value* value, ir::DomainId from, ir::DomainId to) {
  Translation& translation = emit.module.translation(from, to);
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    return translate_constant(emit, translation, constant);
  }
  if (translation.shifted) return translate_shifted(emit, translation, value);
  return translate_by_table(emit, translation, value);
}

}  // namespace

Translation describe_translation(const ir::Module& module, ir::DomainId from, ir::DomainId to) {
  Translation result;
  result.positions = ir::translate(module, from, to);
  const std::vector<std::int32_t>& positions = result.positions;
  const auto found = [](std::int32_t position) { return position >= 0; };
  result.total = std::all_of(positions.begin(), positions.end(), found);
  const auto first = std::find_if(positions.begin(), positions.end(), found);
  if (first == positions.end()) {
    result.shifted = true;  // the empty range: no constant has a position
    return result;
  }
  result.low = static_cast<std::uint64_t>(first - positions.begin());
  result.shift = std::int64_t{*first} - static_cast<std::int64_t>(result.low);
  result.high = result.low;
  while (result.high < positions.size() &&
         positions[result.high] == static_cast<std::int64_t>(result.high) + result.shift) {
    ++result.high;
  }
  result.shifted = std::none_of(positions.begin() + static_cast<std::ptrdiff_t>(result.high),
                                positions.end(), found);
  return result;
}

Translated translate_or_zero(Emitter& emit, llvm::Value* value, ir::DomainId from,
                             ir::DomainId to) {
  if (from == to) return {value, emit.build.getTrue()};
  const Translated found = translate_value(emit, value, from, to);
  return {emit.build.CreateSelect(found.exists, found.position, emit.number32(0)), found.exists};
}

llvm::Value* emit_translated(Emitter& emit, llvm::Value* value, ir::DomainId from, ir::DomainId to,
                             llvm::BasicBlock* fail) {
  if (from == to) return value;
  const Translated translated = translate_value(emit, value, from, to);
  emit.require(translated.exists, fail);
  return translated.position;
}

llvm::Value* emit_equal(Emitter& emit, llvm::Value* left, ir::DomainId left_domain,
                        llvm::Value* right, ir::DomainId right_domain) {
  if (left_domain == right_domain) return emit.build.CreateICmpEQ(left, right);
  const Translated translated = translate_value(emit, left, left_domain, right_domain);
  return emit.build.CreateAnd(translated.exists,
                              emit.build.CreateICmpEQ(translated.position, right));
}

}  // namespace tesuji::llvm_backend

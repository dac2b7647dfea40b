// Generates code that translates values between domains.
//
// A register holds a position in the domain of the column that bound it. For a column of another
// domain, the code computes its position there by an addition if the domains are shifted against
// each other (as ranges of integers often are), else by a constant table. A constant that the other
// domain lacks belongs to no tuple of that relation.
#pragma once

#include "backend/llvm/emit/emitter.h"

#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

struct Translation {
  std::vector<std::int32_t> positions;  ///< per source position; -1: no position
  bool shifted = false;                 ///< positions[p] = p + shift for p in [low, high), else -1
  std::int64_t shift = 0;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool total = false;                     ///< contains no -1
  llvm::GlobalVariable* table = nullptr;  ///< position + 1; made on first use
};

/// A value translated to another domain, without branches.
struct Translated {
  llvm::Value* position;  ///< i32; 0 if it does not exist
  llvm::Value* exists;    ///< i1
};

[[nodiscard]] Translation describe_translation(const ir::Module& module, ir::DomainId from,
                                               ir::DomainId to);

[[nodiscard]] Translated translate_or_zero(Emitter& emit, llvm::Value* value, ir::DomainId from,
                                           ir::DomainId to);

/// Emits code that translates `value` of `from` to a position in `to`; branches to `fail` if it has
/// none there.
[[nodiscard]] llvm::Value* emit_translated(Emitter& emit, llvm::Value* value, ir::DomainId from,
                                           ir::DomainId to, llvm::BasicBlock* fail);

/// Emits code that compares whether two values denote the same constant: an i1.
[[nodiscard]] llvm::Value* emit_equal(Emitter& emit, llvm::Value* left, ir::DomainId left_domain,
                                      llvm::Value* right, ir::DomainId right_domain);

}  // namespace tesuji::llvm_backend

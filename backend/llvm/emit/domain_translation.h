// Generates code that translates values of one domain to values of another.
//
// A register holds a position in the domain of the column that bound it. Where
// it is used at a column of another domain, its position there is found with an
// addition where the two are shifted against each other (ranges of integers
// often are), else in a constant table. A constant without a position there
// belongs to no tuple of that relation.
#pragma once

#include "backend/llvm/emit/emitter.h"

#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

struct Translation {
  std::vector<std::int32_t> positions;  ///< per source position; -1: none
  bool shifted = false;                 ///< positions[p] = p + shift for p in [low, high), else -1
  std::int64_t shift = 0;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool total = false;                     ///< no -1 in it
  llvm::GlobalVariable* table = nullptr;  ///< position + 1, made on first use
};

/// A value in another domain, without branches.
struct Translated {
  llvm::Value* position;  ///< i32; 0 where it does not exist
  llvm::Value* exists;    ///< i1
};

[[nodiscard]] Translation describe_translation(const ir::Module& module, ir::DomainId from,
                                               ir::DomainId to);

[[nodiscard]] Translated translate_or_zero(Emitter& emit, llvm::Value* value, ir::DomainId from,
                                           ir::DomainId to);

/// `value` of `from` as a position in `to`; goes to `fail` where it has none there.
[[nodiscard]] llvm::Value* emit_translated(Emitter& emit, llvm::Value* value, ir::DomainId from,
                                           ir::DomainId to, llvm::BasicBlock* fail);

/// Whether two values stand for the same constant, as an i1.
[[nodiscard]] llvm::Value* emit_equal(Emitter& emit, llvm::Value* left, ir::DomainId left_domain,
                                      llvm::Value* right, ir::DomainId right_domain);

}  // namespace tesuji::llvm_backend

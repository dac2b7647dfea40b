// Computes keys of the object cache: a hash of everything that code generation reads. Internal to
// this layer.
//
// A key covers the input (a module's text or a net), the options that matter, and the compiler: the
// sources of the layers that generate code, hashed at build time (code_identity.h), LLVM's version
// and its library's file, and the target machine with CPU, features and level of optimisation.
#pragma once

#include "backend/object_cache/object_cache.h"
#include "ir/module/module.h"
#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"

#include <llvm/Support/BLAKE3.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tesuji::llvm_backend {

/// Hashes pieces one after the other, each with its length, so that different sequences differ.
class CacheKeyHash {
 public:
  /// Adds the identity of the compiler.
  CacheKeyHash();

  void add(std::string_view text);
  void add(std::uint64_t number);
  void add(std::span<const std::uint32_t> numbers);
  void add(const llvm::TargetMachine& machine);
  /// Adds everything from which code is made, but not its source locations: rulesheets may lie
  /// anywhere.
  void add(const ir::Module& module);
  /// Adds its gates and answers, but not the names of its atoms.
  void add(const ir::Net& net);
  /// Null: no boards.
  void add(const ir::Bitboards* boards);

  [[nodiscard]] object_cache::CacheKey finish();

 private:
  llvm::BLAKE3 hash_;
};

}  // namespace tesuji::llvm_backend

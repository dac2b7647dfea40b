// Compiles code unless the object cache contains it, on a thread whose stack is large enough for
// LLVM's passes. Internal to this layer.
//
// A key of the cache is a hash of everything that code generation reads. It covers the input (a
// module's text or a net), the options that matter, and the compiler: the sources of the layers
// that generate code, hashed at build time (code_identity.h), LLVM's version and its library's
// file, and the target machine with CPU, features and level of optimisation.
#pragma once

#include "backend/llvm/orc/jit_options.h"
#include "backend/llvm/orc/pipeline.h"
#include "backend/object_cache/object_cache.h"
#include "ir/module/module.h"
#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"

#include <llvm/Support/BLAKE3.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// The result of a compilation: object files, and the numbers needed to use them.
struct CompiledCode {
  std::vector<ObjectFile> files;
  std::vector<std::uint64_t> numbers;
  std::vector<std::string> names;
};

[[nodiscard]] std::string encode_code(const CompiledCode& code);
/// Returns nothing if the bytes do not encode such code.
[[nodiscard]] std::optional<CompiledCode> decode_code(std::string_view bytes);

/// One compilation's entry in the cache of the options, if they have a cache.
class CachedCode {
 public:
  /// `source(hash)` adds the input and all options that matter except those of make_target_machine;
  /// called only if there is a cache. `kind`, `name`: see CacheLabel.
  template <typename AddSource>
  CachedCode(const JitOptions& options, std::string kind, std::string name, AddSource source)
      : cache_(options.cache.get()) {
    if (cache_ == nullptr) return;
    const auto machine = make_target_machine(options);
    label_ = {std::move(kind), std::move(name),
              options.tier == JitOptions::Tier::fast ? "fast" : "optimised",
              machine->getTargetCPU().str()};
    CacheKeyHash hash;
    hash.add(label_.kind);
    hash.add(label_.tier);
    hash.add(static_cast<std::uint64_t>(options.form));
    hash.add(*machine);
    source(hash);
    key_ = hash.finish();
  }

  [[nodiscard]] std::optional<CompiledCode> find() const;
  void store(const CompiledCode& code) const;

 private:
  object_cache::ObjectCache* cache_;
  object_cache::CacheLabel label_;
  object_cache::CacheKey key_{};
};

/// Calls `work()` with a stack of 64 MiB and waits; rethrows its exceptions. Throws
/// std::system_error if memory or a thread is not available.
void with_large_stack(const std::function<void()>& work);

}  // namespace tesuji::llvm_backend

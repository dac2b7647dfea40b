// Compiles code unless the object cache contains it. Internal to this layer.
#pragma once

#include "backend/llvm/orc/cache_key.h"
#include "backend/llvm/orc/jit_options.h"
#include "backend/llvm/orc/object_file.h"
#include "backend/llvm/orc/pipeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {

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

}  // namespace tesuji::llvm_backend

// Scratch memory of the C functions of a game (runtime/core/tesuji/plugin.h), in this process.
#pragma once

#include "runtime/core/tesuji/plugin.h"

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace tesuji::runtime {

/// Open as long as this is.
class ScratchMemory {
 public:
  /// `byte_limit` and `stop` as of tsj_memory_source. `plugin` must outlive it. Throws
  /// std::bad_alloc.
  explicit ScratchMemory(const tsj_plugin& plugin, std::uint64_t byte_limit = 0,
                         const volatile int* stop = nullptr);
  ~ScratchMemory();
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  [[nodiscard]] tsj_work* get() const { return memory_.get(); }

 private:
  struct Free {
    void operator()(tsj_work* memory) const { std::free(memory); }
  };
  const tsj_plugin& plugin_;
  std::unique_ptr<tsj_work, Free> memory_;
};

}  // namespace tesuji::runtime

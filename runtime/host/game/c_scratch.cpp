#include "runtime/host/game/c_scratch.h"

#include <cstddef>
#include <new>

namespace tesuji::runtime {
namespace {

void* resize(void* /*context*/, void* memory, std::size_t bytes) {
  if (bytes > 0) return std::realloc(memory, bytes);
  std::free(memory);
  return nullptr;
}

}  // namespace

ScratchMemory::ScratchMemory(const tsj_plugin& plugin, std::uint64_t byte_limit,
                             const volatile int* stop)
    : plugin_(plugin) {
  const std::size_t bytes = plugin.scratch_bytes(&plugin);
  constexpr std::size_t alignment = 64;
  memory_.reset(static_cast<tsj_work*>(
      std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment)));
  if (memory_ == nullptr) throw std::bad_alloc();
  const tsj_memory_source source{resize, nullptr, stop, 0, byte_limit};
  if (plugin.open_scratch(&plugin, get(), &source) < 0) throw std::bad_alloc();
}

ScratchMemory::~ScratchMemory() {
  plugin_.close_scratch(&plugin_, get());
}

}  // namespace tesuji::runtime

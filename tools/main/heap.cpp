#include "tools/main/heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace tesuji::tools {
namespace {

/// Memory that reading a rulesheet and answering for it usually takes. Untouched memory costs
/// nothing.
constexpr int reserve = 16 << 20;
/// Larger blocks are mapped separately, and their pages returned when they are freed.
constexpr int largest = 4 << 20;
constexpr std::uintptr_t page = 4096;
constexpr std::uintptr_t large_page = std::uintptr_t{2} << 20U;

}  // namespace

// Without this the kernel is called for a page at a time, some 1,500 times before a game of medium
// size gives its first answer: a fifth of the time until then.
void prepare_heap() {
  mallopt(M_TOP_PAD, reserve);
  mallopt(M_TRIM_THRESHOLD, 4 * reserve);
  mallopt(M_MMAP_THRESHOLD, largest);
  // More than the current heap, so that it grows; volatile, or compilers remove it.
  void* volatile block = std::malloc(reserve / 16);
  std::free(block);
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  if (end <= reserve) return;
  const std::uintptr_t begin = (end - reserve + page - 1) / page * page;
  const std::uintptr_t first = (begin + large_page - 1) / large_page * large_page;
  const std::uintptr_t last = end / large_page * large_page;
  if (first >= last) return;
  madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
  // Up to there the pages are small, but available at once.
  madvise(reinterpret_cast<void*>(begin), first - begin, MADV_POPULATE_WRITE);
}

}  // namespace tesuji::tools

// Asks the system for huge pages for large tables and trees: random accesses to them wait longer
// for the translation of addresses than for the data, above all in virtual machines.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace tesuji::runtime {

/// Memory of fewer bytes is not worth it.
inline constexpr std::size_t least_huge_bytes = std::size_t{4} << 20U;

/// Lets the system use huge pages for this memory. Does nothing where it has none.
void advise_huge_pages(void* begin, std::size_t bytes);

/// Allocates as std::allocator, with huge pages for large arrays.
template <typename T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <typename Other>
  HugePageAllocator(const HugePageAllocator<Other>& /*other*/) {}  // NOLINT: the standard wants it

  [[nodiscard]] T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    void* const memory = ::operator new(bytes, std::align_val_t(alignof(T)));
    if (bytes >= least_huge_bytes) advise_huge_pages(memory, bytes);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t /*count*/) {
    ::operator delete(memory, std::align_val_t(alignof(T)));
  }
  friend bool operator==(const HugePageAllocator& /*one*/, const HugePageAllocator& /*other*/) {
    return true;
  }
};

template <typename T>
using HugeVector = std::vector<T, HugePageAllocator<T>>;

}  // namespace tesuji::runtime

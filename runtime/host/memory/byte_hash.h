// Hashes bytes, to detect damage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace tesuji::runtime {

/// Continues from `hash`. Each word goes through a multiplication and a shift, so that every
/// changed bit changes the hash. Detects damage, not deliberate changes.
[[nodiscard]] inline std::uint64_t hash_bytes(std::span<const std::byte> bytes,
                                              std::uint64_t hash = 0x9e3779b97f4a7c15U) {
  const auto add = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0xd6e8feb86659fd93U;
    hash ^= hash >> 32U;
  };
  add(bytes.size());
  std::size_t place = 0;
  for (; place + sizeof(std::uint64_t) <= bytes.size(); place += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + place, sizeof word);
    add(word);
  }
  std::uint64_t rest = 0;
  if (place < bytes.size()) std::memcpy(&rest, bytes.data() + place, bytes.size() - place);
  add(rest);
  return hash;
}

}  // namespace tesuji::runtime

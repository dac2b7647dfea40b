// Computes the hash of conformance traces: FNV-1a 64 over sets of terms. Source: Fowler, Noll, Vo;
// draft-eastlake-fnv.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tesuji::runtime {

inline constexpr std::uint64_t fnv_offset_basis = 0xcbf29ce484222325ULL;
inline constexpr std::uint64_t fnv_prime = 0x100000001b3ULL;

/// Computes FNV-1a 64 of the bytes, continuing from `hash`.
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view bytes,
                                            std::uint64_t hash = fnv_offset_basis) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * fnv_prime;
  return hash;
}

/// Hashes a set of terms: the strings, given sorted bytewise and without duplicates, joined by
/// newlines.
[[nodiscard]] inline std::uint64_t hash_terms(std::span<const std::string> sorted_terms) {
  std::uint64_t hash = fnv_offset_basis;
  bool first = true;
  for (const std::string& term : sorted_terms) {
    if (!first) hash = fnv1a("\n", hash);
    first = false;
    hash = fnv1a(term, hash);
  }
  return hash;
}

}  // namespace tesuji::runtime

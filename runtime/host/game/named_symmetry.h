// A symmetry of a game in terms: what fluents and moves become, with every role in its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

/// The terms that change, and what they become.
using TermPermutation = std::unordered_map<std::string, std::string>;

struct NamedSymmetry {
  TermPermutation fluents;
  std::vector<TermPermutation> moves;  ///< by role
};

/// What the term becomes.
[[nodiscard]] inline const std::string& image(const TermPermutation& permutation,
                                              const std::string& term) {
  const auto found = permutation.find(term);
  return found == permutation.end() ? term : found->second;
}

/// All symmetries that generators make together but the identity, or as many as `most` of them.
/// These have an element of `moves` for each role.
[[nodiscard]] std::vector<NamedSymmetry> group_of(std::span<const NamedSymmetry> generators,
                                                  std::size_t most);

/// What each bit of a state becomes, for all bits of its words.
using BitPermutation = std::vector<std::uint32_t>;
/// By name of a fluent: its bit in states.
using BitsByName = std::unordered_map<std::string, std::uint32_t>;

/// Returns all permutations of the group that the generators generate, ascending, without the
/// identity. Omits generators that map a fluent with a bit to one without, and those with which
/// the group would have `most` elements or more; ignores what generators do to moves.
[[nodiscard]] std::vector<BitPermutation> bit_symmetries(std::span<const NamedSymmetry> generators,
                                                         const BitsByName& bit_of,
                                                         std::size_t all_bits, std::size_t most);

}  // namespace tesuji::runtime

#include "runtime/host/game/named_symmetry.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace tesuji::runtime {
namespace {

/// Maps as `first` does, and then as `second` does.
TermPermutation composed(const TermPermutation& first, const TermPermutation& second) {
  TermPermutation both;
  for (const auto& [term, middle] : first) {
    const std::string& end = image(second, middle);
    if (end != term) both.emplace(term, end);
  }
  for (const auto& [term, end] : second) {
    if (!first.contains(term)) both.emplace(term, end);
  }
  return both;
}

NamedSymmetry composed(const NamedSymmetry& first, const NamedSymmetry& second) {
  NamedSymmetry both{composed(first.fluents, second.fluents), {}};
  for (std::size_t role = 0; role < first.moves.size(); ++role) {
    both.moves.push_back(composed(first.moves[role], second.moves[role]));
  }
  return both;
}

bool is_identity(const NamedSymmetry& symmetry) {
  return symmetry.fluents.empty() &&
         std::all_of(symmetry.moves.begin(), symmetry.moves.end(),
                     [](const TermPermutation& moves) { return moves.empty(); });
}

/// Something to compare symmetries by.
std::vector<std::pair<std::string, std::string>> listed(const NamedSymmetry& symmetry) {
  std::vector<std::pair<std::string, std::string>> pairs(symmetry.fluents.begin(),
                                                         symmetry.fluents.end());
  for (std::size_t role = 0; role < symmetry.moves.size(); ++role) {
    for (const auto& [from, to] : symmetry.moves[role]) {
      pairs.emplace_back(std::to_string(role) + " " + from, to);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// Computes what the bits become; false where the image of one has no bit.
bool as_bits(const NamedSymmetry& symmetry, const BitsByName& bit_of, std::size_t all_bits,
             BitPermutation& bits) {
  bits.resize(all_bits);
  std::iota(bits.begin(), bits.end(), 0U);
  for (const auto& [name, image] : symmetry.fluents) {
    const auto from = bit_of.find(name);
    if (from == bit_of.end()) continue;
    const auto to = bit_of.find(image);
    if (to == bit_of.end()) return false;
    bits[from->second] = to->second;
  }
  return true;
}

}  // namespace

std::vector<NamedSymmetry> group_of(std::span<const NamedSymmetry> generators, std::size_t most) {
  std::vector<NamedSymmetry> group;
  std::set<std::vector<std::pair<std::string, std::string>>> known;
  const auto add = [&](NamedSymmetry symmetry) {
    if (is_identity(symmetry) || group.size() >= most) return;
    if (known.insert(listed(symmetry)).second) group.push_back(std::move(symmetry));
  };
  for (const NamedSymmetry& generator : generators) add(generator);
  for (std::size_t i = 0; i < group.size() && group.size() < most; ++i) {
    for (const NamedSymmetry& generator : generators) add(composed(group[i], generator));
  }
  return group;
}

std::vector<BitPermutation> bit_symmetries(std::span<const NamedSymmetry> generators,
                                           const BitsByName& bit_of, std::size_t all_bits,
                                           std::size_t most) {
  std::vector<NamedSymmetry> chosen;
  std::vector<NamedSymmetry> group;
  for (const NamedSymmetry& generator : generators) {
    BitPermutation bits;
    if (generator.fluents.empty() || !as_bits(generator, bit_of, all_bits, bits)) continue;
    chosen.push_back({generator.fluents, {}});
    std::vector<NamedSymmetry> larger = group_of(chosen, most);
    if (larger.size() < most) {
      group = std::move(larger);
    } else {
      chosen.pop_back();
    }
  }
  std::vector<BitPermutation> all;
  for (const NamedSymmetry& symmetry : group) {
    static_cast<void>(as_bits(symmetry, bit_of, all_bits, all.emplace_back()));
  }
  // Different ones of terms may be the same of bits.
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::erase_if(all, [](const BitPermutation& bits) { return std::ranges::is_sorted(bits); });
  return all;
}

}  // namespace tesuji::runtime

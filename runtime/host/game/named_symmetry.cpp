#include "runtime/host/game/named_symmetry.h"

#include <algorithm>
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

}  // namespace tesuji::runtime

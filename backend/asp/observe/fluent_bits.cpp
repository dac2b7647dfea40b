#include "backend/asp/observe/fluent_bits.h"

#include <algorithm>
#include <unordered_set>

namespace tesuji::asp {
namespace {

constexpr std::size_t most_words_read = 20'000'000;  ///< of fluents, all states together

/// The fluents that no state of the game can be without.
std::optional<std::vector<std::string>> fixed_fluents(const runtime::Game& game) {
  std::vector<std::string> fixed;
  std::string missing;
  while (!game.state_of(fixed, &missing)) {
    if (fixed.size() > 2000 || (!fixed.empty() && fixed.back() == missing)) return std::nullopt;
    fixed.push_back(missing);
  }
  return fixed;
}

/// The one bit in which the states differ.
std::optional<std::size_t> only_difference(const runtime::State& a, const runtime::State& b) {
  std::optional<std::size_t> bit;
  for (std::size_t word = 0; word < a.size(); ++word) {
    const std::uint64_t difference = a[word] ^ b[word];
    if (difference == 0) continue;
    if (bit || !std::has_single_bit(difference)) return std::nullopt;
    bit = word * 64 + static_cast<std::size_t>(std::countr_zero(difference));
  }
  return bit;
}

}  // namespace

std::optional<FluentBits> FluentBits::learn(const runtime::Game& game,
                                            std::span<const std::string> fluents,
                                            TermReader& reader) {
  std::optional<std::vector<std::string>> fixed = fixed_fluents(game);
  if (!fixed || fluents.size() > most_fluents ||
      fluents.size() * (fixed->size() + game.state_words()) > most_words_read) {
    return std::nullopt;
  }
  FluentBits result;
  result.masks_.resize(game.state_words());
  result.atoms_.resize(game.state_words() * 64);
  const runtime::State empty = *game.state_of(*fixed);
  const std::unordered_set<std::string> always(fixed->begin(), fixed->end());
  for (const std::string& fluent : fluents) {
    const SeenAtom* atom = reader.read(fluent);
    if (atom == nullptr || atom->slot == no_slot) continue;
    if (always.contains(fluent)) {
      result.always_.push_back(*atom);
      continue;
    }
    fixed->push_back(fluent);
    const std::optional<runtime::State> with = game.state_of(*fixed);
    fixed->pop_back();
    if (!with) continue;  // no state of the game has it
    const std::optional<std::size_t> bit = only_difference(empty, *with);
    if (!bit) return std::nullopt;
    // Set where it holds, and of no other fluent.
    const std::uint64_t mask = std::uint64_t{1} << (*bit % 64);
    if ((empty[*bit / 64] & mask) != 0 || (result.masks_[*bit / 64] & mask) != 0) {
      return std::nullopt;
    }
    result.masks_[*bit / 64] |= mask;
    result.atoms_[*bit] = *atom;
  }
  return result;
}

}  // namespace tesuji::asp

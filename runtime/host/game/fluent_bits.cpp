#include "runtime/host/game/fluent_bits.h"

#include <bit>
#include <unordered_set>

namespace tesuji::runtime {
namespace {

constexpr std::size_t most_words_read = 20'000'000;  ///< of fluents, all states together
constexpr std::size_t most_fixed = 2000;

/// The fluents that no state of the game can be without.
std::optional<std::vector<std::string>> fixed_fluents(const Game& game) {
  std::vector<std::string> fixed;
  std::string missing;
  while (!game.state_of(fixed, &missing)) {
    if (fixed.size() > most_fixed || (!fixed.empty() && fixed.back() == missing)) {
      return std::nullopt;
    }
    fixed.push_back(missing);
  }
  return fixed;
}

/// The one bit that is set in `more` alone, where they differ in nothing else.
std::optional<std::uint64_t> only_new_bit(const State& state, const State& more) {
  std::optional<std::uint64_t> bit;
  for (std::size_t word = 0; word < state.size(); ++word) {
    const std::uint64_t difference = state[word] ^ more[word];
    if (difference == 0) continue;
    if (bit || !std::has_single_bit(difference) || (state[word] & difference) != 0) {
      return std::nullopt;
    }
    bit = word * 64 + static_cast<std::uint64_t>(std::countr_zero(difference));
  }
  return bit;
}

}  // namespace

std::optional<std::vector<std::uint64_t>> find_fluent_bits(const Game& game,
                                                           std::span<const std::string> fluents) {
  std::optional<std::vector<std::string>> fixed = fixed_fluents(game);
  if (!fixed || fluents.size() * (fixed->size() + game.state_words()) > most_words_read) {
    return std::nullopt;
  }
  const State empty = *game.state_of(*fixed);
  const std::unordered_set<std::string> always(fixed->begin(), fixed->end());
  std::vector<bool> taken(game.state_words() * 64);
  std::vector<std::uint64_t> bits;
  for (const std::string& fluent : fluents) {
    if (always.contains(fluent)) {
      bits.push_back(always_holds);
      continue;
    }
    fixed->push_back(fluent);
    const std::optional<State> with = game.state_of(*fixed);
    fixed->pop_back();
    const std::optional<std::uint64_t> bit = with ? only_new_bit(empty, *with) : never_holds;
    if (!bit) return std::nullopt;
    if (with && taken[*bit]) return std::nullopt;  // and of another fluent
    if (with) taken[*bit] = true;
    bits.push_back(*bit);
  }
  return bits;
}

}  // namespace tesuji::runtime

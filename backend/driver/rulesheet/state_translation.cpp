#include "backend/driver/rulesheet/state_translation.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

namespace tesuji::driver {

namespace {

/// Whether a game's states are a bit for each fluent, and nothing else.
bool has_bits_only(const LoadedGame& game) {
  if (!game.module) return false;
  if (!game.layout) return true;  // a net
  return std::all_of(game.module->relations.begin(), game.module->relations.end(),
                     [](const ir::Relation& relation) {
                       return relation.kind != ir::RelationKind::state ||
                              relation.storage == ir::Storage::bits;
                     });
}

}  // namespace

StateTranslation::StateTranslation(const LoadedGame& game,
                                   std::shared_ptr<const runtime::StateCodec> codec)
    : game_(game.game), codec_(std::move(codec)) {
  by_bits_ = !codec_->has_tables() && has_bits_only(game) && find_bits();
}

runtime::State StateTranslation::by_names(runtime::StateView state) const {
  std::string unknown;
  auto result = codec_->parse(game_->fluents(state), &unknown);
  if (!result) throw std::logic_error("a state has an unknown fluent: " + unknown);
  return std::move(*result);
}

/// What the initial state would be with one fluent more, or one less. False where that is not one
/// bit of the game's states.
bool StateTranslation::find_bits() {
  const runtime::StateView initial = game_->initial();
  from_.assign(initial.begin(), initial.end());
  to_ = by_names(from_);
  bits_.resize(64 * from_.size());
  const std::vector<std::string> fluents = game_->fluents(from_);
  for (const auto& [name, to_word, mask] : codec_->bit_fluents()) {
    std::vector<std::string> changed = fluents;
    const auto found = std::lower_bound(changed.begin(), changed.end(), name);
    if (found != changed.end() && *found == name) {
      changed.erase(found);
    } else {
      changed.insert(found, name);
    }
    const auto other = game_->state_of(changed);
    // It holds in all states of the game, or in none.
    if (!other) continue;
    for (std::size_t word = 0; word < from_.size(); ++word) {
      const std::uint64_t change = (*other)[word] ^ from_[word];
      if (change == 0) continue;
      const std::size_t bit = 64 * word + static_cast<std::size_t>(std::countr_zero(change));
      if (!std::has_single_bit(change) || bits_[bit].mask != 0) return false;
      bits_[bit] = {static_cast<std::uint32_t>(to_word), mask};
    }
  }
  return true;
}

const runtime::State& StateTranslation::translate(runtime::StateView state) {
  if (!by_bits_) return to_ = by_names(state);
  for (std::size_t word = 0; word < state.size(); ++word) {
    std::uint64_t change = state[word] ^ from_[word];
    from_[word] = state[word];
    for (; change != 0; change &= change - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(change));
      const Bit& place = bits_[64 * word + bit];
      to_[place.word] ^= place.mask;
    }
  }
  return to_;
}

}  // namespace tesuji::driver

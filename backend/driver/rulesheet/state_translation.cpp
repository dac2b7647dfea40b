#include "backend/driver/rulesheet/state_translation.h"

#include "runtime/host/game/fluent_bits.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

namespace tesuji::driver {

namespace {

/// Whether a game's states have a bit for each fluent, and nothing else.
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

bool StateTranslation::find_bits() {
  const std::vector<runtime::StateCodec::BitFluent> fluents = codec_->bit_fluents();
  std::vector<std::string> names;
  for (const auto& fluent : fluents) names.push_back(fluent.name);
  const auto bits = runtime::find_fluent_bits(*game_, names);
  if (!bits) return false;
  const runtime::StateView initial = game_->initial();
  from_.assign(initial.begin(), initial.end());
  to_ = by_names(from_);
  bits_.resize(64 * from_.size());
  for (std::size_t f = 0; f < fluents.size(); ++f) {
    if ((*bits)[f] >= bits_.size()) continue;  // it holds in all states of the game, or in none
    bits_[(*bits)[f]] = {static_cast<std::uint32_t>(fluents[f].word), fluents[f].mask};
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

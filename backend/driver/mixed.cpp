#include "backend/driver/mixed.h"

#include "passes/place_fluents.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

constexpr std::size_t word_bits = 64;

/// The one bit that is set in a state; nothing where there are none or more.
std::optional<std::uint32_t> only_bit(const runtime::State& state) {
  std::optional<std::uint32_t> found;
  for (std::size_t w = 0; w < state.size(); ++w) {
    if (state[w] == 0) continue;
    if (found || !std::has_single_bit(state[w])) return std::nullopt;
    found = static_cast<std::uint32_t>(w * word_bits +
                                       static_cast<std::size_t>(std::countr_zero(state[w])));
  }
  return found;
}

}  // namespace

std::optional<GroundGame> place_on(const GroundGame& ground, const LoadedGame& matchers) {
  for (const ir::Relation& relation : matchers.module->relations) {
    const bool bits = relation.storage == ir::Storage::bits;
    if (relation.kind == ir::RelationKind::state && !bits) return std::nullopt;
  }
  std::vector<std::uint32_t> places;
  for (const std::string& fluent : make_net_tables(ground).fluents) {
    const auto state = matchers.game->state_of(std::span(&fluent, 1), nullptr);
    const auto bit = state ? only_bit(*state) : std::nullopt;
    if (!bit) return std::nullopt;
    places.push_back(*bit);
  }
  GroundGame placed = ground;
  placed.net = std::make_shared<const ir::Net>(
      passes::place_fluents(*ground.net, places, word_bits * matchers.game->state_words()));
  return placed;
}

std::shared_ptr<const runtime::Game> mix(const GroundGame& ground,
                                         std::shared_ptr<const runtime::Game> net,
                                         const LoadedGame& matchers,
                                         const runtime::FirstAnswers& answers) {
  std::vector<runtime::Move> moves;
  for (const std::string& name : make_net_tables(ground).moves) {
    moves.push_back(matchers.game->find_move(name).value());
  }
  return runtime::make_mixed_game(std::move(net), matchers.game, answers, std::move(moves));
}

}  // namespace tesuji::driver

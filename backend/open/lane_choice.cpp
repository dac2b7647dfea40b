#include "backend/open/lane_choice.h"

#include "backend/driver/games/kept_net.h"
#include "backend/driver/games/net_facts.h"
#include "ir/nets/net_numbers.h"
#include "passes/nets/hide_fluents.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

/// So much more may programs cost, compared with others, whose states are smaller.
constexpr double most_for_size = 1.02;

/// Which net, and whether fluents are left out of its states.
struct LaneNet {
  bool uses_facts = true;
  std::optional<passes::GroupCodes> hidden = std::nullopt;
};

/// To be raised where the numbers below mean something else.
constexpr std::string_view lane_net_form = "lane net 1";

KeptNumbers::Numbers numbers_of(const LaneNet& chosen) {
  return {chosen.uses_facts ? 1U : 0U,
          chosen.hidden ? static_cast<std::uint32_t>(*chosen.hidden) + 1 : 0U};
}

std::optional<LaneNet> lane_net_of(const KeptNumbers::Numbers& numbers) {
  for (const bool uses_facts : {false, true}) {
    for (const auto& hidden :
         {std::optional<passes::GroupCodes>(), std::optional(passes::GroupCodes::none),
          std::optional(passes::GroupCodes::numbers)}) {
      const LaneNet some{uses_facts, hidden};
      if (numbers_of(some) == numbers) return some;
    }
  }
  return std::nullopt;
}

/// Of a move: what programs compute, and words that they read and write.
std::uint64_t cost_of(const GroundGame& ground, const MoveWeights& weights) {
  std::uint64_t cost = 0;
  for (const ir::LanePhase& phase : make_lane_game(ground, weights).phases) {
    cost += phase.tick.operations.size() + phase.tick.inputs.size() + phase.tick.outputs.size();
  }
  return cost;
}

GroundGame made(const GroundGame& ground, const LaneNet& wanted, const Options& options,
                Session& session) {
  GroundGame game = ground;
  if (!wanted.uses_facts) game.net = ground.proof.without_facts;
  if (wanted.hidden) hide_fluents(game, *wanted.hidden, options, session);
  return game;
}

/// The best net, and which it is.
std::pair<GroundGame, LaneNet> choose(const GroundGame& ground, bool whole,
                                      const MoveWeights& weights, const Options& options,
                                      Session& session) {
  std::pair<GroundGame, LaneNet> best{ground, {}};
  std::uint64_t least = cost_of(ground, weights);
  const auto consider = [&](const LaneNet& wanted, double most) {
    GroundGame game = made(ground, wanted, options, session);
    if (wanted.hidden && game.proof.hidden.empty()) return;
    const std::uint64_t cost = cost_of(game, weights);
    if (static_cast<double>(cost) > most * static_cast<double>(least)) return;
    least = cost;
    best = {std::move(game), wanted};
  };
  consider({false, std::nullopt}, 1);
  if (!whole) return best;
  for (const auto codes : {passes::GroupCodes::none, passes::GroupCodes::numbers}) {
    std::vector<bool> tried{true};
    if (!best.second.hidden && !best.second.uses_facts) tried.insert(tried.begin(), false);
    for (const bool uses_facts : tried) consider({uses_facts, codes}, most_for_size);
  }
  return best;
}

}  // namespace

void choose_lane_net(GroundGame& ground, bool whole, const MoveWeights& weights,
                     const Options& options, Session& session) {
  if (ground.proof.facts.empty()) return;
  std::optional<KeptNumbers> place;
  if (options.cache != nullptr && weights.empty()) {
    KeptNumbers::Numbers source = ir::numbers_of(*ground.net);
    for (const auto& more :
         {ir::numbers_of(*ground.proof.without_facts), ir::numbers_of(ground.proof.facts),
          KeptNumbers::Numbers(ground.control)}) {
      source.insert(source.end(), more.begin(), more.end());
    }
    source.push_back(whole ? 1 : 0);
    place.emplace(options.cache, "lane net", ground.module->game, lane_net_form, source);
    const auto numbers = place->find();
    if (const auto kept = numbers ? lane_net_of(*numbers) : std::nullopt) {
      ground = made(ground, *kept, options, session);
      return;
    }
  }
  auto [game, chosen] = choose(ground, whole, weights, options, session);
  ground = std::move(game);
  if (place) place->store(numbers_of(chosen));
}

}  // namespace tesuji::driver

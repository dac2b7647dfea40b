#include "backend/driver/games/native_choice.h"

#include "backend/driver/games/kept_numbers.h"
#include "ir/nets/net_numbers.h"
#include "passes/nets/net_unit.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace tesuji::driver {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 5;
constexpr std::chrono::milliseconds round_time{4};
constexpr std::uint64_t step_limit = 1'000;

/// As fast as this share of the other is fast enough: states of facts can be checked.
constexpr double near_enough = 0.99;

/// To be raised where the number that is kept means something else.
constexpr std::string_view native_net_form = "native net 1";

struct Candidate {
  GroundGame ground;
  std::shared_ptr<const runtime::Game> game{};
  double most = 0;  ///< joint moves a second, in the best round

  void compile(const Options& options) {
    specialise(ground, options);
    game = compile_game(ground, options, {});
  }

  void play(std::uint64_t seed) {
    const auto scratch = game->make_scratch();
    runtime::Rng rng(seed);
    const Clock::time_point begin = Clock::now();
    std::uint64_t steps = 0;
    do {
      runtime::State state(game->initial().begin(), game->initial().end());
      (void)game->play_out(state, *scratch, rng, step_limit, steps);
    } while (Clock::now() - begin < round_time);
    const std::chrono::duration<double> spent = Clock::now() - begin;
    most = std::max(most, static_cast<double>(steps) / spent.count());
  }
};

GroundGame net_without_facts(GroundGame ground, const Options& options) {
  ground.net = std::exchange(ground.without_facts, nullptr);
  ground.facts.clear();
  ground.granted.clear();
  ground.control = passes::turn_group(*ground.net, options.pipeline);
  return ground;
}

/// Whether the net with facts is to be taken.
bool is_faster(Candidate& with, Candidate& without, const Options& options) {
  for (Candidate* const one : {&with, &without}) one->compile(options);
  for (int round = 0; round < rounds; ++round) {
    for (Candidate* const one : {&with, &without}) one->play(static_cast<std::uint64_t>(round));
  }
  return with.most >= near_enough * without.most;
}

}  // namespace

std::shared_ptr<const runtime::Game> choose_native_net(GroundGame& ground, const Options& options) {
  if (ground.facts.empty() || ground.without_facts == nullptr || !ground.answers().all()) return {};
  // What a plugin checks must not depend on the moment.
  if (options.invariants != nullptr) return {};
  KeptNumbers::Numbers source;
  if (options.cache != nullptr) {
    source = ir::numbers_of(*ground.net);
    const KeptNumbers::Numbers more = ir::numbers_of(*ground.without_facts);
    source.insert(source.end(), more.begin(), more.end());
  }
  const KeptNumbers place(options.cache, "native net", ground.module->game, native_net_form,
                          source);
  const auto kept = place.find();
  Candidate with{ground};
  Candidate without{net_without_facts(ground, options)};
  const bool is_known = kept && kept->size() == 1;
  const bool uses_facts = is_known ? kept->front() != 0 : is_faster(with, without, options);
  if (!is_known) place.store({uses_facts ? 1U : 0U});
  Candidate& chosen = uses_facts ? with : without;
  if (chosen.game == nullptr) chosen.compile(options);
  ground = std::move(chosen.ground);
  return chosen.game;
}

}  // namespace tesuji::driver

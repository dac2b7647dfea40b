#include "backend/driver/games/mixed.h"

#include "backend/driver/games/kept_net.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/net.h"
#include "backend/driver/games/net_facts.h"
#include "backend/driver/games/tiers.h"
#include "ir/nets/net_numbers.h"
#include "passes/nets/net_unit.h"
#include "passes/plans/place_fluents.h"
#include "runtime/host/game/game.h"
#include "runtime/host/memory/word_bits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {

namespace {

// Chooses what native code is made of where facts are proved of a net: what is faster.

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
  ground.net = std::exchange(ground.proof.without_facts, nullptr);
  ground.proof.facts.clear();
  ground.proof.granted.clear();
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

/// Makes native code of the net with its facts and of the net without them, lets both play random
/// games for some milliseconds, and keeps the faster one in `ground`, specialised: fewer gates are
/// not always faster, since regular ones share words. Which one it is is kept in options.cache.
/// Returns its game; null, with `ground` as it was, where there are no facts, or where they are
/// those of options.invariants, which are used without a comparison.
std::shared_ptr<const runtime::Game> choose_native_net(GroundGame& ground, const Options& options) {
  if (ground.proof.facts.empty() || ground.proof.without_facts == nullptr ||
      !ground.answers().all())
    return {};
  // What a plugin checks must not depend on the moment.
  if (options.invariants != nullptr) return {};
  KeptNumbers::Numbers source;
  if (options.cache != nullptr) {
    source = ir::numbers_of(*ground.net);
    const KeptNumbers::Numbers more = ir::numbers_of(*ground.proof.without_facts);
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

/// By fluent of the net: its bit in the matchers' states, or ir::no_fluent where it is of no
/// relation. Nothing where they have no bit for one of them.
std::optional<std::vector<std::uint32_t>> matchers_bits(const std::vector<std::string>& fluents,
                                                        const runtime::Game& matchers) {
  std::vector<std::uint32_t> places;
  for (const std::string& fluent : fluents) {
    if (fluent.empty()) {
      places.push_back(ir::no_fluent);
      continue;
    }
    const runtime::FluentPlace place = matchers.place_of(fluent);
    if (place.bit == runtime::FluentPlace::no_bit) return std::nullopt;
    places.push_back(static_cast<std::uint32_t>(place.bit));
  }
  return places;
}

}  // namespace

bool has_bit_states(const ir::Module& module) {
  return std::all_of(
      module.relations.begin(), module.relations.end(), [](const ir::Relation& relation) {
        return relation.kind != ir::RelationKind::state || relation.storage == ir::Storage::bits;
      });
}

std::optional<GroundGame> place_on(const GroundGame& ground, const LoadedGame& matchers) {
  if (!has_bit_states(*matchers.module)) return std::nullopt;
  const auto places = matchers_bits(make_net_tables(ground).fluents, *matchers.game);
  if (!places) return std::nullopt;
  GroundGame placed = ground;
  placed.unplaced =
      std::make_shared<const UnplacedNet>(UnplacedNet{ground.net, ground.cases, *places});
  place_fluents(placed, *places, runtime::word_bits * matchers.game->state_words());
  return placed;
}

GroundGame only(GroundGame ground, const runtime::FirstAnswers& answers) {
  auto net = std::make_shared<ir::Net>(*ground.net);
  const auto drop = [&](ir::NetQuestion question, bool wanted) {
    if (wanted || !net->knows(question)) return;
    auto& dropped = net->unanswered;
    dropped.insert(std::upper_bound(dropped.begin(), dropped.end(), question), question);
  };
  drop(ir::NetQuestion::legal, answers.legal);
  drop(ir::NetQuestion::next, answers.next);
  drop(ir::NetQuestion::terminal, answers.terminal);
  drop(ir::NetQuestion::goal, answers.goal);
  drop(ir::NetQuestion::sees, answers.percepts);
  if (!answers.goal) net->goals.clear();
  if (!answers.terminal) net->terminal = ir::false_signal;
  for (ir::NetMove& move : net->moves) {
    if (!answers.legal) move.legal = ir::false_signal;
  }
  for (ir::NetFluent& fluent : net->fluents) {
    if (!answers.next && !ir::is_fixed(fluent)) fluent.next = ir::unknown_next(fluent);
  }
  ground.net = std::move(net);
  ground.cases.reset();
  return ground;
}

std::shared_ptr<const runtime::Game> mix(const GroundGame& ground,
                                         std::shared_ptr<const runtime::Game> net,
                                         const LoadedGame& matchers,
                                         const runtime::FirstAnswers& answers) {
  const runtime::NetTables tables = make_net_tables(ground);
  std::vector<runtime::Move> moves;
  for (const std::string& name : tables.moves) {
    // What matchers have no name for is never legal: the net knows less of what may be.
    moves.push_back(matchers.game->find_move(name).value_or(runtime::no_move));
  }
  runtime::State known(tables.initial.size());
  for (std::size_t bit = 0; bit < tables.fluents.size(); ++bit) {
    if (tables.fluents[bit].empty()) continue;
    runtime::set_bit(known, bit);
  }
  return runtime::make_mixed_game(std::move(net), matchers.game, answers, moves, known);
}

std::shared_ptr<const runtime::Game> play_net(const GroundGame& ground, const Options& options) {
  const EngineInfo& engine = info_of(options.engine);
  if (engine.form == GameForm::sheet)
    throw std::logic_error("play_net: this engine does not play nets");
  if (engine.in_lanes()) return ask_in_lanes(ground, engine.blocks, options);
  return engine.code == CodeTime::never ? evaluate_game(ground) : compile_game(ground, options);
}

namespace {

/// Makes states smaller where that adds no gates. Native code for one state gains nothing by it.
void hide_where_it_pays(GroundGame& ground, const Options& options, Session& session) {
  if (ground.proof.facts.empty() || options.engine == Engine::net_jit) return;
  GroundGame smaller = ground;
  hide_fluents(smaller, passes::GroupCodes::none, options, session);
  if (ir::count_step_gates(*smaller.net) <= ir::count_step_gates(*ground.net)) {
    ground = std::move(smaller);
  }
}

}  // namespace

std::optional<MixedParts> net_game_parts(ir::Module source, const std::string& path,
                                         const Options& options, const NetLimits& limits,
                                         Session& session, bool for_plugin) {
  NetLimits wanted = limits;
  if (info_of(options.engine).in_lanes()) wanted.states_of_play = true;  // as lanes elsewhere
  std::optional<GroundGame> ground = ground_game(source, options, wanted, session);
  if (!ground) return std::nullopt;
  std::shared_ptr<const runtime::Game> game;
  if (for_plugin || options.engine == Engine::net_jit) {
    game = choose_native_net(*ground, options);
    if (game == nullptr) specialise(*ground, options);
  }
  if (ground->answers().all()) {
    if (!for_plugin) hide_where_it_pays(*ground, options, session);
    LoadedGame loaded{ground->module, nullptr, std::move(game)};
    if (loaded.game == nullptr && !for_plugin && options.engine == Engine::net_jit) {
      loaded = load_native_net(*ground, options);
    } else if (loaded.game == nullptr) {
      loaded.game = play_net(*ground, options);
    }
    return MixedParts{std::move(*ground), std::nullopt, std::move(loaded.game),
                      std::move(loaded.tiers)};
  }
  Options others = options;
  others.engine = options.engine == Engine::net ? Engine::interpreter : Engine::jit;
  std::optional<LoadedGame> matchers = match_game(std::move(source), path, others, session);
  if (!matchers) return std::nullopt;
  auto placed = place_on(*ground, *matchers);
  if (!placed) {
    session.diagnostics.error(
        {}, "limit",
        fmt::format("the net lacks rules that are too large to ground ({}), and matchers cannot "
                    "complete it: some relations of states are stored as rows, not as bits",
                    fmt::join(ground->grounding.left_out, ", ")));
    return std::nullopt;
  }
  game = mix(*placed, play_net(*placed, options), *matchers, ground->answers());
  return MixedParts{std::move(*placed), std::move(matchers), std::move(game)};
}

std::optional<LoadedGame> net_game(ir::Module source, const std::string& path,
                                   const Options& options, const NetLimits& limits,
                                   Session& session) {
  std::optional<MixedParts> parts =
      net_game_parts(std::move(source), path, options, limits, session);
  if (!parts) return std::nullopt;
  if (!parts->matchers) {
    return LoadedGame{parts->net.module, nullptr, std::move(parts->game), std::move(parts->tiers)};
  }
  parts->matchers->game = std::move(parts->game);
  return std::move(parts->matchers);
}

}  // namespace tesuji::driver

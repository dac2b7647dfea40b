#include "backend/driver/games/mixed.h"

#include "backend/driver/games/lanes.h"
#include "passes/plans/place_fluents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
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

bool has_bit_states(const ir::Module& module) {
  return std::all_of(
      module.relations.begin(), module.relations.end(), [](const ir::Relation& relation) {
        return relation.kind != ir::RelationKind::state || relation.storage == ir::Storage::bits;
      });
}

std::optional<GroundGame> place_on(const GroundGame& ground, const LoadedGame& matchers) {
  if (!has_bit_states(*matchers.module)) return std::nullopt;
  std::vector<std::uint32_t> places;
  for (const std::string& fluent : make_net_tables(ground).fluents) {
    if (fluent.empty()) {  // of no relation
      places.push_back(ir::no_fluent);
      continue;
    }
    const auto state = matchers.game->state_of(std::span(&fluent, 1), nullptr);
    const auto bit = state ? only_bit(*state) : std::nullopt;
    if (!bit) return std::nullopt;
    places.push_back(*bit);
  }
  GroundGame placed = ground;
  place_fluents(placed, places, word_bits * matchers.game->state_words());
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
    known[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
  }
  return runtime::make_mixed_game(std::move(net), matchers.game, answers, moves, known);
}

std::shared_ptr<const runtime::Game> play_net(const GroundGame& ground, const Options& options) {
  switch (options.engine) {
    case Engine::interpreter:
    case Engine::net:
      return evaluate_game(ground);
    case Engine::jit:
    case Engine::tiers:
    case Engine::net_jit:
    case Engine::automatic:
      return compile_game(ground, options);
    case Engine::lanes_64:
    case Engine::lanes_256:
    case Engine::lanes_512:
      return ask_in_lanes(ground, *blocks_of(options.engine), options);
    case Engine::reference:
      break;
  }
  throw std::logic_error("play_net: this engine plays no nets");
}

std::optional<MixedParts> net_game_parts(ir::Module source, const std::string& path,
                                         const Options& options, const NetLimits& limits,
                                         Session& session, bool for_plugin) {
  std::optional<GroundGame> ground = ground_game(source, options, limits, session);
  if (!ground) return std::nullopt;
  if (for_plugin || options.engine == Engine::net_jit) specialise(*ground, options);
  if (ground->answers().all()) {
    auto game = play_net(*ground, options);
    return MixedParts{std::move(*ground), std::nullopt, std::move(game)};
  }
  Options others = options;
  others.engine = options.engine == Engine::net ? Engine::interpreter : Engine::jit;
  std::optional<LoadedGame> matchers = match_game(std::move(source), path, others, session);
  if (!matchers) return std::nullopt;
  auto placed = place_on(*ground, *matchers);
  if (!placed) {
    session.diagnostics.error(
        {}, "limit",
        fmt::format("the net lacks what is too large to be grounded ({}), and it "
                    "and matchers cannot be one game: states have "
                    "relations that are kept as rows, not as bits",
                    fmt::join(ground->left_out, ", ")));
    return std::nullopt;
  }
  auto game = mix(*placed, play_net(*placed, options), *matchers, ground->answers());
  return MixedParts{std::move(*placed), std::move(matchers), std::move(game)};
}

std::optional<LoadedGame> net_game(ir::Module source, const std::string& path,
                                   const Options& options, const NetLimits& limits,
                                   Session& session) {
  std::optional<MixedParts> parts =
      net_game_parts(std::move(source), path, options, limits, session);
  if (!parts) return std::nullopt;
  if (!parts->matchers) return LoadedGame{parts->net.module, nullptr, std::move(parts->game)};
  parts->matchers->game = std::move(parts->game);
  return std::move(parts->matchers);
}

}  // namespace tesuji::driver

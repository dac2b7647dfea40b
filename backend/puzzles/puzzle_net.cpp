#include "backend/puzzles/puzzle_net.h"

#include "backend/driver/games/net_facts.h"
#include "backend/driver/games/timed_options.h"
#include "backend/open/symmetries.h"
#include "passes/nets/symmetries.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/word_bits.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace tesuji::driver {

namespace {

/// Each state is compared with this many images.
constexpr std::size_t most_images = 64;
/// Maximum size of the graph whose automorphisms are the symmetries: without symmetries, the search
/// runs very long.
constexpr std::size_t most_symmetry_vertices = 100'000;

std::vector<runtime::BitPermutation> find_symmetries(const std::string& path,
                                                     const runtime::Game& game,
                                                     const GroundGame& ground,
                                                     const Options& options, const Session& session,
                                                     const passes::SymmetryLimits& limits) {
  GameSymmetries found = symmetries(path, options, session, limits, true);
  const std::vector<std::string> names = make_net_tables(ground).fluents;
  const std::vector<bool> timed = passes::autonomous_fluents(*ground.net);
  std::vector<std::string> moved;
  std::erase_if(found.generators, [&](const runtime::NamedSymmetry& generator) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (timed[i] && generator.fluents.contains(names[i])) return true;
    }
    for (const auto& [from, to] : generator.fluents) moved.push_back(from);
    return false;
  });
  std::ranges::sort(moved);
  moved.erase(std::ranges::unique(moved).begin(), moved.end());
  const auto bits = runtime::bits_of(game, moved);
  if (!bits) return {};
  runtime::BitsByName bit_of;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if ((*bits)[i] >= runtime::always_holds) continue;
    bit_of.emplace(moved[i], static_cast<std::uint32_t>((*bits)[i]));
  }
  return runtime::bit_symmetries(found.generators, bit_of, game.state_words() * runtime::word_bits,
                                 most_images);
}

}  // namespace

void PuzzleNet::make(const std::string& path, const Options& options, double seconds,
                     const std::atomic<bool>* stop, Session& session) {
  if (!why_not.empty() && seconds <= tried_seconds_) return;
  tried_seconds_ = seconds;
  why_not = "the rules are too large to be grounded in this time";
  NetLimits limits;
  limits.keeps_rules = false;
  const TimedOptions timed(options, seconds);
  try {
    ground = load_net(path, timed.options(), limits, session);
  } catch (const runtime::Stopped&) {
    if (!stop->load(std::memory_order_relaxed)) return;
    tried_seconds_ = 0;
    throw;
  }
  if (!ground || ground->net->unanswered.empty()) return;
  why_not = "the net " + unanswered_text(*ground);
  ground.reset();
}

const ir::FluentFacts& PuzzleNet::facts(std::size_t roles, const sat::Limits& limits,
                                        double seconds_left) {
  const std::lock_guard lock(finding_facts_);
  // The remaining time shrinks during a search, so facts returned to one of its threads stay valid.
  if (!facts_ || (facts_->empty() && facts_seconds_ < seconds_left)) {
    facts_seconds_ = seconds_left;
    facts_ = find_facts(*ground->net, roles, limits);
  }
  return *facts_;
}

const std::vector<runtime::BitPermutation>& PuzzleNet::symmetries(const std::string& path,
                                                                  const runtime::Game& game,
                                                                  const Options& options,
                                                                  double seconds,
                                                                  const Session& session) {
  const std::lock_guard lock(finding_symmetries_);
  if (symmetries_) return *symmetries_;
  symmetries_.emplace();
  // Facts assumed of states, or valid only in play, need not hold for their images.
  if (!ground->proof.granted.empty() || info_of(options.engine).in_lanes()) return *symmetries_;
  const runtime::TimedStop limit(seconds, runtime::requested_stop());
  symmetries_ = find_symmetries(path, game, *ground, options, session,
                                {.most_vertices = most_symmetry_vertices, .stop = limit.flag()});
  return *symmetries_;
}

GroundGame net_started_in(GroundGame ground, const runtime::Game& game) {
  const std::vector<std::string> holds = game.fluents(game.initial());
  const std::vector<std::string> names = make_net_tables(ground).fluents;
  auto net = std::make_shared<ir::Net>(*ground.net);
  for (std::size_t i = 0; i < names.size(); ++i) {
    net->fluents[i].initially = std::ranges::binary_search(holds, names[i]);
  }
  ground.net = std::move(net);
  return ground;
}

runtime::IgnoredBits ignored_bits(const passes::PositionFluents& fluents, const GroundGame& ground,
                                  const runtime::Game& game) {
  const std::vector<std::string> names = make_net_tables(ground).fluents;
  std::vector<std::string> ignored;
  for (const std::uint32_t fluent : fluents.clock) ignored.push_back(names[fluent]);
  for (const std::uint32_t fluent : fluents.unread) ignored.push_back(names[fluent]);
  const auto bits = runtime::bits_of(game, ignored);
  runtime::IgnoredBits found;
  if (!bits || ignored.empty()) return found;
  found.bits.assign(game.state_words(), 0);
  if (fluents.end) {
    found.clock.assign(game.state_words(), 0);
    found.at_end.assign(game.state_words(), 0);
  }
  for (std::size_t i = 0; i < bits->size(); ++i) {
    const std::uint64_t bit = (*bits)[i];
    if (bit >= runtime::always_holds) continue;
    runtime::set_bit(found.bits, bit);
    if (!fluents.end || i >= fluents.clock.size()) continue;
    runtime::set_bit(found.clock, bit);
    if (fluents.at_end[i]) runtime::set_bit(found.at_end, bit);
  }
  return found;
}

}  // namespace tesuji::driver

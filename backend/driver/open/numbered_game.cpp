#include "backend/driver/open/numbered_game.h"

#include "backend/driver/games/net.h"
#include "backend/driver/games/net_facts.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/driver/strategies/strategy.h"
#include "runtime/host/memory/fnv.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace tesuji::driver {
namespace {

using ir::FluentFact;
using runtime::BitGroup;
using runtime::StateFact;

constexpr std::uint32_t word_bits = 64;

void assign(runtime::State& state, std::uint32_t bit, bool value) {
  const std::uint64_t mask = std::uint64_t{1} << (bit % word_bits);
  if (value) {
    state[bit / word_bits] |= mask;
  } else {
    state[bit / word_bits] &= ~mask;
  }
}

bool get(const runtime::State& state, std::uint32_t bit) {
  return (state[bit / word_bits] >> (bit % word_bits) & 1U) != 0;
}

/// Bits of states that are not known to be the same always, what the others are, and groups.
struct KnownBits {
  runtime::State used;
  runtime::State fixed;
  std::vector<BitGroup> groups;
};

KnownBits known_bits(const GroundGame& ground, ir::FluentFacts facts) {
  const runtime::NetTables tables = make_net_tables(ground);
  KnownBits known;
  known.used.resize(tables.initial.size());
  known.fixed = tables.initial;
  for (std::uint32_t bit = 0; bit < tables.fluents.size(); ++bit) {
    const bool is_fixed = !tables.fixed.empty() && get(tables.fixed, bit);
    const bool varies = !tables.fluents[bit].empty() && !is_fixed;
    assign(known.used, bit, varies);
    if (varies) assign(known.fixed, bit, false);
  }
  for (const FluentFact& fact : facts) {
    if (fact.kind != FluentFact::Kind::always && fact.kind != FluentFact::Kind::never) continue;
    assign(known.used, fact.fluents.front(), false);
    assign(known.fixed, fact.fluents.front(), fact.kind == FluentFact::Kind::always);
  }
  // Large groups save most; of others what these leave.
  std::stable_sort(facts.begin(), facts.end(), [](const FluentFact& a, const FluentFact& b) {
    return a.fluents.size() > b.fluents.size();
  });
  runtime::State free = known.used;
  for (const FluentFact& fact : facts) {
    const bool one = fact.kind == FluentFact::Kind::exactly_one;
    if (!one && fact.kind != FluentFact::Kind::at_most_one) continue;
    BitGroup group{{}, one};
    for (const std::uint32_t bit : fact.fluents) {
      if (get(free, bit)) group.bits.push_back(bit);
    }
    group.one_is_set = one && group.bits.size() == fact.fluents.size();
    if (group.bits.size() < 2) continue;
    for (const std::uint32_t bit : group.bits) assign(free, bit, false);
    known.groups.push_back(std::move(group));
  }
  return known;
}

}  // namespace

std::optional<NumberedGame> open_numbered(const std::string& path, const Options& options,
                                          double proof_seconds, const ShareFacts& share,
                                          const std::atomic<bool>* stop, Session& session) {
  std::optional<ir::Module> source = load_source(path, session);
  if (!source) return std::nullopt;
  NumberedGame opened;
  opened.rules = runtime::fnv1a(rules_hash(*source));
  std::optional<GroundGame> ground = ground_game(std::move(*source), options, {}, session);
  if (!ground || !is_whole(*ground, path, session)) return std::nullopt;
  (void)runtime::Turns(*evaluate_game(*ground), {});  // before proofs, which take long
  const auto find = [&] {
    if (options.invariants) return ground->granted;
    sat::Limits limits;
    limits.deadline = std::chrono::steady_clock::now() +
                      std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                          std::chrono::duration<double>(proof_seconds));
    if (stop != nullptr) limits.stopped = [stop] { return stop->load(std::memory_order_relaxed); };
    const ir::FluentFacts found = find_facts(*ground->net, ground->module->roles.size(), limits);
    return named_facts(found, make_net_tables(*ground).fluents);
  };
  const StateFacts proved = share ? share(find) : find();
  specialise(*ground, options);
  opened.facts = proved.size();
  opened.game = compile_game(*ground, options);
  opened.turns = turn_rule({ground->module, nullptr, opened.game});
  const KnownBits known = known_bits(*ground, facts_of(proved, *ground));
  try {
    opened.code = std::make_shared<const runtime::StateCode>(known.groups, known.used, known.fixed);
  } catch (const runtime::LimitReached& error) {
    session.diagnostics.error({}, "limit", fmt::format("`{}`: {}", path, error.what()));
    return std::nullopt;
  }
  return opened;
}

}  // namespace tesuji::driver

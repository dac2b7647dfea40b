#include "backend/driver/games/net_facts.h"

#include "backend/driver/invariants/saved_invariants.h"
#include "backend/proofs/sat/equal_signals.h"
#include "backend/proofs/sat/fluent_facts.h"
#include "ir/core/counted.h"
#include "passes/nets/hide_fluents.h"
#include "passes/nets/make_goal_costs.h"
#include "passes/nets/net_builder.h"
#include "passes/nets/net_copy.h"
#include "passes/nets/net_unit.h"
#include "passes/nets/smallest_net.h"
#include "runtime/host/game/stop.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <unordered_map>
#include <utility>

namespace tesuji::driver {
namespace {

using ir::FluentFact;
using runtime::StateFact;
using Clock = std::chrono::steady_clock;

/// Of proving facts that were proved before: an induction step of all of them.
constexpr std::chrono::seconds most_proving{60};

/// Of looking for equal gates: what is found until then is used.
constexpr std::chrono::seconds most_comparing{20};

static_assert(static_cast<int>(StateFact::Kind::exactly_one) ==
              static_cast<int>(FluentFact::Kind::exactly_one));

bool has_steps(const ir::Net& net) {
  return net.knows(ir::NetQuestion::legal) && net.knows(ir::NetQuestion::next) &&
         net.knows(ir::NetQuestion::terminal);
}

}  // namespace

std::vector<StateFact> named_facts(const ir::FluentFacts& facts,
                                   std::span<const std::string> names) {
  std::vector<StateFact> named;
  for (const FluentFact& fact : facts) {
    StateFact& some = named.emplace_back();
    some.kind = static_cast<StateFact::Kind>(fact.kind);
    for (const std::uint32_t fluent : fact.fluents) some.fluents.push_back(names[fluent]);
  }
  return named;
}

ir::FluentFacts facts_of(const std::vector<StateFact>& named, const GroundGame& ground) {
  const std::vector<std::string> names = make_net_tables(ground).fluents;
  std::unordered_map<std::string, std::uint32_t> positions;
  for (std::uint32_t i = 0; i < names.size(); ++i) positions.emplace(names[i], i);
  ir::FluentFacts facts;
  for (const StateFact& fact : named) {
    FluentFact found{static_cast<FluentFact::Kind>(fact.kind), {}};
    for (const std::string& name : fact.fluents) {
      const auto position = positions.find(name);
      if (position != positions.end()) found.fluents.push_back(position->second);
    }
    if (found.fluents.size() < fact.fluents.size()) continue;
    std::sort(found.fluents.begin(), found.fluents.end());
    facts.push_back(std::move(found));
  }
  return facts;
}

ir::FluentFacts find_facts(const ir::Net& net, std::size_t roles, const sat::Limits& limits) {
  if (!has_steps(net)) return {};
  ir::FluentFacts facts =
      sat::prove_facts(net, roles, sat::candidate_facts(net, roles), limits).facts;
  // That one of them holds says that no two do.
  std::set<std::vector<std::uint32_t>> exactly;
  for (const FluentFact& fact : facts) {
    if (fact.kind == FluentFact::Kind::exactly_one) exactly.insert(fact.fluents);
  }
  std::erase_if(facts, [&](const FluentFact& fact) {
    return fact.kind == FluentFact::Kind::at_most_one && exactly.contains(fact.fluents);
  });
  return facts;
}

ir::GoalCosts goal_costs(const GroundGame& ground, std::chrono::seconds proving) {
  sat::Limits limits;
  limits.deadline = Clock::now() + proving;
  limits.stopped = [stop = runtime::requested_stop()] {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  };
  const ir::FluentFacts facts = find_facts(*ground.net, ground.module->roles.size(), limits);
  return passes::make_goal_costs(*ground.module, *ground.net, facts);
}

NetProofs compare_signals(const GroundGame& ground, ir::FluentFacts facts) {
  sat::Limits limits;
  limits.deadline = Clock::now() + most_comparing;
  sat::EqualSignals equal =
      sat::find_equal_signals(*ground.net, ground.module->roles.size(), facts, limits);
  return {std::move(facts), std::move(equal.same)};
}

bool apply_proofs(GroundGame& ground, const NetProofs& proofs, const Options& options,
                  Session& session) {
  passes::PassContext context = pass_context(session);
  const auto merge = [&](std::size_t flattened) {
    return std::optional(passes::merge_signals(*ground.net, proofs.same, flattened));
  };
  const auto smaller = passes::smallest_of(*ground.module, ground.net, ground.net->inputs.size(),
                                           merge, options.pipeline, context);
  if (!smaller) return false;
  ground.proof.without_facts = std::exchange(ground.net, smaller);
  ground.proof.facts = proofs.facts;
  ground.proof.granted = named_facts(proofs.facts, make_net_tables(ground).fluents);
  ground.control = passes::turn_group(*ground.net, options.pipeline);
  return true;
}

bool use_invariants(GroundGame& ground, const Options& options, bool states_of_play,
                    Session& session) {
  if (!options.invariants || options.invariants->facts->facts().empty()) return true;
  const SavedInvariants& saved = *options.invariants;
  const auto unused = [&](const std::string& reason) {
    session.diagnostics.warning({}, "limit",
                                fmt::format("`{}` is not used: {}", saved.path, reason));
    return true;
  };
  if (!has_steps(*ground.net)) return unused("the net " + unanswered_text(ground));
  const std::size_t roles = ground.module->roles.size();
  const ir::FluentFacts facts = facts_of(saved.facts->facts(), ground);
  const KeptProofs place(options.cache, *ground.net, roles, facts, ground.module->game);
  std::optional<NetProofs> proofs = place.find();
  const bool kept = proofs.has_value();
  if (!kept) {
    sat::Limits limits;
    limits.deadline = Clock::now() + most_proving;
    sat::ProvedFacts proved = sat::prove_facts(*ground.net, roles, facts, limits);
    if (proved.limit_reached) return unused("its facts could not be proved again in time");
    proofs = NetProofs{std::move(proved.facts), {}};
  }
  if (proofs->facts.size() < facts.size() && !states_of_play) {
    const auto wrong = std::mismatch(proofs->facts.begin(), proofs->facts.end(), facts.begin());
    const std::vector<std::string> names = make_net_tables(ground).fluents;
    session.diagnostics.error(
        {}, "invariants",
        fmt::format("`{}` is wrong: that {} holds in every state cannot be proved", saved.path,
                    runtime::text_of(named_facts({*wrong.second}, names).front())));
    return false;
  }
  if (!kept) {
    proofs = compare_signals(ground, std::move(proofs->facts));
    place.store(*proofs);
  }
  return apply_proofs(ground, *proofs, options, session);
}

void hide_fluents(GroundGame& ground, passes::GroupCodes codes, const Options& options,
                  Session& session) {
  if (ground.proof.facts.empty()) return;
  const auto hide = [&](std::size_t flattened) {
    return passes::hide_fluents(*ground.net, ground.proof.facts, ground.control, codes, flattened);
  };
  const passes::HiddenFluents result = hide(passes::most_flattened_inputs);
  if (result.hidden.empty()) return;
  passes::PassContext context = pass_context(session);
  const auto smallest = passes::smallest_of(
      *ground.module, nullptr, ground.net->inputs.size(),
      [&](std::size_t flattened) { return std::optional(hide(flattened).net); }, options.pipeline,
      context);
  if (!smallest) return;
  static_assert(static_cast<int>(runtime::HiddenFluent::Kind::coded) ==
                static_cast<int>(passes::HiddenFluent::Kind::coded));
  const std::vector<std::string> names = make_net_tables(ground).fluents;
  for (const passes::HiddenFluent& hidden : result.hidden) {
    ground.proof.hidden.push_back({names[hidden.fluent],
                                   static_cast<runtime::HiddenFluent::Kind>(hidden.kind),
                                   hidden.stored, hidden.code});
  }
  for (std::uint32_t& fluent : ground.control) fluent = result.places[fluent];
  ground.net = smallest;
  ground.proof.facts.clear();
  ground.program = nullptr;
}

}  // namespace tesuji::driver

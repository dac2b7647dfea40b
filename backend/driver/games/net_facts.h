// Proved facts at work on a game's net: smaller circuits for states that plays lead to.
#pragma once

#include "backend/driver/games/kept_net.h"
#include "backend/driver/games/net.h"
#include "backend/proofs/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/goal_costs.h"
#include "passes/nets/hide_fluents.h"
#include "runtime/host/game/state_facts.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::driver {

/// The facts by the names of the net's fluents, as Game::fluents gives them.
[[nodiscard]] std::vector<runtime::StateFact> named_facts(const ir::FluentFacts& facts,
                                                          std::span<const std::string> names);

/// The reverse. Facts about fluents that the net does not have, as those that are constant in it,
/// are left out.
[[nodiscard]] ir::FluentFacts facts_of(const std::vector<runtime::StateFact>& named,
                                       const GroundGame& ground);

/// Facts that the net's own structure and play suggest, proved; none where it does not answer legal
/// moves, next states and terminal, or the limits are reached.
[[nodiscard]] ir::FluentFacts find_facts(const ir::Net& net, std::size_t roles,
                                         const sat::Limits& limits);

/// The costs of the game's goals (passes/nets/make_goal_costs.h), with the facts about groups of
/// fluents that are proved in this time.
[[nodiscard]] ir::GoalCosts goal_costs(const GroundGame& ground, std::chrono::seconds proving);

/// The facts, which are proved, and what is equal under them, as far as it is found in
/// 20 seconds.
[[nodiscard]] NetProofs compare_signals(const GroundGame& ground, ir::FluentFacts facts);

/// Puts a smaller net in the place of the game's that is equal in all states with these facts.
/// False where a pass failed (reported).
[[nodiscard]] bool apply_proofs(GroundGame& ground, const NetProofs& proofs, const Options& options,
                                Session& session);

/// Proves the facts of options.invariants on the net again, unless options.cache has their proofs,
/// and applies them. False (reported, code
/// "invariants") where they do not hold; of a net for states of play alone (`states_of_play`),
/// which may differ in other states, those are applied that can be proved. Does nothing where there
/// are none; reports a warning where it cannot use them.
[[nodiscard]] bool use_invariants(GroundGame& ground, const Options& options, bool states_of_play,
                                  Session& session);

/// Leaves fluents out of the states of a net that is the whole game (passes/nets/hide_fluents.h),
/// as far as GroundGame::facts allows. No boards are made of it then. Reports what passes over nets
/// do.
void hide_fluents(GroundGame& ground, passes::GroupCodes codes, const Options& options,
                  Session& session);

}  // namespace tesuji::driver

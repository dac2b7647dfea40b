// A game that shows more of its states: relations that formulas ask about and that the game
// contract (runtime/host/game/game.h) does not show.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

/// Where the truth of a relation's tuples in a state is to be had.
enum class Sight : std::uint8_t {
  fluents,   ///< `true.*`
  legal,     ///< `legal`, `legal.*` of roles
  terminal,  ///< `terminal`
  goal,      ///< `goal`, `goal.*` of roles
  fixed,     ///< computed from facts alone: the same in all states
  observed,  ///< all others: a goal relation of its own shows it
  never      ///< depends on the moves made, or is no relation that formulas may ask about
};

/// By relation. Requires domains.
[[nodiscard]] std::vector<Sight> find_sights(const ir::Module& lowered);

/// The functor of the terms by which `relation` is shown as a goal: one that no goal of the
/// rulesheet has.
[[nodiscard]] std::string observed_functor(const ir::Module& lowered, ir::RelationId relation);

/// Whether a goal value, in KIF, is a term by which some relation is shown.
[[nodiscard]] bool is_observed_goal(const ir::Module& lowered, std::string_view goal);

/// Whether the rulesheet has clauses for `sees` (GDL-II).
[[nodiscard]] bool has_percepts(const ir::Module& lowered);

/// A copy of the clauses in which each of the relations that has to be observed is shown to the
/// first role as goals, whatever the engine:
///     rule goal.'observed.7'#1 { goal.'observed.7'(xplayer, A, B) :- line(A, B) }
/// Relations that are shown anyhow, or cannot be, change nothing. Requires domains; drops strata.
[[nodiscard]] ir::Module with_observed(const ir::Module& lowered,
                                       std::span<const std::uint32_t> relations);

/// Passes that leave out fluents and moves, or rules about them, that no reachable state has, or
/// that refuse such states.
/// Without them (passes::PipelineOptions::disabled) matchers of a module whose domains are inferred
/// can be in every state that clingo takes for one: for replays from anywhere (replay.h).
inline constexpr std::array<std::string_view, 4> narrowing_passes = {
    "fold-rigid", "narrow-domains", "infer-domains", "remove-dead"};

/// The tuples of those of the relations that are Sight::fixed; none for the others. In the order
/// of `relations`. Nothing where a limit was reached (reported).
[[nodiscard]] std::optional<std::vector<ir::Facts>> fixed_facts(
    const ir::Module& lowered, std::span<const std::uint32_t> relations,
    passes::PassContext& context);

}  // namespace tesuji::proofs

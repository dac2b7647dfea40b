// Makes a game show more of its states: relations that formulas read and that the game contract
// (runtime/host/game/game.h) does not show.
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

/// Where the truth of a relation's tuples in a state can be read.
enum class Sight : std::uint8_t {
  fluents,   ///< `true.*`
  legal,     ///< `legal`, `legal.*` of roles
  terminal,  ///< `terminal`
  goal,      ///< `goal`, `goal.*` of roles
  fixed,     ///< computed from facts alone: the same in all states
  observed,  ///< all others: an additional goal relation shows it
  never      ///< depends on the moves made, or formulas must not refer to the relation
};

/// Returns the sight of each relation. Requires domains.
[[nodiscard]] std::vector<Sight> find_sights(const ir::Module& lowered);

/// Returns the functor of the terms that show `relation` as a goal; no goal of the rulesheet has
/// this functor.
[[nodiscard]] std::string observed_functor(const ir::Module& lowered, ir::RelationId relation);

/// Whether a goal value, in KIF, is a term that shows some relation.
[[nodiscard]] bool is_observed_goal(const ir::Module& lowered, std::string_view goal);

/// Whether the rulesheet has clauses for `sees` (GDL-II).
[[nodiscard]] bool has_percepts(const ir::Module& lowered);

/// Returns a copy of the clauses that shows each relation of kind Sight::observed to the first role
/// as goals, for any engine:
///     rule goal.'observed.7'#1 { goal.'observed.7'(xplayer, A, B) :- line(A, B) }
/// Relations that are visible anyway, or cannot be shown, change nothing. Requires domains; drops
/// strata.
[[nodiscard]] ir::Module with_observed(const ir::Module& lowered,
                                       std::span<const std::uint32_t> relations);

/// Passes that remove fluents and moves, or rules about them, that no reachable state has, or that
/// reject such states. Without them (passes::PipelineOptions::disabled), matchers of a module with
/// inferred domains accept every state that clingo considers: for replays from any state
/// (replay.h).
inline constexpr std::array<std::string_view, 4> narrowing_passes = {
    "fold-rigid", "narrow-domains", "infer-domains", "remove-dead"};

/// Returns the tuples of those relations that are Sight::fixed, and none for the others, in the
/// order of `relations`. Returns nothing if a limit was reached (reported).
[[nodiscard]] std::optional<std::vector<ir::Facts>> fixed_facts(
    const ir::Module& lowered, std::span<const std::uint32_t> relations,
    passes::PassContext& context);

}  // namespace tesuji::proofs

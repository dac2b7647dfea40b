// Planning as satisfiability: a SAT solver looks for a play of a puzzle that ends with a goal.
//
// The game's net is unrolled from the initial state, one joint move a step, and the solver is asked
// about growing horizons (horizon_rounds.h). Where the game ends every play by itself, as with a
// step counter, no horizon is left in the end, and there is no such play at all.
//
// Facts that hold in every state of every play (mutual exclusions, as planners find them) are
// added as clauses at every time. Of moves that commute (commuting_moves.h), the one of the lower
// number comes first.
//
// Source: Kautz and Selman, Planning as Satisfiability (1992).
#pragma once

#include "backend/proofs/sat/commuting_moves.h"
#include "backend/proofs/sat/simulation.h"
#include "backend/proofs/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::sat {

struct PlanningOptions {
  /// Goals of the one role that plays, as positions in Net::goals: a play ends with one of these.
  std::vector<std::uint32_t> wanted;
  std::uint32_t most_moves = 0;    ///< the longest plan; 0: no limit
  std::uint32_t likely_moves = 0;  ///< of a plan: the first window goes as far
  bool shortest = false;           ///< each horizon is decided before a longer one is asked
  ir::FluentFacts facts{};         ///< hold in every state of every play
  CommutingMoves commuting{};      ///< of the role that plays; may be unknown
  Limits limits{};
  /// Called with a description of each phase as it starts; may be empty.
  std::function<void(const std::string&)> progress{};
};

struct PlanningResult {
  std::optional<std::vector<NetMoves>> plan;  ///< joint moves; the game is over after the last
  /// No play of fewer joint moves ends with the goal.
  std::uint32_t refuted_below = 0;
  /// No play of any length does; with PlanningOptions::most_moves, none of so many.
  bool refuted = false;
  bool limit_reached = false;
  std::uint64_t solver_calls = 0;
  std::uint64_t clauses = 0;
};

/// `net` answers all questions but percepts; its roles choose freely, so that all but one should
/// have a single move. Where the solver is stopped or a limit is reached, what is known by then.
[[nodiscard]] PlanningResult find_plan(const ir::Net& net, std::size_t roles,
                                       const PlanningOptions& options);

}  // namespace tesuji::sat

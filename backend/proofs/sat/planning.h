// Plans by satisfiability: a SAT solver searches for a play of a puzzle that ends with a goal.
//
// The game's net is unrolled from the initial state, one joint move a step, and the solver is
// queried about growing horizons. If the game ends every play by itself, as with a step counter,
// the horizons end too, and then no such play exists at all.
//
// Facts that hold in every state of every play (mutual exclusions, as planners find them) are added
// as clauses at every time. Of two commuting moves (commuting_moves.h), the one with the lower
// number comes first.
//
// Source: Kautz and Selman, Planning as Satisfiability (1992).
#pragma once

#include "backend/proofs/sat/commuting_moves.h"
#include "backend/proofs/sat/gates.h"
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

// Growing horizons, in rounds with budgets of conflicts.
//
// A *horizon* is a number of steps. The query for a *window* of horizons is whether a plan exists
// with one of them. Each round queries every open window, with fewer conflicts for each further
// window and more in each round, and adds a window: finding a plan of some length is often faster
// than refuting all shorter ones. All queries go to one solver, by assumptions, so that clauses
// learned in one serve the others.
//
// Source: Rintanen, Heljanko, Niemela, Planning as satisfiability: parallel plans and algorithms
// for plan search (2006), algorithm B.

/// Horizons up to `last`, from the end of the previous window on.
struct Window {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  Literal reached = 0;  ///< holds if a plan with one of these exists
};

struct HorizonRounds {
  /// Adds clauses for the next window, and returns it; returns nothing if no longer plan exists.
  std::function<std::optional<Window>()> next;
  bool shortest = false;  ///< each window is decided before a longer one is queried

  // The results, valid even if LimitReached was thrown:
  bool found = false;               ///< the solver's model is a plan
  bool refuted = false;             ///< there is no plan
  std::uint32_t refuted_below = 0;  ///< no plan has fewer steps
};

/// Queries until a plan is found or impossible. Throws LimitReached.
void ask_horizons(HorizonRounds& rounds, Workspace& workspace, const Limits& limits);

struct PlanningOptions {
  /// Goals of the only role that plays, as positions in Net::goals: a play must end with one of
  /// them.
  std::vector<std::uint32_t> wanted;
  std::uint32_t most_moves = 0;    ///< maximum length of a plan; 0: no limit
  std::uint32_t likely_moves = 0;  ///< likely length of a plan: the first window extends to it
  bool shortest = false;           ///< each horizon is decided before a longer one is queried
  ir::FluentFacts facts{};         ///< hold in every state of every play
  CommutingMoves commuting{};      ///< of the role that plays; may be unknown
  Limits limits{};
  /// Called with a description of each phase as it starts; may be empty.
  std::function<void(const std::string&)> progress{};
};

struct PlanningResult {
  std::optional<std::vector<NetMoves>> plan;  ///< joint moves; the game is over after the last
  /// No play with fewer joint moves ends with the goal.
  std::uint32_t refuted_below = 0;
  /// No play of any length does, or with PlanningOptions::most_moves, none of at most that length.
  bool refuted = false;
  bool limit_reached = false;
  std::uint64_t solver_calls = 0;
  std::uint64_t clauses = 0;
};

/// `net` must answer all questions except percepts. Its roles choose freely, so all but one should
/// have a single move. If the solver is stopped or a limit is reached, returns the results so far.
[[nodiscard]] PlanningResult find_plan(const ir::Net& net, std::size_t roles,
                                       const PlanningOptions& options);

}  // namespace tesuji::sat

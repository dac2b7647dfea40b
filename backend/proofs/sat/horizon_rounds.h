// Searches for plans with growing horizons by a SAT solver, in rounds with budgets of conflicts.
//
// A *horizon* is a number of steps. The query for a *window* of horizons is whether a plan exists
// with one of them. Each round queries every open window, with fewer conflicts for each further
// window and more in each round, and adds a window: finding a plan of some length is often faster
// than refuting all shorter ones. All queries go to one solver, by assumptions, so that clauses
// learned in one serve the others.
//
// Source: Rintanen, Heljanko, Niemela, Planning as satisfiability: parallel plans and algorithms
// for plan search (2006), algorithm B.
#pragma once

#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/solver.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace tesuji::sat {

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

}  // namespace tesuji::sat

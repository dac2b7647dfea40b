// Asks a SAT solver about growing horizons, in rounds with budgets of conflicts.
//
// A *horizon* is a number of steps. The question of a *window* of horizons is whether a plan exists
// with one of these. In each round every window that is open is asked, with fewer conflicts from
// one to the next and more from round to round, and a window is added: a plan of some length is
// often found sooner than it is refuted that there is a shorter one. All questions go to one
// solver, by assumptions, so that what it learns from one serves the others.
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

/// Horizons up to `last`, from where the window before ends.
struct Window {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  Literal reached = 0;  ///< a plan with one of these exists
};

struct HorizonRounds {
  /// Adds clauses for the next window, and returns it; nothing: there is no longer plan.
  std::function<std::optional<Window>()> next;
  bool shortest = false;  ///< each window is decided before a longer one is asked

  // What came of it, also where LimitReached was thrown.
  bool found = false;               ///< the solver's model is a plan
  bool refuted = false;             ///< there is no plan
  std::uint32_t refuted_below = 0;  ///< no plan has fewer steps
};

/// Asks until there is a plan or none is possible. Throws LimitReached.
void ask_horizons(HorizonRounds& rounds, Workspace& workspace, const Limits& limits);

}  // namespace tesuji::sat

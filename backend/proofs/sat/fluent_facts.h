// Finds and proves facts about the fluents of a net: which never change, which are equal, and
// groups of which at most one, or exactly one, holds.
//
// Candidates are facts that hold in sampled states of random play: about fluents that hold in the
// same states, and about those of a relation that differ in one column, or agree in one, as
// planners find groups (Helmert, Concise finite-domain representations for PDDL planning tasks,
// 2009). They are proved together by mutual induction over one move
// (backend/proofs/sat/induction.h): candidates that a model of the step violates are dropped, until
// there is no model.
#pragma once

#include "backend/proofs/sat/solver.h"
#include "backend/proofs/sat/unrolling.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::sat {

/// Returns a literal that holds exactly if a fact of this kind holds of these fluents' literals.
[[nodiscard]] Literal fact_literal(Gates& gates, ir::FluentFact::Kind kind,
                                   std::vector<Literal> literals);
/// The same for the fact at this time.
[[nodiscard]] Literal fact_literal(Unrolling& unrolling, const ir::FluentFact& fact,
                                   std::uint32_t time);

/// Returns facts that hold in some thousand states of random play, sorted by form and then by
/// fluents. Excludes fluents that are constants in the net. `net` must answer legal moves, next
/// states and terminal. `joined`: also returns groups with fluents that no sampled play reached,
/// and groups that differ in one column together with a fluent of another relation that has the
/// other columns, such as a clear cell.
[[nodiscard]] ir::FluentFacts candidate_facts(const ir::Net& net, std::size_t roles,
                                              bool joined = false);

struct ProvedFacts {
  ir::FluentFacts facts;       ///< proved candidates, in their order
  bool limit_reached = false;  ///< then none is proved
};

/// Returns the largest set of candidates that holds initially and is preserved by every legal move.
[[nodiscard]] ProvedFacts prove_facts(const ir::Net& net, std::size_t roles,
                                      const ir::FluentFacts& candidates, const Limits& limits);

}  // namespace tesuji::sat

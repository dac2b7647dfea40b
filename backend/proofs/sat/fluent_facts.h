// Finds and proves facts about the fluents of a net: which never change, which are equal, and
// groups of which at most one, or exactly one, holds.
//
// Candidates are what holds in states of random play: of fluents that hold in the same ones, and of
// those of a relation that differ in one column, or agree in one, as planners find groups (Helmert,
// Concise finite-domain representations for PDDL planning tasks, 2009). They are proved together by
// mutual induction over one move (backend/proofs/sat/induction.h): a candidate that a model of the
// step violates goes, until there is no model.
#pragma once

#include "backend/proofs/sat/solver.h"
#include "backend/proofs/sat/unrolling.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::sat {

/// A literal that holds exactly when a fact of this kind holds of these fluents' literals.
[[nodiscard]] Literal fact_literal(Gates& gates, ir::FluentFact::Kind kind,
                                   std::vector<Literal> literals);
/// The same of the fact at the time.
[[nodiscard]] Literal fact_literal(Unrolling& unrolling, const ir::FluentFact& fact,
                                   std::uint32_t time);

/// What holds in some thousand states of random play, by form and then by fluents. Nothing about
/// fluents that the net has as constants. `net` answers legal moves, next states and terminal.
/// `joined`: also groups with fluents that no play was seen to reach, and groups that differ in one
/// column with a fluent of another relation that has the other columns, as that a cell is clear.
[[nodiscard]] ir::FluentFacts candidate_facts(const ir::Net& net, std::size_t roles,
                                              bool joined = false);

struct ProvedFacts {
  ir::FluentFacts facts;       ///< of the candidates, in their order
  bool limit_reached = false;  ///< then none is proved
};

/// The largest set of candidates that holds initially and follows from itself over a legal move.
[[nodiscard]] ProvedFacts prove_facts(const ir::Net& net, std::size_t roles,
                                      const ir::FluentFacts& candidates, const Limits& limits);

}  // namespace tesuji::sat

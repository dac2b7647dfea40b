// Learns the rules of one predicate from examples over many states: covers the positive ones with
// clauses, and invents predicates.
//
// *Covering*: clauses are searched for a few uncovered positive examples (clause_beam.h), with
// small limits first. The clause that saves the most bits is taken: the cost of listing the
// examples that it covers minus the cost of writing it down. At the end the cheapest subset of all
// clauses found is chosen again.
//
// *Exceptions*: if a clause covers negative examples that no single literal excludes, these become
// the positive examples of a new predicate, and the clause gets `not exception(..)` (Bain and
// Muggleton 1991, Non-monotonic learning): `next_cell(X,Y,P) :- true_cell(X,Y,P), not
// changed(X,Y,P)`.
//
// *Parts*: an atom of the target whose positive examples are all covered becomes a predicate
// without arguments that clauses of other atoms may use: `goal(x,50) :- not goal_x_100, ..`.
#pragma once

#include "learner/game_rules/clause_beam.h"

#include <cstdint>
#include <vector>

namespace tesuji::learner {

/// The rules of one predicate.
struct RuleDefinition {
  PlayPredicate predicate = 0;
  std::vector<PlayAtom> atoms;  ///< for which the rules are evaluated
  std::vector<PlayClause> clauses;
};

/// Each after those that it needs.
using RuleDefinitions = std::vector<RuleDefinition>;

/// Evaluates the rules, and adds the predicate to the world. Returns false if that takes too much
/// memory.
[[nodiscard]] bool define(FactWorld& world, const RuleDefinition& definition,
                          std::size_t most_words);

struct CoverOptions {
  bool greedy = false;  ///< top-down, one clause at a time, without invention: for comparison
  bool noise = false;   ///< clauses may cover negative examples if they save bits all the same
  std::uint32_t levels = 3;          ///< of limits: 1 to 4
  std::size_t most_words = 1 << 18;  ///< of a clause's matches
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;
  /// As BeamLimits::log, for the first search of each problem, before anything is covered.
  std::function<void(const RuleProblem&, const PlayClause&, const RuleCounts&)> log = nullptr;
};

struct CoverResult {
  RuleDefinitions definitions;      ///< the last one is the target's, if it has clauses
  std::vector<RuleSeed> uncovered;  ///< positive examples without a clause
  double cost = 0;                  ///< bits of all clauses
  bool limited = false;             ///< a search was ended by a limit on memory or clauses, or by a
                                    ///< stop
  BeamStatistics statistics;
};

/// Adds the invented predicates to `world` while it runs, and removes them again. `vocabulary` must
/// be the world's. The same world and options give the same result, unless it is stopped.
[[nodiscard]] CoverResult cover(FactWorld& world, PlayVocabulary& vocabulary, PlayPredicate target,
                                const std::vector<PlayAtom>& atoms, const CoverOptions& options);

}  // namespace tesuji::learner

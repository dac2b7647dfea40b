// Learns the rules of one predicate from examples over many states: covers the positive ones with
// clauses, and invents predicates.
//
// *Covering*: clauses are searched for a few positive examples that nothing covers yet
// (clause_beam.h), with small limits first. Of those found the one is taken that saves most bits:
// what it costs to list the examples that it covers, less what it costs to write it down. At the
// end the cheapest set of all clauses that were found is chosen anew.
//
// *Exceptions*: where a clause covers negative examples that no single literal excludes, these are
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
  std::vector<PlayAtom> atoms;  ///< for which they are evaluated
  std::vector<PlayClause> clauses;
};

/// Each after those that it needs.
using RuleDefinitions = std::vector<RuleDefinition>;

/// Evaluates the rules, and gives the world the predicate. False where that takes too much memory.
[[nodiscard]] bool define(FactWorld& world, const RuleDefinition& definition,
                          std::size_t most_words);

struct CoverOptions {
  bool greedy = false;  ///< top-down, one clause at a time, nothing invented: for comparison
  bool noise = false;   ///< clauses may cover negative examples, where they save bits all the same
  std::uint32_t levels = 3;          ///< of limits: 1 to 4
  std::size_t most_words = 1 << 18;  ///< of a clause's matches
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;
  /// BeamLimits::log, of the first search of each problem, before anything is covered.
  std::function<void(const RuleProblem&, const PlayClause&, const RuleCounts&)> log = nullptr;
};

struct CoverResult {
  RuleDefinitions definitions;      ///< the last one is the target's, if it has clauses
  std::vector<RuleSeed> uncovered;  ///< positive examples without a clause
  double cost = 0;                  ///< bits of all clauses
  bool limited = false;             ///< a limit of memory, of clauses, or a stop bound a search
  BeamStatistics statistics;
};

/// `world` gets the predicates that are invented, and loses them again. `vocabulary` is the
/// world's. Same world, same options, same result, but for stops.
[[nodiscard]] CoverResult cover(FactWorld& world, PlayVocabulary& vocabulary, PlayPredicate target,
                                const std::vector<PlayAtom>& atoms, const CoverOptions& options);

}  // namespace tesuji::learner

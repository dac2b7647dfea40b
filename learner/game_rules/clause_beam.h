// Searches clauses for one seed: a positive example that they must cover, without negative ones.
//
// A beam search from general to special: it starts with the heads that cover the seed and adds one
// literal at a time, keeping the best `width` clauses of each length by information gain. Only
// literals that hold for the seed are tried. Of clauses that cover the same examples (by the same
// matches) only the cheapest is kept. Sources: Quinlan (1990), Learning logical definitions from
// relations; Muggleton (1995), Inverse entailment and Progol (seeds).
#pragma once

#include "learner/game_rules/literal_choices.h"
#include "runtime/host/game/stop.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::learner {

/// Which heads a search begins with.
enum class BeamHeads : std::uint8_t {
  all,
  ground,    ///< only the seed's atom, without variables
  variables  ///< all others
};

struct BeamLimits {
  BeamHeads heads = BeamHeads::all;
  std::size_t width = 10;
  std::size_t literals = 3;     ///< literals of a body, counted as steps of the search (a link
                                ///< counts together with its test)
  std::uint32_t links = 1;      ///< links looked through in one step: 0, 1 or 2
  double fanout = 1.5;          ///< of a link
  bool look_through = true;     ///< look through links at the tests after them; else a link is a
                                ///< step
  std::uint32_t variables = 6;  ///< of a clause
  LiteralLanguage language;
  std::size_t most_words = 1 << 18;        ///< of a clause's matches
  std::uint64_t most_clauses = 5'000'000;  ///< tested
  const std::atomic<bool>* stop = nullptr;
  /// Called with each tested clause and what it covers of the problem; may be empty.
  std::function<void(const RuleProblem&, const PlayClause&, const RuleCounts&)> log = nullptr;
};

struct FoundClause {
  PlayClause clause;
  RuleCounts counts;
  double cost = 0;  ///< bits
};

struct BeamResult {
  std::vector<FoundClause> clean;  ///< without negative examples; best first
  std::vector<FoundClause> near;   ///< with some; best first
  bool limited = false;            ///< ended by a limit on clauses or on memory, or by a stop
};

struct BeamStatistics {
  std::uint64_t clauses = 0;  ///< tested on all examples, heads included
  std::uint64_t skipped = 0;  ///< skipped because they do not cover the seed
  std::uint64_t sampled = 0;  ///< rejected by their results on a sample of atoms
};

/// `target` must be the predicate of the problem's atoms. The same problem and seed give the same
/// result, unless it is stopped.
[[nodiscard]] BeamResult search_clauses(const RuleProblem& problem, PlayPredicate target,
                                        const RuleSeed& seed, const BeamLimits& limits,
                                        BeamStatistics& statistics);

}  // namespace tesuji::learner

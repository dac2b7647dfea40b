// Computes the static facts of a rulesheet: those of relations that depend on no state, such as
// `succ`.
#pragma once

#include "backend/driver/session.h"
#include "learner/game_rules/play_examples.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::learner {

struct StaticFacts {
  std::vector<PlayAtom> facts;     ///< sorted
  std::vector<std::string> large;  ///< relations omitted because they have too many facts
};

/// Evaluates the relations whose rules depend neither on the state nor on moves; of the keywords,
/// only `role` and `input`. Omits relations with more than `largest` facts. If one cannot be
/// evaluated bottom-up (growing terms, unsafe rules), omits all relations that have rules. `sheet`
/// must be normalised.
[[nodiscard]] StaticFacts static_facts(const frontend::Rulesheet& sheet,
                                       const driver::Session& session, std::size_t largest,
                                       PlayVocabulary& vocabulary);

}  // namespace tesuji::learner

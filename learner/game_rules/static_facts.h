// Computes the static facts of a rulesheet: relations that depend on no state, such as `succ`.
#pragma once

#include "backend/driver/session.h"
#include "learner/game_rules/play_examples.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::learner {

struct StaticFacts {
  std::vector<PlayAtom> facts;     ///< sorted
  std::vector<std::string> large;  ///< relations left out, since they have too many facts
};

/// Relations whose rules depend neither on the state nor on moves, `role` and `input` among them,
/// but no other keyword; those of more than `largest` facts are left out. Where one cannot be
/// evaluated bottom-up (terms that grow, unsafe rules), all that have rules are left out. `sheet`
/// is normalised.
[[nodiscard]] StaticFacts static_facts(const frontend::Rulesheet& sheet,
                                       const driver::Session& session, std::size_t largest,
                                       PlayVocabulary& vocabulary);

}  // namespace tesuji::learner

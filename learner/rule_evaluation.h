// Bottom-up evaluation of rules that were found to be safe and stratified (background_rules.h).
#pragma once

#include "learner/background_rules.h"

namespace tesuji::learner {

/// Whether the atom is the built-in test that two terms are different.
[[nodiscard]] inline bool is_dif(const ir::PrologTerm& atom, const FactBackground& background) {
  return atom.is("dif", 2) && background.find("dif", 2) == nullptr;
}

/// Adds what follows. Errors: "limit".
[[nodiscard]] bool evaluate_rules(const std::vector<ir::LogicClause>& rules,
                                  FactBackground& background, ir::Diagnostics& diagnostics,
                                  const RuleLimits& limits);

}  // namespace tesuji::learner

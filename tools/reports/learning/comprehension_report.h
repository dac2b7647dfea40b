// Reports how easily people may understand a strategy, as text, JSON and CSV.
#pragma once

#include "learner/comprehension/comprehension.h"
#include "tools/base/report.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// `states` are those that were measured.
struct ComprehensionScene {
  const runtime::Game& game;
  const learner::Comprehension& comprehension;
  std::vector<runtime::State> states;
};

/// Returns a table of predicates with the text to read and the work for each, and the state with
/// the most work.
[[nodiscard]] std::string comprehension_text(const ComprehensionScene& scene);
[[nodiscard]] Json comprehension_json(const ComprehensionScene& scene);
/// Returns the work in one state.
[[nodiscard]] Json to_json(const learner::HandWork& work);

}  // namespace tesuji::tools

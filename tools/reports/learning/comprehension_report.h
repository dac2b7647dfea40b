// Reports how well people may understand a strategy, as text, JSON and CSV.
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

/// A table of predicates with what is to be read and done for each, and the state of most work.
[[nodiscard]] std::string comprehension_text(const ComprehensionScene& scene);
[[nodiscard]] Json comprehension_json(const ComprehensionScene& scene);
/// The work in one state.
[[nodiscard]] Json to_json(const learner::HandWork& work);

}  // namespace tesuji::tools

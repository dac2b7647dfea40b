// Reports what `tesuji induce --iggp` has learned, and why it did not learn more.
#pragma once

#include "ir/core/diagnostics.h"
#include "learner/game_rules/play_folder.h"
#include "learner/game_rules/rule_learning.h"
#include "tools/base/report.h"

#include <string>

namespace tesuji::tools {

struct IggpScene {
  const learner::PlayFolder& folder;
  const learner::LearnedRules& rules;
  const learner::RuleLearningOptions& options;
};

/// Adds an error for each target whose rules are wrong about training states: code "limit" if time
/// or a limit ended the search, otherwise "not-found"; with examples that no clause covers.
void report_unlearned(const IggpScene& scene, ir::Diagnostics& diagnostics);

/// Returns a line for each target: right answers about the test states, clauses tested, time.
[[nodiscard]] std::string iggp_table(const IggpScene& scene);

/// Returns the results as docs/learning/iggp.md describes.
[[nodiscard]] Json iggp_json(const IggpScene& scene);

}  // namespace tesuji::tools

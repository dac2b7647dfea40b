// Reports a search of `tesuji induce`.
#pragma once

#include "ir/core/diagnostics.h"
#include "learner/induction/induction_checks.h"
#include "learner/induction/induction_task.h"
#include "tools/base/report.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// One search, and the clauses that it chose from.
struct SearchedShapes {
  std::string metarules;  ///< usual, bias, migo or a path
  learner::SearchResult result;
  learner::SearchOptions options;
  learner::ClauseSpace space;
  bool left = false;  ///< before its end, since another one found a program or was stopped
  std::vector<learner::SearchCut> cuts = {};  ///< limits that left programs out
};

struct InduceScene {
  const learner::InductionTask& task;
  const SearchedShapes& searched;  ///< what has the program, or the reason why there is none
  std::vector<SearchedShapes> others = {};  ///< what was searched, too
  std::string program = {};                 ///< Prolog; empty if none was found
  double seconds = 0;
  bool time_is_over = false;                      ///< a search that was stopped: by --seconds
  std::vector<std::string> hints = {};            ///< notes for a search that found nothing
  std::vector<learner::SingleSearch> alone = {};  ///< where all was tried in vain: of each example
  std::vector<std::string> missed = {};  ///< with noise: positive examples that are exceptions
  std::vector<std::string> wrongly_covered = {};  ///< with noise: negative ones
};

/// Fills in the exceptions of the result as text.
void note_noise(InduceScene& scene, const learner::Background& background);

/// Reports a search with noise: warnings (code "noise") for examples that are treated as noise; an
/// error where no program makes the description shorter ("not-found"), or where a limit or an
/// interrupt ended the search, so that there may be a better program ("limit").
void report_noise(const InduceScene& scene, ir::Diagnostics& diagnostics);

/// Reports why nothing was found: code "limit" where a limit or an interrupt ended the search,
/// otherwise "not-found". At the example that stands for it; with notes at those
/// that no program covers by itself, and for each limit that left programs out.
void report_failure(const InduceScene& scene, ir::Diagnostics& diagnostics);

/// Warns (code "limit") of a program of which it is not known whether it covers negative examples.
void report_doubt(const InduceScene& scene, ir::Diagnostics& diagnostics);

/// `3 clauses, found after 1,204 steps`
[[nodiscard]] std::string induce_summary(const InduceScene& scene);

/// As docs/learning/induction.md describes it.
[[nodiscard]] Json induce_json(const InduceScene& scene, const ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools

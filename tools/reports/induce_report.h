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
  bool left = false;  ///< ended early because another one found a program or was stopped
  std::vector<learner::SearchCut> cuts = {};  ///< limits that left programs out
};

struct InduceScene {
  const learner::InductionTask& task;
  const SearchedShapes& searched;  ///< the search that has the program, or the reason why none was
                                   ///< found
  std::vector<SearchedShapes> others = {};  ///< the other searches
  std::string program = {};                 ///< Prolog; empty if none was found
  double seconds = 0;
  bool time_is_over = false;            ///< a search that was stopped: by --seconds
  std::vector<std::string> hints = {};  ///< notes for a search that found nothing
  std::string fault = {};               ///< what is wrong with the example that is not covered
  std::vector<learner::SingleSearch> alone = {};  ///< if all programs were tried in vain: for each
                                                  ///< example
  std::vector<std::string> missed = {};  ///< with noise: positive examples that are exceptions
  std::vector<std::string> wrongly_covered = {};  ///< with noise: negative examples that are
                                                  ///< exceptions
};

/// Fills in the exceptions of the result as text.
void note_noise(InduceScene& scene, const learner::Background& background);

/// Reports a search with noise: warnings (code "noise") for examples that are treated as noise; an
/// error if no program makes the description shorter ("not-found"), or if a limit or an interrupt
/// ended the search, so that there may be a better program ("limit").
void report_noise(const InduceScene& scene, ir::Diagnostics& diagnostics);

/// Reports why nothing was found: code "limit" if a limit or an interrupt ended the search,
/// otherwise "not-found". Placed at the example that shows it; with notes at those that no program
/// covers by itself, and for each limit that left programs out.
void report_failure(const InduceScene& scene, ir::Diagnostics& diagnostics);

/// Warns (code "limit") if it is unknown whether a program covers negative examples.
void report_doubt(const InduceScene& scene, ir::Diagnostics& diagnostics);

/// Returns `3 clauses, found after 1,204 steps`.
[[nodiscard]] std::string induce_summary(const InduceScene& scene);

/// Returns the result as docs/learning/induction.md describes.
[[nodiscard]] Json induce_json(const InduceScene& scene, const ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools

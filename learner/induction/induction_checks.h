// Checks a learning task before or early in a search: predicates that no clause can call, and
// examples that no program covers.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/induction_text.h"
#include "learner/induction/induction_task.h"
#include "learner/induction/search_cuts.h"
#include "learner/search/fact_background.h"

#include <cstdint>
#include <vector>

namespace tesuji::learner {

/// Keeps the metarules that the bias allows: those with few enough variables and literals, and,
/// unless `recursion`, those that are not recursive. Errors: "bias" where none is left for clauses
/// of a target of that arity, though there was one.
[[nodiscard]] bool keep_to_bias(const ir::BiasText& bias, bool recursion, std::size_t target_arity,
                                std::vector<ir::ClauseMetarule>& metarules,
                                ir::Diagnostics& diagnostics);

/// What the metarules let clauses be, and which limits of the bias leave out more than
/// keep_to_bias kept of `all`.
[[nodiscard]] ClauseSpace space_of(const ir::BiasText& bias, bool recursion,
                                   const std::vector<ir::ClauseMetarule>& all,
                                   const std::vector<ir::ClauseMetarule>& kept);

/// Warns once (code "unused") of predicates of the background that no clause can call, since no
/// metarule has a literal of so many arguments. Those that only rules of the background use are no
/// matter, unless they are declared (body_pred).
void warn_of_unused(const std::vector<ir::ClauseMetarule>& metarules,
                    const ir::BackgroundText& text, const FactBackground& background,
                    const InductionTask& task, ir::Diagnostics& diagnostics);

/// Whether every positive example may be covered, as far as its constants tell. Errors
/// ("not-found"): a constant that stands in no fact that clauses may call, at an argument where
/// every clause asks for one. Warns ("unused") where that is so of negative examples, which then
/// exclude nothing.
[[nodiscard]] bool check_constants(const std::vector<ir::ClauseMetarule>& metarules,
                                   const FactBackground& background, const InductionTask& task,
                                   ir::Diagnostics& diagnostics);

/// A search for a program that covers one positive example, and no negative one.
struct SingleSearch {
  std::size_t example = 0;
  SearchResult::End end = SearchResult::End::exhausted;
  std::uint32_t size = 0;  ///< of the program that was found; otherwise of those tried last
  std::uint64_t steps = 0;
  bool more_clauses = false;  ///< as of SearchResult, and so are the next ones
  bool too_deep = false;
  bool too_many_goals = false;
};

/// One for each positive example, with at most `most_steps` each; of many examples only as many
/// as `all_steps` are enough for. What no search finds here no search for all examples can find.
[[nodiscard]] std::vector<SingleSearch> search_single_examples(ClauseSearch& search,
                                                               const InductionTask& task,
                                                               SearchOptions options,
                                                               std::uint64_t most_steps,
                                                               std::uint64_t all_steps);

/// Reports the examples that stand out: errors ("not-found") for those that no program of at most
/// max_clauses clauses covers; if there is none, a warning ("example") for the one that takes more
/// clauses than every other. False if there was an error.
[[nodiscard]] bool report_single_examples(const std::vector<SingleSearch>& searches,
                                          const InductionTask& task, const SearchOptions& options,
                                          const ClauseSpace& space, ir::Diagnostics& diagnostics);

}  // namespace tesuji::learner

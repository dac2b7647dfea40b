// Checks a learning task before or early in a search. Finds predicates that no clause can call, and
// examples that no program can cover.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"
#include "learner/induction/induction_task.h"
#include "learner/induction/search_cuts.h"
#include "learner/search/fact_background.h"

#include <cstdint>
#include <vector>

namespace tesuji::learner {

/// Keeps the metarules that the bias allows: those with few enough variables and literals, and,
/// unless `recursion`, those that are not recursive. Errors: "bias" if none remains for a target of
/// that arity, though there was one.
[[nodiscard]] bool keep_to_bias(const ir::BiasText& bias, bool recursion, std::size_t target_arity,
                                std::vector<ir::ClauseMetarule>& metarules,
                                ir::Diagnostics& diagnostics);

/// Describes the clauses that the metarules `kept` allow: most body literals, most variables, and
/// whether max_body or max_vars excluded some of `all`.
[[nodiscard]] ClauseSpace space_of(const ir::BiasText& bias, bool recursion,
                                   const std::vector<ir::ClauseMetarule>& all,
                                   const std::vector<ir::ClauseMetarule>& kept);

/// Warns once (code "unused") of background predicates that no clause can call, because no metarule
/// has a literal with as many arguments. Ignores those that only background rules use, unless they
/// are declared (body_pred).
void warn_of_unused(const std::vector<ir::ClauseMetarule>& metarules,
                    const ir::BackgroundText& text, const FactBackground& background,
                    const InductionTask& task, ir::Diagnostics& diagnostics);

/// Checks whether every positive example can be covered, as far as its constants show. Error
/// ("not-found"): an argument for which every clause requires a callable fact has a constant that
/// occurs in none. Warns ("unused") of such negative examples, which then exclude nothing.
[[nodiscard]] bool check_constants(const std::vector<ir::ClauseMetarule>& metarules,
                                   const FactBackground& background, const InductionTask& task,
                                   ir::Diagnostics& diagnostics);

/// Checks whether every positive example can be covered, as far as one call of the background
/// shows. If each metarule has a literal with exactly the head's arguments, such a call has to
/// hold. Error
/// ("not-found") for an example for which no callable predicate holds, with what `fault_of`
/// returns; it may be null. Warns ("unused") of such negative examples, which then exclude nothing.
[[nodiscard]] bool check_calls(const std::vector<ir::ClauseMetarule>& metarules,
                               FactBackground& background, const InductionTask& task,
                               const FaultOf& fault_of, ir::Diagnostics& diagnostics);

/// A search for a program that covers one positive example, and no negative one.
struct SingleSearch {
  std::size_t example = 0;
  SearchResult::End end = SearchResult::End::exhausted;
  std::uint32_t size = 0;  ///< of the program found; otherwise of those tried last
  std::uint64_t steps = 0;
  bool more_clauses = false;  ///< as in SearchResult; so are the fields that follow
  bool too_deep = false;
  bool too_many_goals = false;
};

/// Searches for each positive example separately, with at most `most_steps` each; of many examples
/// only as many as `all_steps` allow. If a search here finds no program, no search for all examples
/// can find one.
[[nodiscard]] std::vector<SingleSearch> search_single_examples(ClauseSearch& search,
                                                               const InductionTask& task,
                                                               SearchOptions options,
                                                               std::uint64_t most_steps,
                                                               std::uint64_t all_steps);

/// Reports single examples that explain a failure: errors ("not-found") for those that no program
/// of at most max_clauses clauses covers; without any, a warning ("example") for the one that needs
/// more clauses than every other. Returns false if there was an error.
[[nodiscard]] bool report_single_examples(const std::vector<SingleSearch>& searches,
                                          const InductionTask& task, const SearchOptions& options,
                                          const ClauseSpace& space, ir::Diagnostics& diagnostics);

}  // namespace tesuji::learner

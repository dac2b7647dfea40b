// The target and the examples of an induction, as a clause search reads them.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/induction_text.h"
#include "learner/search/clause_search.h"
#include "learner/search/fact_background.h"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::learner {

struct InductionTask {
  std::string target;
  std::uint32_t arity = 0;
  std::vector<Example> positive;
  std::vector<Example> negative;
  std::vector<ir::Span> positive_places;  ///< one for each
  std::vector<ir::Span> negative_places;
  std::vector<std::uint32_t> types;  ///< of the target's arguments; may be empty
  /// Whether calls of the background are proved, which may make ever new terms; recursion is
  /// bounded then, by max_depth and only_steps of SearchOptions.
  bool makes_terms = false;
  std::uint32_t max_depth = std::numeric_limits<std::uint32_t>::max();
};

/// The value of an example's argument; nothing where it has none, which is reported.
using ValueOf = std::function<std::optional<Value>(const ir::PrologTerm&)>;

/// Examples that are there twice are taken once. Errors: "arity", "several-targets",
/// "contradiction" (the same example positive and negative, unless there may be noise),
/// "no-examples" (none that is positive).
[[nodiscard]] std::optional<InductionTask> make_task(const std::vector<ir::ExampleText>& examples,
                                                     const ValueOf& value_of,
                                                     ir::Diagnostics& diagnostics,
                                                     bool noise = false);

/// Offers a search what `text` lets clauses call (body_pred), or else all relations in the order
/// of their first clause, with their types and inputs; gives the task the target's types and a
/// bound on recursion: 100 and twice the longest list's length. Where calls of the background are
/// proved, positive examples with shorter lists come first then. Types of what neither the
/// background nor the examples have are left out: files may be there for several targets. Errors:
/// "unknown-predicate", "arity", "target-defined" where the background has the target or what is
/// named like the predicates that are invented for it. False if there was any.
[[nodiscard]] bool offer_predicates(const ir::BackgroundText& text, FactBackground& background,
                                    InductionTask& task, ir::Diagnostics& diagnostics);

/// Whether a search with these metarules makes sense. Errors: "unknown-predicate" where one names a
/// predicate that the background does not offer; "arity" where none is for the target.
[[nodiscard]] bool fit(const std::vector<ir::ClauseMetarule>& metarules,
                       const Background& background, const InductionTask& task,
                       ir::Diagnostics& diagnostics);

}  // namespace tesuji::learner

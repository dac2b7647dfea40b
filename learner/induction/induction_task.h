// Reads the target and the examples of an induction task for a clause search.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"
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
  /// Whether background calls are proved, which may make ever new terms; recursion is then bounded
  /// by max_depth and only_steps of SearchOptions.
  bool makes_terms = false;
  std::uint32_t max_depth = std::numeric_limits<std::uint32_t>::max();
};

/// Returns the value of an example's argument; nothing if it has none, after reporting that.
using ValueOf = std::function<std::optional<Value>(const ir::PrologTerm&)>;

/// Returns what is wrong with an example apart from the clauses: no legal move of the game leads
/// from the first state to the second. Empty: nothing.
using FaultOf = std::function<std::string(const Example&)>;

/// Makes the task; ignores repetitions of examples. Errors: "arity", "several-targets",
/// "contradiction" (the same example positive and negative, unless noise is allowed), "no-examples"
/// (no positive one).
[[nodiscard]] std::optional<InductionTask> make_task(const std::vector<ir::ExampleText>& examples,
                                                     const ValueOf& value_of,
                                                     ir::Diagnostics& diagnostics,
                                                     bool noise = false);

/// Offers a search the predicates that `text` lets clauses call (body_pred), or else all relations
/// in the order of their first clause, with their types and inputs; sets the task's target types
/// and its bound on recursion: 100 plus twice the longest list's length. If background calls are
/// proved, sorts positive examples with shorter lists first. Ignores types of predicates that
/// neither the background nor the examples have, because files may serve several targets. Errors:
/// "unknown-predicate", "arity", "target-defined" if the background defines the target, or a name
/// of the predicates that are invented for it. Returns false if there was any.
[[nodiscard]] bool offer_predicates(const ir::BackgroundText& text, FactBackground& background,
                                    InductionTask& task, ir::Diagnostics& diagnostics);

/// Whether a search with these metarules makes sense. Errors: "unknown-predicate" if one names a
/// predicate that the background does not offer; "arity" if none fits the target.
[[nodiscard]] bool fit(const std::vector<ir::ClauseMetarule>& metarules,
                       const Background& background, const InductionTask& task,
                       ir::Diagnostics& diagnostics);

}  // namespace tesuji::learner

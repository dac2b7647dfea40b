// Adds clauses to a background: derives facts from rules bottom-up, or lets calls of them be
// proved.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"
#include "learner/search/fact_background.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace tesuji::learner {

struct RuleLimits {
  std::size_t max_facts = 5'000'000;         ///< of all rules
  std::uint32_t max_depth = 100;             ///< of terms in them
  std::uint32_t max_length = 1'000'000;      ///< of lists that rules make
  std::uint64_t max_call_steps = 1'000'000;  ///< for the proof of one call (rule_prover.h)
  const std::atomic<bool>* stop = nullptr;
};

/// Adds the facts, and all that follows from them by the rules, stratum by stratum, each by
/// semi-naive evaluation: after the first round a rule derives only results that use a fact of the
/// round before. Arguments may be any terms; bodies may have tests (built_in_tests.h), and clauses
/// may define `dif` themselves.
///
/// If the body of a rule does not bind a variable of the head that occurs elsewhere in the clause
/// or is `_`, or calls a relation without a table (CalledRelations), calls of its predicate are
/// proved instead (rule_prover.h), and so are those of all predicates that depend on it; the other
/// variables of such rules are checked as in other rules, with the head's variables as bound.
/// Errors: "unknown-predicate" in a body, with a suggestion; "unsafe" for variables that no
/// positive literal or equation binds (`_` under `not` is any value); "keyword" for clauses of
/// other tests, and of relations without a table; "unstratified"; "limit" if max_facts, max_depth
/// or a stop request ends it, or a list with variables is longer than 1000. Returns false if there
/// was any. Source: Abiteboul, Hull, Vianu (1995), Foundations of Databases, sections 13.1
/// and 15.2.
[[nodiscard]] bool add_background(const std::vector<ir::LogicClause>& clauses,
                                  FactBackground& background, ir::Diagnostics& diagnostics,
                                  const RuleLimits& limits = {});

}  // namespace tesuji::learner

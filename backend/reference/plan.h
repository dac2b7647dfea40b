// Chooses the order in which a rule's goals are selected.
//
// Any order gives the same answers if tests wait until they are ground (section 13.6), so the order
// affects only speed: first the tests that are ready, then the goal with the fewest expected
// answers.
#pragma once

#include "backend/reference/fact_table.h"
#include "backend/reference/term.h"

#include <cstdint>
#include <vector>

namespace tesuji::reference {

struct Literal;
struct Relation;
struct Rule;

struct Step {
  const Literal* literal = nullptr;
  /// Stored literals: the columns whose arguments are ground by then, the others, and the index for
  /// the former.
  std::vector<std::uint32_t> ground;
  std::vector<std::uint32_t> open;
  FactTable::IndexId index = 0;
  /// No later step needs the variables that it binds: one answer is enough.
  bool once = false;
};

struct Plan {
  std::vector<bool> ground;  ///< the rule's variables that are ground at the start
  std::uint32_t epoch = 0;   ///< Rulebase::epoch() when the plan was made
  std::vector<Step> steps;
  std::uint32_t head_ready = 0;  ///< number of the first step before which the head is ground
  /// A literal that never becomes ready: reaching the end of the steps is then an error.
  const Literal* stuck = nullptr;
};

/// Returns the plan of a rule for a start; made on the first request, and again after the stores
/// have grown much. Valid until the rule's next plan is made.
[[nodiscard]] const Plan& plan_for(Rule& rule, const std::vector<bool>& ground, std::uint32_t epoch,
                                   const TermStore& terms);

}  // namespace tesuji::reference

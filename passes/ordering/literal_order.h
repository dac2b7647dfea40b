// Chooses the order of a clause's body literals.
//
// Greedy, by ordering metarules (Cazenave, section 2.2): the next of the remaining positive
// literals is the one with the smallest priority for the variables bound so far. Its priority is
// the smallest number that any metarule gives it: those synthesised from domains and static facts
// (estimates.h) or the user's. Ties are broken by the fewest steps to scan, then by source order.
// Comparisons and negated literals come as soon as they are ground, as do ground positive ones:
// they bind nothing.
//
// That order is short-sighted: it ignores the cost of a match and the tests that become possible
// after it, so that ten literals with one match each may precede the one that would have eliminated
// all bindings. So the expected steps of a body are counted for this order, for the order that next
// takes the literal that eliminates the most bindings per step (Ibaraki and Kameda, On the optimal
// nesting order for computing n-relational joins), and, if these are many, for that order begun
// with each of the literals. The one with the fewest steps is chosen if it promises at least three
// tenths less than the source order, and 250 steps per evaluation; otherwise the source order
// stays: another order means different code, which often takes longer to compile. If metarules of
// the user match, the greedy order is used.
//
// A call of the rule's own relation precedes everything that need not be bound for it, whatever the
// estimates: its cost grows with the number of preceding bindings to the power of the recursion
// depth, so that no estimate is good enough.
//
// `Ordering::By::cheapest` uses the given metarules as selectivities, instead of those from domains
// and static facts, and searches for the order of fewest steps with them: metarules of a profile
// are more accurate, but do not contain the cost of a scan either.
//
// `Ordering::By::source` keeps the order of the positive literals, for comparison.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/estimates.h"
#include "passes/core/pass.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// Returns positions in `rule.body`, each once. `delta`: the literal that scans only new tuples; it
/// comes first.
[[nodiscard]] std::vector<std::size_t> order_literals(const ir::Module& module,
                                                      const Estimates& estimates,
                                                      const Ordering& ordering,
                                                      const ir::Rule& rule,
                                                      std::optional<std::size_t> delta);

struct ExpectedJoin {
  std::vector<std::size_t> order;
  double steps = 0;
  double tuples = 0;  ///< of the head; values of its other variables count once
};

/// Returns the expected cost of evaluating the rule, in the order chosen by estimates.
[[nodiscard]] ExpectedJoin expected_join(const ir::Module& module, const Estimates& estimates,
                                         const ir::Rule& rule);

}  // namespace tesuji::passes

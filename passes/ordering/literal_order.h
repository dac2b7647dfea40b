// Chooses the order of a clause's body literals.
//
// Greedy, by ordering metarules (Cazenave, section 2.2): of the positive literals that
// are left, the one with the smallest priority for what is bound by then comes next. Its
// priority is the smallest number that any metarule gives it: those synthesised from
// domains and static facts (estimates.h) or the user's. Of equal ones the one that costs
// fewest steps to walk, then the first of the source. Comparisons and negated literals
// come as soon as they are ground, like positive ones that are: they bind nothing.
//
// That order is short-sighted: it looks neither at what a match costs nor at what can be
// tested behind it, and ten literals with one match each may come before the one that
// would have stopped them all. So the steps that a body is expected to take are counted for
// it, for the order that next takes what stops the most bindings for each step (Ibaraki and
// Kameda, On the optimal nesting order for computing n-relational joins), and where these
// are many, for that order begun with each of the literals. The one of fewest steps is taken
// if it promises three tenths less than the source's order, and 250 steps an evaluation; else
// that stays: another order is other code, which takes longer to compile as often as not. Where
// metarules of the user have a say, the greedy order counts.
//
// A call of the rule's own relation comes before everything that need not be bound for it,
// whatever is expected: what it costs grows with the bindings before it to the power of how
// deep the recursion is, so that no estimate is good enough.
//
// `Ordering::By::cheapest` takes these for what a literal lets through, instead of what domains
// and static facts tell, and looks for the order of fewest steps with them: metarules of a
// profile tell more than those, and know as little as they do what a walk costs.
//
// `Ordering::By::source` keeps the order of the positive literals, for comparison.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/estimates.h"
#include "passes/core/ordering.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// Positions in `rule.body`, each once. `delta`: the literal that is looked through for
/// what is new; it comes first.
[[nodiscard]] std::vector<std::size_t> order_literals(const ir::Module& module,
                                                      const Estimates& estimates,
                                                      const Ordering& ordering,
                                                      const ir::Rule& rule,
                                                      std::optional<std::size_t> delta);

struct ExpectedJoin {
  std::vector<std::size_t> order;
  double steps = 0;
  double tuples = 0;  ///< of the head; what stands for its other variables counts once
};

/// What an evaluation of the rule is expected to take, in the order that estimates give.
[[nodiscard]] ExpectedJoin expected_join(const ir::Module& module, const Estimates& estimates,
                                         const ir::Rule& rule);

}  // namespace tesuji::passes

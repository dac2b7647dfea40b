// Strata of production rules, and what they deduce without them.
//
// Rules ask for the absence of facts that other rules may add. Chained in the order of the text,
// what they deduce then depends on that order (ir/module/agenda.h). Stratum by stratum it does not:
// a stratum's rules run to the end before any rule is tried that asks for the absence of what they
// add. Each stratum alone is add-only, and so is free for every pass. Source: Abiteboul, Hull,
// Vianu (1995), Foundations of Databases, section 15.2.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// The stratum of each rule of the module, from 0 on without gaps. Errors (code "unstratified"):
/// rules that remove facts, and rules that depend on the absence of what they lead to.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> stratify_rules(
    const ir::Module& module, ir::Diagnostics& diagnostics);

/// A premise whose absent facts a rule may still add after the premise was tried.
struct OrderedPremise {
  std::size_t rule = 0;
  ir::RelationId relation = ir::no_id;
  ir::Span premise;
  std::size_t adder = 0;  ///< the rule that may add such facts then
  std::size_t cause = 0;  ///< the rule that may run again, or run only then: the adder, or one that
                          ///< leads to it
  ir::Span conclusion;    ///< of the adder: where it adds them
};

/// All such premises, in the order of the text. Where rules also remove facts of the relation, a
/// premise of the rule that adds them is left out: where facts come and go, that is meant. A rule
/// that adds to what its own first premise goes through is done after one run, since facts that
/// arrive are visited too.
[[nodiscard]] std::vector<OrderedPremise> premises_that_order_decides(const ir::Module& module);

}  // namespace tesuji::passes

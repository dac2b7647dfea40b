// Stratifies production rules, and finds premises whose result depends on rule order.
//
// Rules test the absence of facts that other rules may add. If rules are chained in the order of
// the text, their conclusions then depend on that order (ir/module/agenda.h). Stratum by stratum
// they do not: a stratum's rules run to completion before any rule that tests the absence of facts
// they add. Each stratum by itself is add-only, so every pass may transform it. Source: Abiteboul,
// Hull, Vianu (1995), Foundations of Databases, section 15.2.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// Returns the stratum of each rule of the module, numbered from 0 without gaps. Errors (code
/// "unstratified"): rules that remove facts, and rules that depend on the absence of their own
/// consequences.
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
  ir::Span conclusion;    ///< the adder's conclusion
};

/// Returns all such premises, in the order of the text. If rules also remove facts of the relation,
/// ignores a premise of the rule that adds them: such changes are intended. A rule that adds facts
/// to the relation scanned by its own first premise is complete after one run, since scans include
/// facts that arrive.
[[nodiscard]] std::vector<OrderedPremise> premises_that_order_decides(const ir::Module& module);

}  // namespace tesuji::passes

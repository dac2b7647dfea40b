// Leaves relations that are too large for grounding to the matchers (docs/engines/nets.md).
#pragma once

#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

/// Whether a net may omit the relation: it is derived, and neither fluents nor moves depend on it.
[[nodiscard]] bool may_be_left_out(const ir::Module& module, ir::RelationId relation);

/// Marks the relations that depend on these within one state, and these themselves: a net cannot
/// compute them. By relation.
[[nodiscard]] std::vector<bool> unknown_without(const ir::Module& module,
                                                const std::vector<bool>& left_out);

/// Returns the relation together with its relation of needs, or the relation that it gives needs
/// for.
[[nodiscard]] std::vector<ir::RelationId> with_need(const ir::Module& module,
                                                    ir::RelationId relation);

/// A module in which all tuples of some relations are considered true.
struct Relaxed {
  ir::Module module;
  std::vector<bool> asked;  ///< relations that still have rules; the others are not needed
};

/// Omits these relations: their rules, and the literals that read them. Variables bound only by
/// these literals may have any value of their domain; relations `any.*`, after the others, bind
/// them. The possible tuples of the remaining relations are a superset of the module's. Requires
/// domains; drops strata.
[[nodiscard]] Relaxed relax(const ir::Module& module, const std::vector<bool>& left_out);

}  // namespace tesuji::passes

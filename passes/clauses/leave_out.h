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

/// The relation, and the other of the two: what is needed of it, or what it says is needed.
[[nodiscard]] std::vector<ir::RelationId> with_need(const ir::Module& module,
                                                    ir::RelationId relation);

/// A module in which all tuples of some relations are considered true.
struct Relaxed {
  ir::Module module;
  std::vector<bool> asked;  ///< relations that still have rules; the others are not needed
};

/// Leaves these relations out: their rules, and the literals that ask about them. Variables that
/// only these literals bind may be anything of their domain; for that there are relations
/// `any.*`, behind the others. What may be true of what is asked may be more than in the
/// module, never less. Requires domains; drops strata.
[[nodiscard]] Relaxed relax(const ir::Module& module, const std::vector<bool>& left_out);

}  // namespace tesuji::passes

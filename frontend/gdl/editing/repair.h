// Proposes edits of a rulesheet that correct what its checks report: a condition that binds a
// variable, a frame axiom, the removal of a clause.
#pragma once

#include "frontend/gdl/editing/written_clauses.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// Inserts a positive literal into the body of the rule in which the variable at `variable` occurs:
/// before the first literal with the variable, since some reasoners evaluate bodies in order; at
/// the end if only the head has it.
///
///   (<= (next (cell ?x b)) (not (true (cell ?x w))))     with `(index ?x)` becomes
///   (<= (next (cell ?x b)) (index ?x) (not (true (cell ?x w))))
///
/// Returns nullopt for facts, and in infix form for bodies with `|`, whose parts it would regroup.
[[nodiscard]] std::optional<SheetEdit> insert_condition(const SheetSnapshot& sheet, NodeId variable,
                                                        std::string_view condition);

/// Replaces the first negated atom with the variable, directly in the body of its rule, by
/// `negated`, and adds `rule` after the clause. Returns an empty list if no literal is one.
[[nodiscard]] std::vector<SheetEdit> negate_by_relation(const SheetSnapshot& sheet, NodeId variable,
                                                        std::string_view negated,
                                                        std::string_view rule);

/// Adds the rule that keeps all fluents of the form of `fluent`, after the last rule for `next`:
///
///   (<= (next (hand ?player ?card)) (true (hand ?player ?card)))
///
/// Returns nullopt if no rule for `next` exists.
[[nodiscard]] std::optional<SheetEdit> insert_frame_axiom(const SheetSnapshot& sheet,
                                                          NodeId fluent);

/// Removes the clause that contains the node; with its lines if nothing else is there.
[[nodiscard]] SheetEdit remove_clause(const SheetSnapshot& sheet, NodeId node);

}  // namespace tesuji::frontend

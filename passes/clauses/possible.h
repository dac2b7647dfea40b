// Computes a superset of each relation's tuples in any state (docs/engines/nets.md).
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <optional>

namespace tesuji::passes {

/// Whether a net has no signals for a relation: it is static, or only defines needs of others
/// (demand.h), which a net computes in any case.
[[nodiscard]] bool is_decided(const ir::Relation& relation);

/// Returns the module without its rules, in which every relation is of kind `fixed` with its
/// possible tuples as facts (sorted by domain positions): the least model of its rules without
/// negated literals over non-static relations, with fluents from `init` and `next` and moves from
/// `legal`.
///
/// Requires level clauses, domains, and static relations folded. Returns nullopt if there were more
/// than `max_rows` rows (then `over` is the relation with the most), or if the evaluator reported
/// an error.
[[nodiscard]] std::optional<ir::Module> find_possible(const ir::Module& module,
                                                      PassContext& context, std::uint64_t max_rows,
                                                      ir::RelationId& over);

}  // namespace tesuji::passes

// Computes a superset of the tuples that each relation holds in any state (docs/engines/nets.md).
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <optional>

namespace tesuji::passes {

/// Whether a net has no signals for a relation: it is static, or only says what is asked of
/// others (demand.h), which a net answers whether it is asked or not.
[[nodiscard]] bool is_decided(const ir::Relation& relation);

/// The module without its rules, with the tuples of every relation that may be true as facts
/// (sorted by domain positions) and all relations of kind `fixed`: the least model of its rules
/// without their negated literals over what is not static, with fluents from `init` and `next`
/// and moves from `legal`.
///
/// Requires level clauses, domains, and static relations folded. Nothing when more than
/// `max_rows` rows came up (then `over` is the relation that had most), or when the evaluator
/// reported something.
[[nodiscard]] std::optional<ir::Module> find_possible(const ir::Module& module,
                                                      PassContext& context, std::uint64_t max_rows,
                                                      ir::RelationId& over);

}  // namespace tesuji::passes

// Lowers a validated rulesheet to IR clauses.
//
// Every *shape* of term gets its own relation, so that no terms remain at run time: a worklist
// starts from the facts and specialises each rule for the shapes that its body literals may have (a
// variable may represent a whole compound term). Disjunctions are multiplied out while the result
// is small, and otherwise become helper relations. The pass infer-domains computes column domains.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

#include <memory>
#include <optional>

namespace tesuji::frontend {

/// Returns on success a module at level clauses whose columns have no domains yet (ir::no_id).
/// Errors: code "recursion" if terms would grow without bound, "limit".
[[nodiscard]] std::optional<ir::Module> lower(const Rulesheet& rulesheet,
                                              std::shared_ptr<ir::SourceMap> sources,
                                              std::shared_ptr<ir::SymbolTable> symbols,
                                              ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend

// Lowers production rules and their initial facts to agendas (ir/module/agenda.h).
//
// Relations that no rule concludes become static, others memory. A column's domain contains the
// constants that facts and conclusions can put into it. A comparison or `absent` premise is moved
// after the `present` premises that bind its variables.
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

#include <memory>
#include <optional>
#include <vector>

namespace tesuji::frontend {

/// Returns a module of agendas, at level plans. Keeps the order of facts, and drops duplicates.
/// Errors: "arity" for facts whose arity differs from the rules' or from other facts'. Warnings:
/// "undefined" for a relation that a rule reads although neither facts nor conclusions have it.
/// `later`: facts added or removed between runs; they are not initial facts, but their relations
/// are memory even if no rule concludes them, and the columns' domains contain their constants.
[[nodiscard]] std::optional<ir::Module> lower_rules(const RuleSet& rules,
                                                    const std::vector<GroundFact>& facts,
                                                    const std::vector<GroundFact>& later,
                                                    std::shared_ptr<ir::SourceMap> sources,
                                                    std::shared_ptr<ir::SymbolTable> symbols,
                                                    ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend

// Lowers production rules and the facts they start with to agendas (ir/module/agenda.h).
//
// Relations that no rule concludes become static, others memory. A column's domain
// is what facts and conclusions can put into it. A comparison or `absent` premise
// that stands before a `present` one which binds its variables waits until then.
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

#include <memory>
#include <optional>
#include <vector>

namespace tesuji::frontend {

/// A module of agendas, at level plans. Facts come in their order, duplicates once.
/// Errors: "arity" for facts of another arity than the rules say or among each
/// other. Warnings: "undefined" for a relation that neither facts nor conclusions
/// have and a rule asks for. `later`: facts that come or go between runs; the module
/// does not start with them, but their relations are memory although no rule may
/// conclude them, and their constants are in the columns' domains.
[[nodiscard]] std::optional<ir::Module> lower_rules(const RuleSet& rules,
                                                    const std::vector<GroundFact>& facts,
                                                    const std::vector<GroundFact>& later,
                                                    std::shared_ptr<ir::SourceMap> sources,
                                                    std::shared_ptr<ir::SymbolTable> symbols,
                                                    ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend

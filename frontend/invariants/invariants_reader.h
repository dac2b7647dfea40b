// Reads state sequence invariants written as text: docs/languages/invariant-language.md.
//
// Source: Haufe, Schiffel, Thielscher, Automated Verification of State Sequence Invariants in
// General Game Playing (2012), definition 3, over the relations of a lowered rulesheet.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// Reads all invariants of a `.inv` file in order; a family whose parameters have several shapes
/// becomes one invariant for each. `module` is at level clauses with inferred domains; constants of
/// the text are interned in its symbols. Returns nullopt after an error. Error codes: "parse",
/// "limit", "bounds", "undefined", "arity", "keyword", "unsafe", "duplicate", "recursion";
/// warnings: "unreachable", "undefined", "unused", "empty-domain".
[[nodiscard]] std::optional<std::vector<ir::Invariant>> read_invariants(
    ir::FileId file, const ir::Module& module, ir::Diagnostics& diagnostics);

/// Reads one formula as text, `φ` or `name: φ` with or without a `.`; `domain` statements may
/// precede it. An unnamed formula gets `default_name`.
[[nodiscard]] std::optional<std::vector<ir::Invariant>> read_property(ir::FileId file,
                                                                      std::string_view default_name,
                                                                      const ir::Module& module,
                                                                      ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend

// Declares fluents and moves of a rulesheet by clauses of `base` and `input`.
#pragma once

#include "frontend/gdl/editing/written_clauses.h"

#include <optional>
#include <vector>

namespace tesuji::frontend {

/// Declares all terms of the form of `term`, a fluent or move that a clause concludes, by clauses
/// of `base` or `input`: for each argument, all values that can occur there (SheetValues). Inserts
/// them after the last such clause. Generators are unary relations of facts, or `role`:
///
///   (<= (base (cell ?row ?mark)) (index ?row) (mark ?mark))
///
/// An argument for which no generator exists gets a clause for each of its values. Returns nullopt
/// if values are unknown or compound, or more than 24 clauses would be needed.
[[nodiscard]] std::optional<SheetEdit> insert_declaration(const SheetSnapshot& sheet, NodeId term);

/// Declares all fluents and moves of a sheet in which nothing is named `base`, or `input`. Returns
/// nullopt if it has both, or if some form cannot be declared.
[[nodiscard]] std::optional<std::vector<SheetEdit>> insert_declarations(const SheetSnapshot& sheet);

}  // namespace tesuji::frontend

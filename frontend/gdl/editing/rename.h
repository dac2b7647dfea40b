// Renames relations, functions, constants and variables of a rulesheet without changing the game.
#pragma once

#include "frontend/gdl/editing/sheet_snapshot.h"

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// Returns why the name at this node cannot be changed, for messages; empty if it can: keywords
/// have their meaning, numbers their value.
[[nodiscard]] std::string why_not_renamed(const SheetSnapshot& sheet, NodeId node);

struct Renaming {
  std::string fault;              ///< why it is impossible; empty if it is possible
  std::string name;               ///< as it must be written
  std::vector<TextRange> places;  ///< all occurrences, in the order of the text
};

/// Renames a variable in its clause, another name everywhere. `name` is in the syntax of the sheet;
/// a variable's `?` is optional. Refuses names that cannot be written or mean something else, and
/// names that the sheet already uses, which would merge with it.
[[nodiscard]] Renaming plan_renaming(const SheetSnapshot& sheet, NodeId node,
                                     std::string_view name);

}  // namespace tesuji::frontend

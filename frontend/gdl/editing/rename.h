// Renames relations, functions, constants and variables of a rulesheet so that the game stays the
// same.
#pragma once

#include "frontend/gdl/editing/sheet_snapshot.h"

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// Why the name at this node cannot be changed, for messages; empty if it can: keywords have their
/// meaning, numbers their value.
[[nodiscard]] std::string why_not_renamed(const SheetSnapshot& sheet, NodeId node);

struct Renaming {
  std::string fault;              ///< why it cannot be done; empty: it can
  std::string name;               ///< as it is to be written
  std::vector<TextRange> places;  ///< all of them, in the order of the text
};

/// Of a variable in its clause, of other names everywhere. `name`: in the syntax of the sheet; the
/// `?` of a variable may be missing. Refused: names that cannot be written or mean something else,
/// and those that the sheet has already, which would become one with it.
[[nodiscard]] Renaming plan_renaming(const SheetSnapshot& sheet, NodeId node,
                                     std::string_view name);

}  // namespace tesuji::frontend

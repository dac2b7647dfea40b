// Proposes names that fit a place of a rulesheet: relations, keywords, functions, constants that
// fit the column, variables of the clause.
#pragma once

#include "frontend/gdl/editing/sheet_snapshot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::frontend {

struct Completion {
  enum class Kind : std::uint8_t { keyword, relation, function, constant, variable };
  Kind kind = Kind::constant;
  std::string name;    ///< as written, a variable with its `?`
  std::string detail;  ///< its arguments, or its domain; may be empty
  bool fits = false;   ///< other clauses have it there, or nothing else is allowed there
};

struct Completions {
  TextRange replaced;            ///< the name that is there now
  std::vector<Completion> list;  ///< fitting names first, each group sorted by name
};

/// Returns no proposals within comments.
[[nodiscard]] Completions complete(const SheetSnapshot& sheet, std::uint32_t offset);

}  // namespace tesuji::frontend

// Finds what may be written at a place of a rulesheet: relations, keywords, functions, constants
// that fit the column, variables of the clause.
#pragma once

#include "frontend/gdl/editing/sheet_snapshot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::frontend {

struct Completion {
  enum class Kind : std::uint8_t { keyword, relation, function, constant, variable };
  Kind kind = Kind::constant;
  std::string name;    ///< as it is written, a variable with its `?`
  std::string detail;  ///< its arguments, or its domain; may be empty
  bool fits = false;   ///< what other clauses put there, or the only thing that may stand there
};

struct Completions {
  TextRange replaced;            ///< the name that stands there by now
  std::vector<Completion> list;  ///< what fits first, each part by name
};

/// Nothing in comments.
[[nodiscard]] Completions complete(const SheetSnapshot& sheet, std::uint32_t offset);

}  // namespace tesuji::frontend

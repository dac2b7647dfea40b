// Extracts the readable part of a rulesheet with syntax errors, for reports of other faults.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <vector>

namespace tesuji::frontend {

struct PartialSheet {
  Rulesheet intact;             ///< the clauses without errors
  std::vector<Clause> broken;   ///< of rules with an error: the heads, and the places up to it
  bool heads_are_lost = false;  ///< there may be clauses of which not even the head is known
};

}  // namespace tesuji::frontend

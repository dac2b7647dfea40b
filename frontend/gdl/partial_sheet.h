// Extracts the readable part of a rulesheet with syntax errors, so that other faults are reported.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <vector>

namespace tesuji::frontend {

struct PartialSheet {
  Rulesheet intact;             ///< the clauses without errors
  std::vector<Clause> broken;   ///< of rules with an error: heads, and places up to the error
  bool heads_are_lost = false;  ///< some clauses may lack even their head
};

}  // namespace tesuji::frontend

// What is worth knowing of the sets of formulas that are tried on every game.
#pragma once

#include "backend/asp/verification.h"
#include "tools/verify_words.h"

#include <string>
#include <vector>

namespace tesuji::tools {

struct Finding {
  std::string words;  ///< one line
  /// The one whose play shows that the game has a fault; null for all others.
  const asp::InvariantReport* shown = nullptr;
};

/// Of functionals and persistence what was proved, without what follows from the rest:
/// `cell(X,Y,_): exactly one for each X, Y`, `cell(_,_,{o,x}) stays true: 18 of 27`. Of properties
/// of the whole game whether they hold.
[[nodiscard]] std::vector<Finding> findings(const asp::SetReport& set, const FormulaWords& words);

}  // namespace tesuji::tools

// Summarises results of the formulas that are tried on every game.
#pragma once

#include "backend/proofs/verify/verification.h"
#include "tools/reports/verify/verify_words.h"

#include <string>
#include <vector>

namespace tesuji::tools {

struct Finding {
  std::string words;  ///< one line
  /// Of properties without which a game has a fault: the play that shows it, or the states that
  /// keep it from being proved (`pair`). Null for all others.
  const proofs::Play* shown = nullptr;
  bool pair = false;
  const proofs::InvariantReport* report = nullptr;
};

/// Of functionals and persistence what was proved, without what follows from the rest:
/// `cell(X,Y,_): exactly one for each X, Y`, `18 of 27 stay true: cell(_,_,{o,x})`. Of properties
/// of the whole game whether they hold.
[[nodiscard]] std::vector<Finding> findings(const proofs::SetReport& set,
                                            const FormulaWords& words);

}  // namespace tesuji::tools

// Summarises results of the formulas that are tried on every game.
#pragma once

#include "backend/proofs/verify/verification.h"
#include "tools/reports/verify/verify_words.h"

#include <string>
#include <vector>

namespace tesuji::tools {

struct Finding {
  std::string words;  ///< one line
  /// For properties whose violation is a fault of the game: the play that shows it, or the states
  /// that prevent a proof (`pair`). Null for all others.
  const proofs::Play* shown = nullptr;
  bool pair = false;
  const proofs::InvariantReport* report = nullptr;
};

/// For functionals and persistence, returns what was proved, without consequences of the rest:
/// `cell(X,Y,_): exactly one for each X, Y`, `18 of 27 stay true: cell(_,_,{o,x})`. For properties
/// of the whole game, whether they hold.
[[nodiscard]] std::vector<Finding> findings(const proofs::SetReport& set,
                                            const FormulaWords& words);

}  // namespace tesuji::tools

// Puts what is proved about a game into statements for people and programs.
#pragma once

#include "backend/proofs/games/summary.h"
#include "tools/base/json.h"
#include "tools/play/board_view.h"

#include <string>
#include <vector>

namespace tesuji::tools {

struct ProofStatement {
  std::string topic;  ///< `board`, `contents`, `turns`, `moves`, `goals`, `length`, `fluents`,
                      ///< `symmetry`
  std::string words;  ///< a sentence without the full stop
  std::string proof;  ///< `induction over 2 states`, `all 5478 states visited`, ..
  Json json;          ///< topic, statement, proof; and members of its own
};

/// In the order of topics.
[[nodiscard]] std::vector<ProofStatement> proof_statements(const driver::GameSummary& summary,
                                                           const BoardView& boards);

/// Formulas that are not proved, but held in all states that were looked at.
[[nodiscard]] std::vector<ProofStatement> held_statements(const driver::GameSummary& summary);

}  // namespace tesuji::tools

// Turns proved facts about a game into statements for people and programs.
#pragma once

#include "backend/proofs/games/summary.h"
#include "tools/base/json.h"
#include "tools/boards/board_view.h"

#include <string>
#include <vector>

namespace tesuji::tools {

struct ProofStatement {
  std::string topic;  ///< `board`, `contents`, `turns`, `moves`, `goals`, `length`, `fluents`,
                      ///< `symmetry`
  std::string words;  ///< a sentence without the full stop
  std::string proof;  ///< `induction over 2 states`, `all 5478 states visited`, ..
  Json json;          ///< topic, statement, proof; and members specific to the topic
};

/// Returns the statements in the order of topics.
[[nodiscard]] std::vector<ProofStatement> proof_statements(const driver::GameSummary& summary,
                                                           const BoardView& boards);

/// Returns formulas that are not proved, but held in all visited states.
[[nodiscard]] std::vector<ProofStatement> held_statements(const driver::GameSummary& summary);

}  // namespace tesuji::tools

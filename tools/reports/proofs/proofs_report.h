// Prints the proved facts about a game, for `tesuji explain --proofs`.
#pragma once

#include "backend/proofs/games/summary.h"
#include "tools/base/report.h"
#include "tools/boards/board_view.h"

#include <string>

namespace tesuji::tools {

/// Returns the proved facts, a statement a line; bugs of ours come first, limits last. With
/// `verbose` also, separately, formulas that are not proved, but held in random play. Ends in a
/// newline.
[[nodiscard]] std::string proofs_text(const driver::GameSummary& summary, const BoardView& boards,
                                      const std::string& path, bool verbose);

/// Returns the same for programs; `held` is empty unless `verbose`.
[[nodiscard]] Json proofs_json(const driver::GameSummary& summary, const BoardView& boards,
                               const std::string& path, bool verbose);

}  // namespace tesuji::tools

// Prints what is proved about a game, for `tesuji explain --proofs`.
#pragma once

#include "backend/proofs/games/summary.h"
#include "tools/base/report.h"
#include "tools/play/board_view.h"

#include <string>

namespace tesuji::tools {

/// What is proved, a statement a line; bugs of ours come first, limits last. With `verbose` also
/// what is not proved, but held in random play, apart. Ends in a newline.
[[nodiscard]] std::string proofs_text(const driver::GameSummary& summary, const BoardView& boards,
                                      const std::string& path, bool verbose);

/// The same for programs; `held` is empty unless `verbose`.
[[nodiscard]] Json proofs_json(const driver::GameSummary& summary, const BoardView& boards,
                               const std::string& path, bool verbose);

}  // namespace tesuji::tools

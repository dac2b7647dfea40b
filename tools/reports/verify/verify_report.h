// Prints the report of `tesuji verify` as text. As JSON: verify_json.h; as a page:
// verify_html.h.
#pragma once

#include "backend/proofs/verify/verification.h"
#include "ir/module/module.h"
#include "tools/play/board_view.h"

#include <string>

namespace tesuji::tools {

/// What there is to report, and what is needed to read it. Parts outlive the scene.
struct ReportScene {
  const proofs::VerificationReport& report;
  const ir::Module& module;  ///< of which the invariants are: at level clauses, with domains
  const BoardView& boards;
  std::string path;     ///< the game's file
  bool colour = false;  ///< of boards, in text
};

/// A line for each set, then each formula of the user's, with plays, then what was proved of
/// the automatic ones and what is surprising about them; all of these with `verbose`. Bugs of
/// ours come first. Long plays and formulas are abridged. Ends in a newline.
[[nodiscard]] std::string verify_text(const ReportScene& scene, bool verbose);

}  // namespace tesuji::tools

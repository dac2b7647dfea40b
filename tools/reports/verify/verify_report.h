// Prints the report of `tesuji verify` as text. As JSON: verify_json.h; as a page: verify_html.h.
#pragma once

#include "backend/proofs/verify/verification.h"
#include "ir/module/module.h"
#include "tools/play/board_view.h"

#include <string>

namespace tesuji::tools {

/// The results to report, with the data needed to print them. Its parts must outlive the scene.
struct ReportScene {
  const proofs::VerificationReport& report;
  const ir::Module& module;  ///< that the invariants are about: at level clauses, with domains
  const BoardView& boards;
  std::string path;     ///< the game's file
  bool colour = false;  ///< of boards, in text
};

/// Returns a line for each set, then each formula of the user's, with plays, then what was proved
/// of the automatic ones and what is surprising about them; all of these with `verbose`. Bugs of
/// ours come first. Long plays and formulas are abridged. Ends in a newline.
[[nodiscard]] std::string verify_text(const ReportScene& scene, bool verbose);

}  // namespace tesuji::tools

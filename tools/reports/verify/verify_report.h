// Prints the report of `tesuji verify`: as text (verify_report.cpp, and knowledge_report.cpp about
// what roles know), as JSON (verify_json.cpp), and as an HTML page (verify_html.cpp).
#pragma once

#include "backend/proofs/games/verify.h"
#include "backend/proofs/verify/verification.h"
#include "ir/module/module.h"
#include "tools/base/report.h"
#include "tools/boards/board_view.h"

#include <string>

namespace tesuji::tools {

/// The results to report, with the data needed to print them. Its parts must outlive the scene.
struct ReportScene {
  const proofs::VerificationReport& report;
  const ir::Module& module;  ///< that the invariants are about: at level clauses, with domains
  const BoardView& boards;
  std::string path;                            ///< the game's file
  bool colour = false;                         ///< of boards, in text
  const driver::PlayLength* length = nullptr;  ///< null if it was not requested
};

/// Returns a line for each set, then each formula of the user's, with plays, then what was proved
/// of the automatic ones and what is surprising about them; all of these with `verbose`. Bugs of
/// ours come first. Long plays and formulas are abridged. Ends in a newline.
[[nodiscard]] std::string verify_text(const ReportScene& scene, bool verbose);

/// Returns the user's formulas, then what every role should know, with plays; with `verbose` also
/// the fluents that it knows. Requires VerificationReport::knowledge. Ends in a newline.
[[nodiscard]] std::string knowledge_text(const ReportScene& scene, bool verbose);

/// Returns all results: each instance of each invariant, and complete plays.
[[nodiscard]] Json verify_json(const ReportScene& scene);

/// Returns one file of HTML, which is also well-formed XML and needs no other file and no script.
/// It contains everything; details have to be unfolded. Very long plays are drawn at both ends.
[[nodiscard]] std::string verify_html(const ReportScene& scene);

}  // namespace tesuji::tools

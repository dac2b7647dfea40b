// Traces (JSON): read, or refused with a reason; a trace that is read has its
// per-role lists complete.
#include "tests/fuzz/support.h"
#include "tools/files/trace.h"

using namespace tesuji;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const ir::FileId file = sources.add("input.json", fuzz::text_of(data, size));
  const auto trace = tools::read_trace(file, diagnostics);
  fuzz::check_report(diagnostics, trace.has_value());
  if (!trace) return 0;
  if (trace->roles.empty()) return 0;  // matches, which do not say who plays
  const std::size_t roles = trace->roles.size();
  for (const std::vector<tools::TraceStep>& playout : trace->playouts) {
    for (const tools::TraceStep& step : playout) {
      fuzz::require(!step.legal || step.legal->size() == roles,
                    "counted legal moves are of every role");
      fuzz::require(!step.goals || step.goals->size() == roles, "goals are of every role");
      fuzz::require(!step.all_legal || step.all_legal->size() == roles,
                    "full lists of legal moves are of every role");
      fuzz::require(step.joint_move.empty() || step.joint_move.size() == roles,
                    "a joint move has a move of every role");
    }
  }
  return 0;
}

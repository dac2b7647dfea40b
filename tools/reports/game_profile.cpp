#include "tools/reports/game_profile.h"

#include "tools/base/json.h"

#include "passes/ordering/plan_profile.h"
#include "tools/base/interrupt.h"
#include "tools/base/output_file.h"
#include "tools/reports/profile_file.h"

namespace tesuji::tools {

bool play_and_profile(const driver::LoadedGame& loaded, const std::string& path,
                      const std::function<void()>& play) {
  // Playouts end between evaluations; a limit ends within one.
  const auto write = [&](std::string_view end, bool whole) {
    const passes::Profile profile =
        passes::make_plan_profile(*loaded.module, loaded.trials(), whole, loaded.nanoseconds());
    const ir::SourceMap sources;
    ir::Diagnostics diagnostics(sources);
    const bool written =
        write_output(path, json_text(profile_to_json(profile, end), 1), diagnostics);
    print_diagnostics(diagnostics);
    return written;
  };
  try {
    play();
  } catch (const runtime::LimitReached&) {
    static_cast<void>(write("limit", false));
    throw;
  }
  return write(interrupted() ? "interrupted" : "done", true);
}

}  // namespace tesuji::tools

// Checks a rulesheet for faults as `tesuji check` does, for files and for texts in an editor.
#pragma once

#include "backend/driver/session.h"

#include <functional>
#include <memory>
#include <string>

namespace tesuji::tools {

/// Plays random games and all short plays of a module with the interpreter and reports their
/// findings (code_of() of finding_report.h); returns false if it cannot be played. Precondition of
/// driver::play_trial. `rulesheet`: the session has loaded it from a rulesheet.
bool report_trial(const std::shared_ptr<const ir::Module>& module, bool rulesheet,
                  driver::Session& session);

/// Reports all that `tesuji check` reports about a rulesheet without options. The text is the
/// session's first one; `path` is its name. Calls `read` when the rules as written have been
/// checked, before they are compiled and played.
void report_sheet(ir::FileId file, const std::string& path, driver::Session& session,
                  const std::function<void()>& read);

}  // namespace tesuji::tools

// Looks for faults of a rulesheet as `tesuji check` does, of files and of texts in an editor.
#pragma once

#include "backend/driver/session.h"

#include <functional>
#include <memory>
#include <string>

namespace tesuji::tools {

/// Plays random games and all short plays of a module with the interpreter and reports what they
/// find (code_of() of finding_report.h); false where it cannot be played. Precondition of
/// driver::play_trial. `rulesheet`: the session has loaded it from a rulesheet.
bool report_trial(const std::shared_ptr<const ir::Module>& module, bool rulesheet,
                  driver::Session& session);

/// Reports all that `tesuji check` reports of a rulesheet without options. The text is the
/// session's first one; `path` is its name. Calls `read` when the rules as they are written have
/// been checked, before they are compiled and played.
void report_sheet(ir::FileId file, const std::string& path, driver::Session& session,
                  const std::function<void()>& read);

}  // namespace tesuji::tools

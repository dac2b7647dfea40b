// Writes the file of --profile: trials and matches of the rules' literals during play.
#pragma once

#include "backend/driver/load.h"

#include <functional>
#include <string>

namespace tesuji::tools {

/// Calls `play`, and writes the counts of the game's matchers since loading (profile_file.h) to
/// `path`, even if `play` throws runtime::LimitReached, which it rethrows. Returns false if the
/// file cannot be written, which is reported on standard error. The game must be loaded with
/// driver::Options::count_trials.
[[nodiscard]] bool play_and_profile(const driver::LoadedGame& loaded, const std::string& path,
                                    const std::function<void()>& play);

}  // namespace tesuji::tools

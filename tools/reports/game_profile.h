// Writes the file of --profile: trials and matches of the rules' literals during play.
#pragma once

#include "backend/driver/load.h"

#include <functional>
#include <string>

namespace tesuji::tools {

/// Calls `play`, and writes what the game's matchers counted from its loading on (profile_file.h)
/// to `path`, even where `play` throws runtime::LimitReached, which is thrown on.
/// False where the file cannot be written, which is reported on standard error. The game was loaded
/// with driver::Options::count_trials.
[[nodiscard]] bool play_and_profile(const driver::LoadedGame& loaded, const std::string& path,
                                    const std::function<void()>& play);

}  // namespace tesuji::tools

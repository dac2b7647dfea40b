// Reads and writes profiles (passes/analysis/profile.h) as JSON files, for `--profile`: trials and
// matches of the rules' literals, in runs of production rules and in play.
#pragma once

#include "backend/driver/load.h"
#include "ir/core/diagnostics.h"
#include "passes/analysis/profile.h"
#include "runtime/host/production/production.h"
#include "tools/base/report.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// `end`: one word for how the run ended.
[[nodiscard]] Json profile_to_json(const passes::Profile& profile, std::string_view end);

/// Converts the observations of a run of production rules. `end` says whether it was broken off.
[[nodiscard]] Json profile_to_json(const ir::Module& module,
                                   const runtime::ProductionResult& result);

/// Reads the output of profile_to_json, or a file written by hand; reports errors (code "profile"),
/// with the file's name `name`, and then returns nothing.
[[nodiscard]] std::optional<passes::Profile> profile_from_json(std::string_view text,
                                                               const std::string& name,
                                                               ir::Diagnostics& diagnostics);

/// The counts of the game's matchers since loading; `whole`: all evaluations have ended. The game
/// must be loaded with driver::Options::count_trials.
[[nodiscard]] passes::Profile profile_of_play(const driver::LoadedGame& loaded, bool whole);

/// Calls `play`, and writes the counts of the game's matchers since loading to
/// `path`, even if `play` throws runtime::LimitReached, which it rethrows. Returns false if the
/// file cannot be written, which is reported on standard error. The game must be loaded with
/// driver::Options::count_trials.
[[nodiscard]] bool play_and_profile(const driver::LoadedGame& loaded, const std::string& path,
                                    const std::function<void()>& play);

}  // namespace tesuji::tools

// Reads and writes profiles (passes/analysis/profile.h) as JSON files, for `--profile`.
#pragma once

#include "ir/core/diagnostics.h"
#include "passes/analysis/profile.h"
#include "runtime/host/production/production.h"
#include "tools/base/report.h"

#include <optional>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// `end`: one word for how it came to its end.
[[nodiscard]] Json profile_to_json(const passes::Profile& profile, std::string_view end);

/// What a run of production rules observed. `end` tells whether it was broken off.
[[nodiscard]] Json profile_to_json(const ir::Module& module,
                                   const runtime::ProductionResult& result);

/// Reads what profile_to_json made, or somebody by hand; reports (code "profile") what is
/// wrong with it, `name` being the file's, and returns nothing then.
[[nodiscard]] std::optional<passes::Profile> profile_from_json(std::string_view text,
                                                               const std::string& name,
                                                               ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools

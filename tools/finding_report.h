// What `check` tells about faults that came up in play.
#pragma once

#include "backend/driver/driver.h"
#include "runtime/host/play_findings.h"
#include "tools/report.h"

namespace tesuji::tools {

/// Adds a message for every finding: code_of() its fault, at the first clause of the
/// relation to blame where that is known, with the state and the joint moves that led
/// there as notes. `session` is the one that loaded the game. A warning (code "goal-sum") where two
/// players' goals add up to 100 in some terminal states and not in others.
/// `asked`: the playouts were asked for (--playouts), so findings are errors, and it is a warning
/// (code "play-cut") that none came to an end. Otherwise they are warnings, but for a game that is
/// over before its first move.
void report_findings(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                     bool asked, driver::Session& session);

/// As docs/cli.md describes it.
[[nodiscard]] Json to_json(const runtime::PlayFindings& findings, const runtime::Game& game);

}  // namespace tesuji::tools

// What `check --playouts` tells about faults that came up in play.
#pragma once

#include "backend/driver/driver.h"
#include "runtime/host/play_findings.h"
#include "tools/report.h"

namespace tesuji::tools {

/// Adds an error for every finding: code_of() its fault, at the first clause of the
/// relation to blame where that is known, with the state and the joint moves that led
/// there as notes. `session` is the one that loaded the game.
void report_findings(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                     driver::Session& session);

/// As docs/cli.md describes it.
[[nodiscard]] Json to_json(const runtime::PlayFindings& findings, const runtime::Game& game);

}  // namespace tesuji::tools

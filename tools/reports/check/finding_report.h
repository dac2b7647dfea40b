// Reports faults in play for `check`.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/playouts/play_findings.h"
#include "tools/base/report.h"

namespace tesuji::tools {

/// Adds a message for every finding: code_of() its fault, at the first clause of the
/// relation to blame where that is known, with the state and the joint moves that led
/// there as notes. `session` is the one that loaded the game. A warning (code "goal-sum") where two
/// players' goals add up to 100 in most terminal states and to something else, but 0, in others; a
/// warning (code "play-cut") where no playout came to an end.
/// `asked`: the playouts were asked for (--playouts), so findings are errors. Otherwise they are
/// warnings, but for a game that is over before its first move.
void report_findings(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                     bool asked, driver::Session& session);

/// A warning (code "frame") for fluents that get lost in the games recorded; see
/// driver::lost_fluents and driver::vanished_fluents.
void report_lost_fluents(const runtime::PlayFindings& findings, driver::Session& session);

/// A warning (code "idle-rule") of rules for `legal`, `next` and `terminal` that add nothing in any
/// of the states that can be reached, where all of these were looked at, the game ends, and no
/// other fault was found; a note where they are all for `next`, since frame axioms may be for more
/// cases than come up. The session has loaded the rulesheet first of all; the game counts trials.
void report_idle_rules(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                       driver::Session& session);

/// A note (code "goals-unseen") with the goals that clauses of the rulesheet name and no playout
/// had. The session has loaded the rulesheet first of all.
void report_unseen_goals(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                         driver::Session& session);

/// As docs/cli/check.md describes it.
[[nodiscard]] Json to_json(const runtime::PlayFindings& findings, const runtime::Game& game);

}  // namespace tesuji::tools

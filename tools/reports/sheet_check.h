// Checks rulesheets for faults as `tesuji check` does, and reports them: files, and texts in an
// editor.
#pragma once

#include "backend/driver/load.h"
#include "backend/driver/session.h"
#include "runtime/host/playouts/play_findings.h"
#include "tools/base/report.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tesuji::tools {

/// Adds a message for every finding: code_of() its fault, at the first clause of the relation that
/// causes it if known, with the state and the joint moves that led there as notes. `session` must
/// be the one that loaded the game. Adds a warning (code "goal-sum") if two players' goals add up
/// to 100 in most terminal states and to something else, except 0, in others, and the
/// warnings of check_plays.h. `asked`: the playouts were requested (--playouts), so findings
/// are errors. Otherwise they are warnings, except for a game that is over before its first move.
void report_findings(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                     bool asked, driver::Session& session);

/// Adds a warning (code "frame") for fluents that get lost in the recorded games; see
/// driver::lost_fluents and driver::vanished_fluents.
void report_lost_fluents(const runtime::PlayFindings& findings, driver::Session& session);

/// Adds a warning (code "idle-rule") for rules for `legal`, `next` and `terminal` that add nothing
/// in any reachable state, if all of these were explored, the game ends, and no other fault was
/// found; a note if they are all for `next`, because frame axioms may cover more cases than occur.
/// The session must have loaded the rulesheet first of all; the game must count trials.
void report_idle_rules(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                       driver::Session& session);

/// Adds a note (code "goals-unseen") with the goals that clauses of the rulesheet name and no
/// playout had. The session must have loaded the rulesheet first of all.
void report_unseen_goals(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                         driver::Session& session);

/// Returns the findings as docs/cli/check.md describes.
[[nodiscard]] Json to_json(const runtime::PlayFindings& findings, const runtime::Game& game);

/// Plays random games and all short plays of a module with the interpreter and reports their
/// findings (code_of() of play_findings.h); returns how much was played (extent_of()), nothing if
/// it cannot be played. Precondition of driver::play_trial. `rulesheet`: the session has loaded it
/// from a rulesheet.
std::optional<std::string> report_trial(const std::shared_ptr<const ir::Module>& module,
                                        bool rulesheet, driver::Session& session);

/// Reports all that `tesuji check` reports about a rulesheet without options. The text is the
/// session's first one; `path` is its name. Calls `read` when the rules as written have been
/// checked, before they are compiled and played.
void report_sheet(ir::FileId file, const std::string& path, driver::Session& session,
                  const std::function<void()>& read);

}  // namespace tesuji::tools

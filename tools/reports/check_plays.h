// Describes plays that show faults of a rulesheet, and warns of what plays as a whole show: games
// without an end, squares with several contents.
#pragma once

#include "backend/driver/load.h"
#include "backend/driver/session.h"
#include "runtime/host/playouts/play_findings.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// The place of messages about a game as a whole: a session starts with the game's own text.
inline constexpr ir::Span whole_file{0, {0, 0}, {0, 0}};

/// Returns `after 2 joint moves, from the initial state on: [..] [..]`.
[[nodiscard]] std::string moves_text(const std::vector<std::vector<std::string>>& moves);

/// Returns `shortest in playout 3 of 20`, or `shortest of all plays`.
[[nodiscard]] std::string found_in(const runtime::ShownPlay& play,
                                   const runtime::PlayFindings& findings);

/// Adds the last state and the joint moves that led there.
void add_notes(const runtime::ShownPlay& play, ir::Diagnostic& report);

/// Adds a warning (code "play-cut") if the game never ends, or if some or all playouts did not end
/// within the step limit; with a state that comes back, if a playout has one.
void report_endless(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                    driver::Session& session);

/// Adds a warning (code "several-contents") for each board of which a place gets several contents,
/// at a rule that keeps contents, if one does.
void report_doubled(const runtime::PlayFindings& findings, driver::Session& session);

/// Returns how much was played: `20 random games, 412 states`.
[[nodiscard]] std::string extent_of(const runtime::PlayFindings& findings);

}  // namespace tesuji::tools

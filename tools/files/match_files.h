// Reads played matches as traces: output of `tesuji play --json`, and match files of public hosts.
// They have states, moves and goals, but no legal moves.
#pragma once

#include "tools/files/trace.h"

#include <nlohmann/json_fwd.hpp>

namespace tesuji::tools {

/// Whether it is what `play --json` prints: `matches`, each with `moves`, `state` and `goals`.
[[nodiscard]] bool is_played(const nlohmann::json& value);
/// Throws std::invalid_argument, which completes "this is no trace: ".
[[nodiscard]] Trace played_matches(const nlohmann::json& value);

/// Whether it is a match file: `states` and `moves`, and perhaps `goalValues` (or `goals`) and
/// `isCompleted`. A state is one text, a list of fluents in KIF, or a list of texts; so are the
/// joint moves.
[[nodiscard]] bool is_match_file(const nlohmann::json& value);
/// The same.
[[nodiscard]] Trace match_file(const nlohmann::json& value);

}  // namespace tesuji::tools

// Reports the results of many matches between the same players.
#pragma once

#include "tools/base/report.h"
#include "tools/play/tournament.h"

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Prints a line for each player: score with its interval, wins, losses, times; Elo if there are
/// two players.
void print_tournament(const TournamentResult& result, const TournamentOptions& options,
                      std::string_view game);

/// Returns a warning about matches that ended within the opening and so show nothing about the
/// players.
[[nodiscard]] std::vector<std::string> warnings_of(const TournamentResult& result);

/// `path`: of the game.
[[nodiscard]] Json to_json(const TournamentResult& result, const TournamentOptions& options,
                           const std::string& path);

}  // namespace tesuji::tools

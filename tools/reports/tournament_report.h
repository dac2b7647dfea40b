// Reports what many matches between the same players came to.
#pragma once

#include "tools/base/report.h"
#include "tools/play/tournament.h"

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// A line for each player: score with its interval, wins, losses, times; Elo where two players met.
void print_tournament(const TournamentResult& result, const TournamentOptions& options,
                      std::string_view game);

/// That matches ended within the opening, which says nothing of the players.
[[nodiscard]] std::vector<std::string> warnings_of(const TournamentResult& result);

/// `path`: of the game.
[[nodiscard]] Json to_json(const TournamentResult& result, const TournamentOptions& options,
                           const std::string& path);

}  // namespace tesuji::tools

// Writes moves of a position as people read them (tools/boards/move_notation.h), as JSON.
#pragma once

#include "tools/base/report.h"
#include "tools/play/position.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// Returns for each role and legal move the squares that the move names, as [board, square]
/// (move_places.h).
[[nodiscard]] Json places_json(const std::vector<std::vector<std::string>>& legal,
                               const MovePlaces& places);

/// Returns the texts of the legal moves, by role; none of roles that the report hides.
[[nodiscard]] std::vector<std::vector<std::string>> notation(const PositionReport& report);

/// Returns the text of each move before the position, by turn and role. Null: the role had no
/// choice, or the report hides its move.
[[nodiscard]] Json course_notation_json(const PositionReport& report);

/// Returns the joint moves that a search expects: `joint`, and by role `notation`, which is null
/// without a choice, and `places` as by places_json().
[[nodiscard]] Json variation_json(const PositionReport& report, const driver::Thought& thought);

}  // namespace tesuji::tools

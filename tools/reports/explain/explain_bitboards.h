// Computes the costs of a game's bitboards, for reports.
#pragma once

#include "backend/features/sets/explain.h"

#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Mean operations of a question by bitboards, over the cases that have boards.
struct BoardOperations {
  std::string_view question;
  double gates = 0;
  double operations = 0;
};

/// Returns the questions that bitboards answer.
[[nodiscard]] std::vector<BoardOperations> board_operations(const driver::Explanation& explanation);

}  // namespace tesuji::tools

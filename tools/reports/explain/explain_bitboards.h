// What a game's bitboards come to, for reports.
#pragma once

#include "backend/features/sets/explain.h"

#include <string_view>
#include <vector>

namespace tesuji::tools {

/// What a question takes by bitboards, in the mean of the cases where there are boards for these.
struct BoardOperations {
  std::string_view question;
  double gates = 0;
  double operations = 0;
};

/// Of the questions that bitboards answer.
[[nodiscard]] std::vector<BoardOperations> board_operations(const driver::Explanation& explanation);

}  // namespace tesuji::tools

#include "tools/play/fault_warnings.h"

#include "tools/base/messages.h"
#include "tools/base/report.h"

#include <fmt/core.h>

#include <cstdio>

namespace tesuji::tools {

std::vector<std::string> fault_warnings(const runtime::PlayoutStatistics& statistics) {
  std::vector<std::string> warnings;
  const auto warn = [&](std::uint64_t count, const char* what) {
    if (count > 0) warnings.push_back(fmt::format("{} {}", counted(count, "time"), what));
  };
  const auto fault = [&](std::uint64_t count, const char* what) {
    if (count == 0) return;
    warnings.push_back(fmt::format("{} {}; `tesuji check --playouts=1000` shows where",
                                   counted(count, "time"), what));
  };
  fault(statistics.stuck, "a state that is not terminal gave a role no legal move");
  warn(statistics.cut, "the step limit came before the end of the game");
  fault(statistics.goals_missing, "a role had no goal value in a terminal state");
  fault(statistics.goals_ambiguous, "a role had several goal values in a terminal state");
  fault(statistics.goals_not_integer, "a goal value in a terminal state was not an integer from 0 to 100");
  return warnings;
}

void print_warnings(const std::string& path, const std::vector<std::string>& warnings) {
  std::fflush(stdout);
  for (const std::string& warning : warnings) {
    print_message(path, ir::Severity::warning, warning);
  }
}

}  // namespace tesuji::tools

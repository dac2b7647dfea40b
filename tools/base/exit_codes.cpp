#include "tools/base/exit_codes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr std::array<std::pair<std::string_view, Blame>, 3> special_codes = {{
    {"ir", Blame::product},
    {"usage", Blame::usage},
    {"limit", Blame::limit},
}};

constexpr std::array<std::pair<Blame, ExitCode>, 4> exit_codes = {{
    {Blame::input, exit_input},
    {Blame::usage, exit_usage},
    {Blame::limit, exit_limit},
    {Blame::product, exit_bug},
}};

/// Exit codes by increasing severity.
constexpr std::array<ExitCode, 5> by_seriousness = {exit_ok, exit_limit, exit_usage, exit_input,
                                                    exit_bug};

}  // namespace

Blame blame_of(std::string_view code) {
  const auto* const found = std::find_if(special_codes.begin(), special_codes.end(),
                                         [&](const auto& entry) { return entry.first == code; });
  return found == special_codes.end() ? Blame::input : found->second;
}

ExitCode exit_code_of(Blame blame) {
  return std::find_if(exit_codes.begin(), exit_codes.end(),
                      [&](const auto& entry) { return entry.first == blame; })
      ->second;
}

int worse_exit_code(int left, int right) {
  const auto rank = [](int code) {
    return std::find(by_seriousness.begin(), by_seriousness.end(), code) - by_seriousness.begin();
  };
  return rank(right) > rank(left) ? right : left;
}

}  // namespace tesuji::tools

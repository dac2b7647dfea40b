#include "tools/rules_passes.h"

#include "passes/pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace tesuji::tools {
namespace {

/// Those that look at agendas; all others would change nothing.
constexpr std::array<std::string_view, 3> rules_passes{"order-premises", "introduce-exists",
                                                       "insert-absent"};

}  // namespace

std::string check_rules_pass(const std::string& name) {
  if (std::find(rules_passes.begin(), rules_passes.end(), name) != rules_passes.end()) return {};
  return fmt::format("{} (production rules have {})",
                     passes::find_pass(name) == nullptr
                         ? fmt::format("there is no pass `{}`", name)
                         : fmt::format("the pass `{}` is for games", name),
                     fmt::join(rules_passes, ", "));
}

}  // namespace tesuji::tools

#include "tools/reports/rules_passes.h"

#include "passes/core/pass.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::tools {
std::string check_rules_pass(const std::string& name) {
  // Only passes over agendas; all others would change nothing.
  const auto known = passes::rules_pipeline();
  if (std::find(known.begin(), known.end(), name) != known.end()) return {};
  return fmt::format("{} (production rules have {})",
                     passes::find_pass(name) == nullptr
                         ? fmt::format("unknown pass `{}`", name)
                         : fmt::format("the pass `{}` is for games", name),
                     fmt::join(known, ", "));
}

}  // namespace tesuji::tools

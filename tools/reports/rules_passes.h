// Checks the option --passes for production rules.
#pragma once

#include <string>

namespace tesuji::tools {

/// Returns an error message if `name` is not a pass over production rules; else an empty text.
[[nodiscard]] std::string check_rules_pass(const std::string& name);

}  // namespace tesuji::tools

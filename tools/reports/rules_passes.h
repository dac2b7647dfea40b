// Checks the option --passes for production rules.
#pragma once

#include <string>

namespace tesuji::tools {

/// Returns what is wrong with the name of a pass over production rules; empty if it is one.
[[nodiscard]] std::string check_rules_pass(const std::string& name);

}  // namespace tesuji::tools

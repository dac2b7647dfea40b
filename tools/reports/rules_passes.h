// Option --passes for production rules.
#pragma once

#include <string>

namespace tesuji::tools {

/// What is wrong with the name of a pass over production rules; nothing where it is one.
[[nodiscard]] std::string check_rules_pass(const std::string& name);

}  // namespace tesuji::tools

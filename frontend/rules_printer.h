// Production rules as text (.rules), with their premises in their present order.
#pragma once

#include "ir/module.h"

#include <string>

namespace tesuji::frontend {

/// What parse_rules reads back as the same rules. Absent-checks and existence tests that
/// passes put in are left out, and what was inside stands in their place: the meaning
/// is the same.
[[nodiscard]] std::string print_rules(const ir::Module& module);

}  // namespace tesuji::frontend

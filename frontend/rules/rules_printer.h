// Prints production rules as text (.rules), with their premises in their present order.
#pragma once

#include "ir/module/module.h"

#include <optional>
#include <string>

namespace tesuji::frontend {

/// What parse_rules reads back as the same rules. Absent-checks and existence tests that
/// passes put in are left out, and what was inside stands in their place: the meaning
/// is the same.
[[nodiscard]] std::string print_rules(const ir::Module& module);

/// A name in the agendas that rules cannot have, since it would be read as something else: `a b`,
/// or `?x` and `_` where they are constants. Only agendas of IR text have such names. Nothing where
/// print_rules writes what is read back.
[[nodiscard]] std::optional<std::string> unwritable_name(const ir::Module& module);

}  // namespace tesuji::frontend

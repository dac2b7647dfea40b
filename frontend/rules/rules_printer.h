// Prints production rules as text (.rules), with their premises in their current order.
#pragma once

#include "ir/module/module.h"

#include <optional>
#include <string>

namespace tesuji::frontend {

/// Prints text that parse_rules reads back as the same rules. Replaces absent-checks and existence
/// tests that passes inserted by their contents, with the same meaning.
[[nodiscard]] std::string print_rules(const ir::Module& module);

/// Returns a name in the agendas that rules cannot express, because it would be read as something
/// else: `a b`, or the constants `?x` and `_`. Only agendas of IR text have such names. Returns
/// nullopt if print_rules writes text that can be read back.
[[nodiscard]] std::optional<std::string> unwritable_name(const ir::Module& module);

}  // namespace tesuji::frontend

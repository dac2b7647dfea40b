// Composes messages about faults in the text of an invariant.
#pragma once

#include "frontend/invariants/invariants_lexer.h"

#include <string>
#include <string_view>

namespace tesuji::frontend {

/// Prints the token for messages: `` `and` ``, or `the end of the text`.
[[nodiscard]] std::string found(const InvariantToken& token);

/// Prints `` `.` is expected after the formula, not `b` `` and, if the token is a sign of another
/// language or a common mistake, its replacement.
[[nodiscard]] std::string expected(std::string_view what, const InvariantToken& token);

/// Prints `; did you mean `cell`?`; empty if `name` is empty.
[[nodiscard]] std::string did_you_mean(std::string_view name);

}  // namespace tesuji::frontend

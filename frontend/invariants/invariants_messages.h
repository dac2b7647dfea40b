// Messages about faults in the text of an invariant.
#pragma once

#include "frontend/invariants/invariants_lexer.h"

#include <string>
#include <string_view>

namespace tesuji::frontend {

/// The token as messages name it: `` `and` ``, or `the end of the text`.
[[nodiscard]] std::string found(const InvariantToken& token);

/// `` `.` is expected after the formula, not `b` `` and, where the token is a sign of another
/// language or of a common slip, what to write instead.
[[nodiscard]] std::string expected(std::string_view what, const InvariantToken& token);

/// `; did you mean `cell`?`, or nothing where there is no such name.
[[nodiscard]] std::string did_you_mean(std::string_view name);

}  // namespace tesuji::frontend

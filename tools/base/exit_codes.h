// Maps errors to exit codes (tools/base/command.h).
#pragma once

#include "tools/base/command.h"

#include <string_view>

namespace tesuji::tools {

/// Whom an error is to be blamed on.
enum class Blame {
  input,    ///< what was read
  usage,    ///< the command line
  limit,    ///< a bound of ours
  product,  ///< tesuji itself
};

/// By a diagnostic's code; `input` for all that have no other entry in the table.
[[nodiscard]] Blame blame_of(std::string_view code);

[[nodiscard]] ExitCode exit_code_of(Blame blame);

/// The more serious of two exit codes: a bug, wrong input, usage, a limit, in this order.
[[nodiscard]] int worse_exit_code(int left, int right);

}  // namespace tesuji::tools

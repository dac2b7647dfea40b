// Maps errors to exit codes (tools/base/command.h).
#pragma once

#include "tools/base/command.h"

#include <string_view>

namespace tesuji::tools {

/// The cause of an error.
enum class Blame {
  input,    ///< the input
  usage,    ///< the command line
  limit,    ///< one of our limits
  product,  ///< tesuji itself
};

/// Finds the cause by a diagnostic's code; `input` for codes without an entry in the table.
[[nodiscard]] Blame blame_of(std::string_view code);

[[nodiscard]] ExitCode exit_code_of(Blame blame);

/// Returns the more serious of two exit codes: a bug, wrong input, usage, a limit, in this order.
[[nodiscard]] int worse_exit_code(int left, int right);

}  // namespace tesuji::tools

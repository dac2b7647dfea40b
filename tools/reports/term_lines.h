// Reads lines of terms that people write, in prefix or infix form.
#pragma once

#include "ir/core/diagnostics.h"
#include "tools/files/state_list.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Splits a line of a file into terms, and converts them to prefix form, as games name them:
/// `(mark 1 1) noop`, or `mark(1,1), noop`. The line is in infix form if a term has its parenthesis
/// after its name, or if commas or `&` separate terms. Reports (code "parse") and returns false if
/// it is wrong.
[[nodiscard]] bool split_terms(ir::FileId file, std::uint32_t number, std::string_view line,
                               std::vector<ListedFluent>& terms, ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools

// Reads lines of terms that people write, in prefix or infix form.
#pragma once

#include "ir/core/diagnostics.h"
#include "tools/files/state_list.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Cuts a line of a file into terms, which are in prefix form then, as games name them:
/// `(mark 1 1) noop`, or `mark(1,1), noop`. The line is in infix form where a term has its
/// parenthesis behind its name, or where commas or `&` stand between terms. Reports (code "parse")
/// and returns false where it is wrong.
[[nodiscard]] bool split_terms(ir::FileId file, std::uint32_t number, std::string_view line,
                               std::vector<ListedFluent>& terms, ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools

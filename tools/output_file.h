// Where a subcommand's text goes: standard output or, whole or not at all, a file.
#pragma once

#include "ir/diagnostics.h"

#include <string>
#include <string_view>

namespace tesuji::tools {

/// Writes `text` to `path` through a temporary file beside it that is renamed, so
/// that nobody ever sees half a file; empty or `-` is standard output. Reports
/// (code "io") and returns false where that fails.
[[nodiscard]] bool write_output(const std::string& path, std::string_view text,
                                ir::Diagnostics& diagnostics);

/// Whether write_output could begin, for those who have to work long before they write: tries the
/// temporary file where there is to be one. Reports and returns false as write_output does.
[[nodiscard]] bool can_write_output(const std::string& path, ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools

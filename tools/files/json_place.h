// Finds the place of an error in a JSON file.
#pragma once

#include "ir/core/diagnostics.h"

#include <cstddef>

namespace tesuji::tools {

/// Returns the character at which the library's parse_error found `byte`, which counts from 1.
[[nodiscard]] ir::Span json_place(const ir::SourceFile& source, ir::FileId file, std::size_t byte);

}  // namespace tesuji::tools

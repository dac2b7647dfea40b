// Files that are read as they come, or standard input.
#pragma once

#include "ir/diagnostics.h"

#include <fstream>
#include <istream>
#include <string>

namespace tesuji::tools {

/// `-`: standard input, else the file, opened, behind a byte order mark. Reports (code "io") and returns null where it cannot
/// be read.
[[nodiscard]] std::istream* open_input(const std::string& path, std::ifstream& file,
                                       ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools

// Counts faults of the rules in playouts and matches, and prints warnings.
#pragma once

#include "runtime/host/playouts/playout.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// Returns one line per kind of fault that occurred, with its number.
[[nodiscard]] std::vector<std::string> fault_warnings(const runtime::PlayoutStatistics& statistics);

/// Prints `PATH: warning: ...`, each on a line of standard error, after all of standard output.
void print_warnings(const std::string& path, const std::vector<std::string>& warnings);

}  // namespace tesuji::tools

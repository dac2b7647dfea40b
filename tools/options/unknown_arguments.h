// Explains unknown arguments of a command line: renamed options, misspelt names.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tesuji::tools {

/// Call it after parsing has failed. Returns a line for each unknown option, or for an unknown
/// subcommand, with its new name or a suggestion. Empty if all names are known.
[[nodiscard]] std::string explain_unknown_arguments(const CLI::App& app);

}  // namespace tesuji::tools

// Explains unknown arguments of a command line: renamed options, misspelt names.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tesuji::tools {

/// After parsing has failed: a line for each unknown option, or for an unknown subcommand, with
/// what it is called now or what may have been meant. Empty where all names are known.
[[nodiscard]] std::string explain_unknown_arguments(const CLI::App& app);

}  // namespace tesuji::tools

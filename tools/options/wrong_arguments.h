// Explains wrong arguments of a command line: empty values, which no option accepts, renamed
// options, and misspelt names.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tesuji::tools {

/// Throws CLI::ValidationError, which names the option, if nothing follows `--option=`: CLI11 would
/// take the next argument for its value.
void refuse_empty_values(int argc, const char* const* argv);
/// As above, if a value is an empty argument; call it after parsing.
void refuse_empty_values(const CLI::App& command);

/// Call it after parsing has failed. Returns a message for each unknown option, or for an unknown
/// subcommand, with its new name or a suggestion. Empty if all names are known. `words`: what may
/// stand where a subcommand may, besides these.
[[nodiscard]] std::vector<std::string> explain_unknown_arguments(
    const CLI::App& app, const std::vector<std::string>& words);

}  // namespace tesuji::tools

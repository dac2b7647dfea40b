// Rejects empty values, which no option accepts.
#pragma once

namespace CLI {
class App;
}

namespace tesuji::tools {

/// Throws CLI::ValidationError, which names the option, if nothing follows `--option=`: CLI11 would
/// take the next argument for its value.
void refuse_empty_values(int argc, const char* const* argv);
/// As above, if a value is an empty argument; call it after parsing.
void refuse_empty_values(const CLI::App& command);

}  // namespace tesuji::tools

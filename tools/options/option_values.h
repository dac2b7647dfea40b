// Rejects empty values, which no option accepts.
#pragma once

namespace CLI {
class App;
}

namespace tesuji::tools {

/// Throws CLI::ValidationError, which names the option, where there is nothing behind `--option=`:
/// CLI11 would take the next argument for its value.
void refuse_empty_values(int argc, const char* const* argv);
/// The same where a value is an empty argument; after parsing.
void refuse_empty_values(const CLI::App& command);

}  // namespace tesuji::tools

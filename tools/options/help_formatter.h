// The text of --help: the options that people use first, a line each; of the others the names.
// --help-all has all of them.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace tesuji::tools {

/// For CLI11. Options in a group of their own are the others.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace tesuji::tools

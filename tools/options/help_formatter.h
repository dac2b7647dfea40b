// Formats --help and --help-all. --help explains the most used options of a command in one line
// each and lists the names of the others; --help-all explains all of them.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace tesuji::tools {

/// For CLI11. Options of the group "Options" are the most used ones; those of groups with another
/// name (Command::group) are the others.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace tesuji::tools

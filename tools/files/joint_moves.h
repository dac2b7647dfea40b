// Reads joint moves that people write, in options and files.
#pragma once

#include "backend/driver/session.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// The text of an option, or of the file that it names after `@`.
struct OptionText {
  std::string name;  ///< for messages: `<--after>`, or the file's path
  std::string text;
};

/// Lines of files that begin with `#` are comments and become blank. Reports a file that cannot be
/// read and returns nothing.
[[nodiscard]] std::optional<OptionText> read_option_text(const std::string& option,
                                                         const std::string& value,
                                                         driver::Session& session);

/// Returns the text's joint moves: non-blank parts between `;` and line ends.
[[nodiscard]] std::vector<OptionText> joint_moves_of(const OptionText& input);

}  // namespace tesuji::tools

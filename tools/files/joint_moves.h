// Reads joint moves as people write them, in options and files.
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

/// Lines of files that begin with `#` are remarks and become blank. Reports a file that cannot be
/// read and returns nothing.
[[nodiscard]] std::optional<OptionText> read_option_text(const std::string& option,
                                                         const std::string& value,
                                                         driver::Session& session);

/// The text's joint moves: parts between `;` and line ends that are not blank.
[[nodiscard]] std::vector<OptionText> joint_moves_of(const OptionText& input);

}  // namespace tesuji::tools

// Finds the title of a rulesheet in its opening comment.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

/// Returns the first sentence of the comment at the beginning of a rulesheet, without its full stop
/// and what follows a colon or a parenthesis: `Connect four on 8 columns and 6 rows`. Empty if
/// there is no such comment, or if it is longer than a line.
[[nodiscard]] std::string sheet_title(std::string_view text);

}  // namespace tesuji::tools

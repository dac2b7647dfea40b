// Formats results as lines `key=value`, in the syntax of Java's property files.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

/// Returns one line, ended by a newline. The value may be any bytes: line breaks, backslashes,
/// control characters and non-ASCII characters are escaped, bytes that are not UTF-8 become
/// replacement characters; `=` and `:` are not special after the first `=` of a line and stay.
/// `key` must consist of letters. A reader that knows no escapes still finds every value on its
/// line.
[[nodiscard]] std::string property(std::string_view key, std::string_view value);

}  // namespace tesuji::tools

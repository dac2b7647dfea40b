// Formats results as lines `key=value`, in the syntax of Java's property files.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

/// One line with its end. The value may be any bytes: line breaks, backslashes, control characters
/// and what is not ASCII are escaped, bytes that are no UTF-8 become replacement characters;
/// `=` and `:` mean nothing behind the first `=` of a line and stay. `key` is made of letters. A
/// reader that knows no escapes, but takes a line as it is, still finds every value on its line.
[[nodiscard]] std::string property(std::string_view key, std::string_view value);

}  // namespace tesuji::tools

// Formats parts of reports: rates, wrapped lines of text, rows of CSV files, and lines `key=value`.
#pragma once

#include "frontend/rules/csv_facts.h"
#include "tools/base/report.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Returns the count per second; null if no time was measured.
[[nodiscard]] Json rate(std::uint64_t count, double seconds);

/// Returns `1000 playouts` if all are counted; else `432 of 1000 playouts`.
[[nodiscard]] inline std::string part_of(std::uint64_t part, std::uint64_t all,
                                         std::string_view noun, std::string_view plural = {}) {
  const std::string whole = ir::counted(all, noun, plural);
  return part == all ? whole : std::to_string(part) + " of " + whole;
}

/// Breaks text at blanks into lines of limited length; the first is indented by `indent`, the
/// others by `more` in addition. Ends in a newline.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t more = 4);

/// Joins the fields with separators and ends the line; quotes fields that need it. An empty field
/// has no quotes: it stands for a missing value.
[[nodiscard]] inline std::string csv_row(std::span<const std::string> fields,
                                         char separator = ',') {
  std::string row;
  for (const std::string& field : fields) {
    if (&field != fields.data()) row += separator;
    if (!field.empty()) row += frontend::csv_field(field, separator);
  }
  return row + '\n';
}

/// Returns one line, ended by a newline. The value may be any bytes: line breaks, backslashes,
/// control characters and non-ASCII characters are escaped, bytes that are not UTF-8 become
/// replacement characters; `=` and `:` are not special after the first `=` of a line and stay.
/// `key` must consist of letters. A reader that knows no escapes still finds every value on its
/// line.
[[nodiscard]] std::string property(std::string_view key, std::string_view value);

}  // namespace tesuji::tools

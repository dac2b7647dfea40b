// Rows of CSV files.
#pragma once

#include <span>
#include <string>

namespace tesuji::tools {

/// The fields with commas between them and a line end; in quotes where a field has a comma, a quote
/// or a line end. Source: RFC 4180, but for its CR before LF.
[[nodiscard]] inline std::string csv_row(std::span<const std::string> fields) {
  std::string row;
  for (const std::string& field : fields) {
    if (&field != fields.data()) row += ',';
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      row += field;
      continue;
    }
    row += '"';
    for (const char c : field) row += c == '"' ? std::string("\"\"") : std::string(1, c);
    row += '"';
  }
  return row + '\n';
}

}  // namespace tesuji::tools

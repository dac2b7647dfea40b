// Writes rows of CSV files.
#pragma once

#include "frontend/rules/csv_facts.h"

#include <span>
#include <string>

namespace tesuji::tools {

/// The fields with separators between them and a line end, each in quotes where it needs them.
/// What is empty has none: it is a value that is missing.
[[nodiscard]] inline std::string csv_row(std::span<const std::string> fields,
                                         char separator = ',') {
  std::string row;
  for (const std::string& field : fields) {
    if (&field != fields.data()) row += separator;
    if (!field.empty()) row += frontend::csv_field(field, separator);
  }
  return row + '\n';
}

}  // namespace tesuji::tools

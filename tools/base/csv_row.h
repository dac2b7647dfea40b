// Writes rows of CSV files.
#pragma once

#include "frontend/rules/csv_facts.h"

#include <span>
#include <string>

namespace tesuji::tools {

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

}  // namespace tesuji::tools

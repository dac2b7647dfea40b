// Reads the facts of one relation from a table: comma-separated values (RFC 4180), or values with
// tabs between them (.tsv).
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// A table on disk and the relation whose facts it has, a row each.
struct CsvFile {
  std::string relation;  ///< in lower case, as facts have it
  std::string path;
  char separator = ',';
};

/// Each row as a fact, its values as constants in lower case. Blanks around a value that is not
/// quoted do not count, nor do empty lines; `header`: nor does the first row. Errors (code
/// "parse"): empty values, quotes that are not closed, no row at all where there should be a
/// `header`; rows of different lengths ("arity"). A table without facts is a warning ("empty"), and
/// so is an empty line between rows of one value.
[[nodiscard]] std::optional<std::vector<GroundFact>> read_csv_facts(ir::FileId file,
                                                                    const CsvFile& csv, bool header,
                                                                    ir::SymbolTable& symbols,
                                                                    ir::Diagnostics& diagnostics);

/// A value as a field, in quotes where it needs them.
[[nodiscard]] std::string csv_field(std::string_view value, char separator);

}  // namespace tesuji::frontend

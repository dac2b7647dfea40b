// Reads the facts of one relation from a table: comma-separated values (RFC 4180), or tab-separated
// values (.tsv).
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// A table on disk and the relation whose facts it contains, one per row.
struct CsvFile {
  std::string relation;  ///< in lower case, as in facts
  std::string path;
  char separator = ',';
};

/// Returns each row as a fact, its values as constants in lower case. Ignores blanks around
/// unquoted values, empty lines and, with `header`, the first row. Errors (code "parse"): empty
/// values, unclosed quotes, no row although there should be a `header`; rows of different lengths
/// ("arity"). Warns ("empty") of a table without facts, and of an empty line between rows of one
/// value.
[[nodiscard]] std::optional<std::vector<GroundFact>> read_csv_facts(ir::FileId file,
                                                                    const CsvFile& csv, bool header,
                                                                    ir::SymbolTable& symbols,
                                                                    ir::Diagnostics& diagnostics);

/// Writes a value as a field, quoted if necessary.
[[nodiscard]] std::string csv_field(std::string_view value, char separator);

}  // namespace tesuji::frontend

// Writes the values of features as text or as arrays, row by row.
#pragma once

#include "tools/base/output_file.h"
#include "tools/files/zip_archive.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tesuji::tools {

enum class MatrixFormat : std::uint8_t {
  csv,    ///< `line[,group],f1,f2[,target]`, then a row for each position
  jsonl,  ///< `{"features": [..]}`, then `{"line": 7[, "group": "g1"], "values": [..][,
          ///< "target": 12.5]}`
  json,   ///< `{"features": [..], "rows": [` as above `]}`, with the members given to finish()
  npy,    ///< NumPy's array, version 1.0: <u8, or <f8 with the target as last column; no lines, no
          ///< names, no groups
  npz     ///< arrays `counts` (<u8), `names`, `lines` (<u8)[, `groups`][, `targets` (<f8)]
};

/// A position's line, its value (NaN if unknown), and its game or another group (empty without
/// one).
struct MatrixRow {
  std::uint64_t line = 0;
  double target = 0;
  std::string group;
};

/// The optional columns besides lines and values.
struct MatrixColumns {
  bool targets = false;
  bool groups = false;
};

class MatrixWriter {
 public:
  /// `file` must outlive it.
  MatrixWriter(OutputFile& file, MatrixFormat format, const std::vector<std::string>& names,
               MatrixColumns columns);

  /// Whether the format needs a regular file: it seeks back to rewrite the header.
  [[nodiscard]] static bool needs_file(MatrixFormat format) {
    return format == MatrixFormat::npy || format == MatrixFormat::npz;
  }

  /// `values`: as many for each row as there are names. All functions return false if writing
  /// failed, which was reported.
  [[nodiscard]] bool begin();
  [[nodiscard]] bool rows(std::span<const MatrixRow> rows, std::span<const std::uint64_t> values);
  /// Ends the file. `members`: those that follow the rows in the format json, such as
  /// `"positions": 7, "malformed": 0`.
  [[nodiscard]] bool finish(const std::string& members);

 private:
  [[nodiscard]] std::string counts_head() const;
  [[nodiscard]] bool finish_archive();
  void add_text(const MatrixRow& row, std::span<const std::uint64_t> values);
  void add_array(const MatrixRow& row, std::span<const std::uint64_t> values);

  OutputFile& file_;
  MatrixFormat format_;
  const std::vector<std::string>& names_;
  MatrixColumns columns_;
  std::uint64_t count_ = 0;
  std::string text_;
  ZipWriter archive_;
  // Of the archive, until the counts are all written:
  std::string lines_;
  std::string targets_;
  std::vector<std::string> groups_;
};

}  // namespace tesuji::tools

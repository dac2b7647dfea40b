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
  json,   ///< `{"features": [..], "rows": [` as above `]}`, with what finish() is given
  npy,    ///< NumPy's array, version 1.0: <u8, or <f8 with the target as last column; no lines, no
          ///< names, no groups
  npz     ///< arrays `counts` (<u8), `names`, `lines` (<u8)[, `groups`][, `targets` (<f8)]
};

/// The line a position stands in, what it is worth (not a number where that is not known), and
/// the game that it is of, or another group (empty where there is none).
struct MatrixRow {
  std::uint64_t line = 0;
  double target = 0;
  std::string group;
};

/// What a matrix has beside lines and values.
struct MatrixColumns {
  bool targets = false;
  bool groups = false;
};

class MatrixWriter {
 public:
  /// `file` must outlive it.
  MatrixWriter(OutputFile& file, MatrixFormat format, const std::vector<std::string>& names,
               MatrixColumns columns);

  /// Whether the format needs a file, as it ends with what stands at its begin.
  [[nodiscard]] static bool needs_file(MatrixFormat format) {
    return format == MatrixFormat::npy || format == MatrixFormat::npz;
  }

  /// `values`: as many for each row as there are names. All return false where writing failed,
  /// which was reported.
  [[nodiscard]] bool begin();
  [[nodiscard]] bool rows(std::span<const MatrixRow> rows, std::span<const std::uint64_t> values);
  /// Ends the file. `members`: those that follow the rows in the format json, as
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

// Writes the values of features as text or as arrays, row by row.
#pragma once

#include "backend/driver/file_formats.h"
#include "tools/base/output_file.h"
#include "tools/files/zip_archive.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

using driver::FileKind;

/// Formats of a matrix, by their names on the command line. matrix_csv:
/// `line[,group],f1,f2[,target]`, then a row for each position; matrix_jsonl: `{"features": [..]}`,
/// then `{"line": 7[, "group": "g1"], "values": [..][, "target": 12.5]}`; matrix_npy: an array,
/// version 1.0, <u8, or <f8 with the target as last column, without lines, names and groups;
/// matrix_npz: arrays `counts` (<u8), `names`, `lines` (<u8)[, `groups`][, `targets` (<f8)].
/// Standard output also takes matrix_json: `{"features": [..], "rows": [` as above `]}`, with the
/// members given to finish().
inline const std::vector<std::pair<std::string, FileKind>> matrix_formats{
    {"csv", FileKind::matrix_csv},
    {"jsonl", FileKind::matrix_jsonl},
    {"npy", FileKind::matrix_npy},
    {"npz", FileKind::matrix_npz}};

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
  MatrixWriter(OutputFile& file, FileKind format, const std::vector<std::string>& names,
               MatrixColumns columns);

  /// Whether the format needs a regular file: it seeks back to rewrite the header.
  [[nodiscard]] static bool needs_file(FileKind format) {
    return format == FileKind::matrix_npy || format == FileKind::matrix_npz;
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
  FileKind format_;
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

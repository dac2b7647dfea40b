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

/// The files that a matrix may become, by their names on the command line. matrix_csv:
/// `line[,group],f1,f2[,target]`, then a row for each position; matrix_jsonl: `{"features": [..]}`,
/// then `{"line": 7[, "group": "g1"], "values": [..][, "target": 12.5]}`; matrix_npy: an array,
/// version 1.0, <u8, or <f8 with the target as last column, without lines, names and groups;
/// matrix_npz: arrays `counts` (<u8), `names`, `lines` (<u8)[, `groups`][, `targets` (<f8)]. On
/// standard output it may be matrix_json, too: `{"features": [..], "rows": [` as above `]}`, with
/// what finish() is given.
inline const std::vector<std::pair<std::string, FileKind>> matrix_formats{
    {"csv", FileKind::matrix_csv},
    {"jsonl", FileKind::matrix_jsonl},
    {"npy", FileKind::matrix_npy},
    {"npz", FileKind::matrix_npz}};

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
  MatrixWriter(OutputFile& file, FileKind format, const std::vector<std::string>& names,
               MatrixColumns columns);

  /// Whether the format needs a file, as it ends with what stands at its begin.
  [[nodiscard]] static bool needs_file(FileKind format) {
    return format == FileKind::matrix_npy || format == FileKind::matrix_npz;
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

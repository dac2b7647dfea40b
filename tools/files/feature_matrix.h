// Writes the values of features row by row, as text or as arrays, for `features`; reads such
// matrices for `fit`.
#pragma once

#include "backend/driver/file_formats.h"
#include "learner/regression/linear_fit.h"
#include "tools/base/output_file.h"
#include "tools/files/zip_archive.h"

#include <cstdint>
#include <istream>
#include <optional>
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

/// Which columns of a matrix are not features.
struct MatrixUse {
  std::string target = "target";  ///< the values of rows
  /// The column that groups rows; by default it is `group`, which may be missing.
  std::string group;
};

struct MatrixFault {
  std::uint64_t line = 0;  ///< 0: there are no lines
  std::uint32_t column = 1;
  std::string message;
};

struct ReadMatrix {
  learner::FitData data;             ///< with groups if there is such a column
  std::uint64_t without_target = 0;  ///< rows omitted because they have no target
  bool nameless = false;             ///< an array without names: its columns are `column1`,
                                     ///< `column2`, ..
};

/// The columns `line`, `group` and `target` are never features; all others without a use are.
/// Detects the format by the first bytes. In an archive, the array `targets` is the column
/// `target`, `groups` the column `group`; in a single array of a type other than <u8, which
/// `features` writes without targets, the target is its last column, unless another one is named.
/// Returns nothing, with the fault, if a line is wrong or there is no such column.
[[nodiscard]] std::optional<ReadMatrix> read_matrix(std::istream& in, const MatrixUse& use,
                                                    MatrixFault& fault);

}  // namespace tesuji::tools

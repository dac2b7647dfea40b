// The values of features as text or as an array, row by row.
#pragma once

#include "tools/output_file.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tesuji::tools {

enum class MatrixFormat : std::uint8_t {
  csv,    ///< `line,f1,f2[,target]`, then a row for each position
  jsonl,  ///< `{"features": [..]}`, then `{"line": 7, "values": [..][, "target": 12.5]}`
  npy     ///< NumPy's array, version 1.0 or 2.0: <u8, or <f8 with the target as last column
};

/// The line a position stands in, and what it is worth; not a number where that is not known.
struct MatrixRow {
  std::uint64_t line = 0;
  double target = 0;
};

class MatrixWriter {
 public:
  /// `file` must outlive it. `targets`: there is a column for them.
  MatrixWriter(OutputFile& file, MatrixFormat format, const std::vector<std::string>& names,
               bool targets);

  /// `values`: as many for each row as there are names. All return false where writing failed,
  /// which was reported.
  [[nodiscard]] bool begin();
  [[nodiscard]] bool rows(std::span<const MatrixRow> rows, std::span<const std::uint64_t> values);
  /// Ends the file. The array's shape is put in its head, so that it cannot go to a pipe.
  [[nodiscard]] bool finish();

 private:
  [[nodiscard]] std::string npy_head() const;
  void add_text(const MatrixRow& row, std::span<const std::uint64_t> values);
  void add_array(const MatrixRow& row, std::span<const std::uint64_t> values);

  OutputFile& file_;
  MatrixFormat format_;
  const std::vector<std::string>& names_;
  bool targets_;
  std::uint64_t count_ = 0;
  std::string text_;
};

}  // namespace tesuji::tools

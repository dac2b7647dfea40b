// Reads matrices of features that `features` wrote: CSV, .npz and .npy.
#pragma once

#include "learner/regression/linear_fit.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

namespace tesuji::tools {

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

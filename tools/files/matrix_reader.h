// Reads matrices of features that `features` wrote: CSV, .npz and .npy.
#pragma once

#include "learner/regression/linear_fit.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

namespace tesuji::tools {

/// Which columns of a matrix are no features.
struct MatrixUse {
  std::string target = "target";  ///< what rows are worth
  /// What rows belong together; where none is named it is `group`, which may be missing.
  std::string group;
};

struct MatrixFault {
  std::uint64_t line = 0;  ///< 0: there are no lines
  std::uint32_t column = 1;
  std::string message;
};

struct ReadMatrix {
  learner::FitData data;             ///< with groups where there is such a column
  std::uint64_t without_target = 0;  ///< rows that were left out for that
  bool nameless = false;             ///< an array without names: they are `column1`, `column2`, ..
};

/// The columns `line`, `group` and `target` are no features, whatever else is named; all others of
/// no use are. What the bytes are is seen by how they begin. Of the arrays of an archive, `targets`
/// is the column `target`, `groups` the column `group`; the target of a single array of another
/// type than <u8, which `features` writes without targets, is its last column, if no other is
/// named. Nothing, with the fault, where a line is wrong or there is no such column.
[[nodiscard]] std::optional<ReadMatrix> read_matrix(std::istream& in, const MatrixUse& use,
                                                    MatrixFault& fault);

}  // namespace tesuji::tools

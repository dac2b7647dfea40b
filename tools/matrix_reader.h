// Reads matrices of features, as `features` writes them (CSV).
#pragma once

#include "learner/linear_fit.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

namespace tesuji::tools {

struct MatrixFault {
  std::uint64_t line = 1;
  std::uint32_t column = 1;
  std::string message;
};

struct ReadMatrix {
  learner::FitData data;
  std::uint64_t without_target = 0;  ///< rows that were left out for that
};

/// The column `target` becomes the targets, `line` is left out, all others are features. Nothing,
/// with the fault, where a line is wrong or there is no such column.
[[nodiscard]] std::optional<ReadMatrix> read_matrix(std::istream& in, const std::string& target,
                                                    MatrixFault& fault);

}  // namespace tesuji::tools

// Reports the results of `fit`, as text and as JSON.
#pragma once

#include "learner/regression/linear_fit.h"
#include "tools/base/report.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// All data of a fit's report. References must outlive it.
struct FitScene {
  const learner::FitData& data;
  const learner::FitOptions& options;
  const learner::Fit& fit;
  const std::vector<learner::FitQuality>&
      folds;           ///< of the cross-validation; empty: there was none
  std::string target;  ///< name of its column
  std::string role;    ///< empty: unknown
  std::optional<double> threshold;
};

/// Returns the weights file, as docs/learning/features.md describes it.
[[nodiscard]] Json fit_json(const FitScene& scene);

/// Returns the quality and the `top` most certain weights, as a table.
[[nodiscard]] std::string fit_text(const FitScene& scene, std::size_t top);

}  // namespace tesuji::tools

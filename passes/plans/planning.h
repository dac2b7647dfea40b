// Plans for a while: to see how large relations are expected to be, or to evaluate
// some of them, without deciding anything for the module.
#pragma once

#include "passes/analysis/estimates.h"
#include "passes/core/pass.h"

#include <vector>

namespace tesuji::passes {

/// Chooses storage and makes plans for the module as it stands, and takes both back
/// when it is destroyed. Nothing is copied: facts may be millions.
class PlannedModule {
 public:
  /// Requires domains and strata; drops plans that are there.
  PlannedModule(ir::Module& module, PassContext& context);
  ~PlannedModule();
  PlannedModule(const PlannedModule&) = delete;
  PlannedModule& operator=(const PlannedModule&) = delete;

 private:
  struct Choices {
    ir::Storage storage;
    std::vector<ir::Index> indexes;
    double expected_rows;
  };
  ir::Module& module_;
  std::vector<Choices> before_;
};

/// Sizes of derived relations as the plans come out, made for a while. Requires domains and strata.
[[nodiscard]] Estimates planned_estimates(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes

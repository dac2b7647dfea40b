// Plans a module temporarily, to estimate sizes of relations or to evaluate some of them, without
// committing to the plans.
#pragma once

#include "passes/analysis/estimates.h"
#include "passes/core/pass.h"

#include <vector>

namespace tesuji::passes {

/// Chooses storage and makes plans for the current module, and removes both on destruction. Copies
/// nothing: there may be millions of facts.
class PlannedModule {
 public:
  /// Requires domains and strata; drops existing plans.
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

/// Returns sizes of derived relations, estimated by temporary plans. Requires domains and strata.
[[nodiscard]] Estimates planned_estimates(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes

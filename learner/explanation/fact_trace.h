// Records a run of a domain theory on an example: its facts, and the step that deduced each of
// them.
#pragma once

#include "backend/rules/fact_origins.h"
#include "learner/explanation/instance_search.h"
#include "learner/explanation/rule_condition.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tesuji::learner {

/// How a fact was deduced.
struct TracedStep {
  std::size_t rule = 0;
  /// By premise, in the rule's order: for present premises the matching fact, for computations the
  /// result and the arguments (without a relation).
  std::vector<MemoryFact> premises;
};

class FactTrace {
 public:
  explicit FactTrace(const driver::TracedRun& run);

  [[nodiscard]] bool holds(const MemoryFact& fact) const;
  /// Returns the first step that deduced it; null if it is given or does not hold. Valid until the
  /// next call.
  [[nodiscard]] const TracedStep* step_of(const MemoryFact& fact) const;
  /// Returns all facts of the relation at the end, each as its arguments.
  [[nodiscard]] const std::set<std::vector<ir::Symbol>>& facts_of(ir::Symbol relation) const;
  /// The relations that have facts, by symbol.
  [[nodiscard]] const FactSet& facts() const { return facts_; }

 private:
  void retrace(const MemoryFact& fact) const;

  const driver::TracedRun& run_;
  std::map<ir::Symbol, ir::RelationId> ids_;
  FactSet facts_;
  mutable std::map<MemoryFact, std::optional<TracedStep>> steps_;  ///< nothing: given
};

}  // namespace tesuji::learner

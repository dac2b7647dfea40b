// Runs a single production rule to measure the cost of an order of its premises.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::driver {

/// One rule of an add-only set, on the final memory of the whole set: there it is tried as often as
/// possible.
class RuleObservation {
 public:
  /// `memory`: the final facts of all relations except the fixed ones.
  RuleObservation(const ir::Module& module, std::size_t agenda, const runtime::Facts& memory);

  /// Returns the trials of each of these premises, which may be only some of the rule's, followed
  /// by the number of bindings that pass the last one: the cost as a plain nest of loops. Returns
  /// nothing if the total exceeds `limit`.
  [[nodiscard]] std::optional<std::vector<double>> prefix_trials(
      const std::vector<ir::Operation>& premises, double limit);

  /// Returns the nodes of the rule with its premises in this order after these passes. Its
  /// conclusions are removed from the memory first, except the initial facts of the set.
  [[nodiscard]] std::optional<double> nodes(const std::vector<ir::Operation>& premises,
                                            const std::vector<std::string_view>& passes,
                                            double limit);

 private:
  std::shared_ptr<ir::Module> plain_;  ///< with one fact without arguments as its conclusion
  std::shared_ptr<ir::Module> whole_;
  ir::Agenda plain_agenda_;
  ir::Agenda whole_agenda_;
};

/// Counts all trials except those of conclusions.
[[nodiscard]] std::uint64_t count_nodes(const ir::Agenda& agenda,
                                        const runtime::AgendaCounts& counts);

}  // namespace tesuji::driver

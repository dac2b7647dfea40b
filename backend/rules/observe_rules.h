// Runs one production rule by itself to measure what an order of its premises costs.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::driver {

/// One rule of an add-only set, on the memory that the whole set ends with: there it
/// is tried as often as it may ever be.
class RuleObservation {
 public:
  /// `memory`: facts of all relations but the fixed ones, as the set ended with.
  RuleObservation(const ir::Module& module, std::size_t agenda, const runtime::Facts& memory);

  /// Trials of each of these premises, which may be some of the rule's only, and behind
  /// them the number of bindings alive after the last: a plain nest of loops. Nothing if
  /// they are more than `limit` in all.
  [[nodiscard]] std::optional<std::vector<double>> prefix_trials(
      const std::vector<ir::Operation>& premises, double limit);

  /// Nodes of the rule with its premises in this order and these passes run over it. What
  /// it concludes is not there before, except for what the set starts with.
  [[nodiscard]] std::optional<double> nodes(const std::vector<ir::Operation>& premises,
                                            const std::vector<std::string_view>& passes,
                                            double limit);

 private:
  std::shared_ptr<ir::Module> plain_;  ///< its conclusion: one fact without arguments
  std::shared_ptr<ir::Module> whole_;
  ir::Agenda plain_agenda_;
  ir::Agenda whole_agenda_;
};

/// Trials of everything but conclusions.
[[nodiscard]] std::uint64_t count_nodes(const ir::Agenda& agenda,
                                        const runtime::AgendaCounts& counts);

}  // namespace tesuji::driver

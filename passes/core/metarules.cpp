#include "passes/core/metarules.h"

#include <utility>

namespace tesuji::passes {
Metarules::Metarules(std::vector<ir::OrderingMetarule> metarules)
    : metarules_(std::move(metarules)) {
  for (std::size_t i = 0; i < metarules_.size(); ++i) {
    matchers_.emplace_back(metarules_[i]);
    by_relation_[metarules_[i].premise.relation].push_back(i);
    have_conditions_ |= !metarules_[i].conditions.empty();
  }
}

std::optional<double> Metarules::priority(const std::vector<LiteralView>& rule, std::size_t which,
                                          const std::vector<bool>& bound) const {
  const auto candidates = by_relation_.find(rule[which].relation);
  if (candidates == by_relation_.end()) return std::nullopt;
  std::optional<double> smallest;
  for (const std::size_t i : candidates->second) {
    const ir::OrderingMetarule& metarule = metarules_[i];
    if (smallest && *smallest <= metarule.priority) continue;
    if (matchers_[i].matches(rule, which, bound)) smallest = metarule.priority;
  }
  return smallest;
}

}  // namespace tesuji::passes

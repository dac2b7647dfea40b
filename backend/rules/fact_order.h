// Orders facts by name, for printing where the order of arrival has no meaning.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <cstdint>
#include <vector>

namespace tesuji::driver {

/// Sorts facts by their arguments, the first one first: numbers by value, then names byte by byte.
class FactOrder {
 public:
  explicit FactOrder(const ir::Module& module);

  /// Sorts each relation's facts; the relations stay in their order.
  void sort(runtime::Facts& facts) const;

 private:
  std::vector<std::vector<ir::DomainId>> columns_;  ///< by relation
  /// By domain: each position's place in the order; empty for domains that no fact can need.
  std::vector<std::vector<std::uint32_t>> places_;
};

}  // namespace tesuji::driver

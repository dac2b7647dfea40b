// Orders facts by name, for printing if the order of arrival has no meaning.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <cstdint>
#include <vector>

namespace tesuji::driver {

/// Sorts facts by their arguments, from the first one on: numbers by value, then names byte by
/// byte.
class FactOrder {
 public:
  explicit FactOrder(const ir::Module& module);

  /// Sorts each relation's facts; keeps the order of relations.
  void sort(runtime::Facts& facts) const;

 private:
  std::vector<std::vector<ir::DomainId>> columns_;  ///< by relation
  /// By domain: each position's rank in the order; empty for domains that facts do not use.
  std::vector<std::vector<std::uint32_t>> places_;
};

}  // namespace tesuji::driver

// Computes where a relation's tuples flow: rules that read it, relations that copy it.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// By relation.
struct Flow {
  std::vector<std::vector<std::uint32_t>> readers;  ///< rules with a positive literal over it
  std::vector<std::vector<ir::RelationId>> feeds;   ///< states and moves that receive its tuples
};

/// `init` and `next` feed fluents, `legal` feeds moves.
[[nodiscard]] Flow find_flow(const ir::Module& module);

}  // namespace tesuji::passes

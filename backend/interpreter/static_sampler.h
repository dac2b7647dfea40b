// Counts the rows of a static relation for single rows of a relation that it is computed from.
//
// Encoding facts and building their indexes can take a thousand times as long as one count. So
// plans are compiled once for all rows, and all entries of one sampler share the encoded static
// relations.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace tesuji::interpreter {

class StaticSampler {
 public:
  /// Returns how many rows the relation has if this row is the only one of the given relation;
  /// counts only up to the point at which a relation exceeds its limit. Returns nothing if the
  /// steps ran out or the host wants to stop.
  using Count = std::function<std::optional<std::uint64_t>(std::span<const ir::Symbol> row)>;

  /// `steps_left`: as for evaluate_static; must outlive all counts.
  explicit StaticSampler(std::uint64_t* steps_left = nullptr);
  ~StaticSampler();
  StaticSampler(const StaticSampler&) = delete;
  StaticSampler& operator=(const StaticSampler&) = delete;

  /// Prepares the module's `static` entry, which computes the relation `counted`, for execution; no
  /// relation may exceed `max_rows` rows. The module is at level plans, and may be destroyed
  /// afterwards. All modules passed to one sampler must have static relations with the same
  /// numbers, domains and facts, except `given`. Returns null if the entry has no layout.
  [[nodiscard]] Count prepare(ir::Module& module, ir::RelationId given, ir::RelationId counted,
                              std::uint64_t max_rows);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tesuji::interpreter

// Counts the rows of a static relation for one row after another of a relation that it is made of.
//
// Encoding facts and making their indexes can take a thousand times as long as one count does. So
// plans are compiled once for all rows, and what is encoded of static relations is shared by all
// entries of one sampler.
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
  /// Returns how many rows the relation has if this row is the only one of the given relation, or
  /// had by the time a relation came to more than it may. Nothing where steps ran out, or the host
  /// wants to stop.
  using Count = std::function<std::optional<std::uint64_t>(std::span<const ir::Symbol> row)>;

  /// `steps_left`: as for evaluate_static; outlives all counts.
  explicit StaticSampler(std::uint64_t* steps_left = nullptr);
  ~StaticSampler();
  StaticSampler(const StaticSampler&) = delete;
  StaticSampler& operator=(const StaticSampler&) = delete;

  /// Makes the module's `static` entry, which computes the relation `counted`, ready to be run; no
  /// relation may come to more than `max_rows` rows. The module is at level plans, and is no longer
  /// needed afterwards. Static relations of the modules that one sampler is called with, but for
  /// `given`, have the same numbers, domains and facts. Null where the entry has no layout.
  [[nodiscard]] Count prepare(ir::Module& module, ir::RelationId given, ir::RelationId counted,
                              std::uint64_t max_rows);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tesuji::interpreter

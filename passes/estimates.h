// Expected sizes of relations, for ordering joins.
#pragma once

#include "ir/module.h"

#include <vector>

namespace tesuji::passes {

/// What the ordering knows of relations before anything ran: static ones are
/// counted exactly, fluents are expected as in the initial state, a made move
/// once per game, derived relations as large as their plans come out (see set_rows).
class Estimates {
 public:
  explicit Estimates(const ir::Module& module);

  [[nodiscard]] double rows(ir::RelationId relation) const { return rows_[relation]; }
  void set_rows(ir::RelationId relation, double rows);

  /// Expected tuples that agree when the given columns are bound.
  [[nodiscard]] double matches(ir::RelationId relation, const std::vector<bool>& bound) const;

  /// Expected steps to walk those tuples with the relation's storage.
  [[nodiscard]] double walk(ir::RelationId relation, const std::vector<bool>& bound) const;

 private:
  const ir::Module& module_;
  std::vector<double> rows_;
  std::vector<std::vector<double>> distinct_;  ///< constants per column
};

}  // namespace tesuji::passes

// Computes a lower bound on the rows of a relation, if that requires no join.
//
// If the literals of a rule share no variable and its head contains all of them, the rule derives
// the product of their rows, minus those that its comparisons exclude. So relations that exceed any
// memory are reported before they are computed.
#pragma once

#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

/// Counts the rows that are certain: for static relations their facts, for fluents those of the
/// initial state, for derived relations those that their rules derive, each rule considered
/// separately.
class CertainRows {
 public:
  /// Keeps a reference to the module, which must not change meanwhile. Requires domains.
  explicit CertainRows(const ir::Module& module);

  /// Counts static relations only: 0 if the rule depends on a fluent or a derived relation.
  [[nodiscard]] double of_facts(const ir::Rule& rule) const;
  /// Counts rows in the initial state; 0 if nothing is known.
  [[nodiscard]] double in_initial_state(const ir::Rule& rule) const;

 private:
  [[nodiscard]] double product(const ir::Rule& rule, const std::vector<double>& rows) const;

  const ir::Module& module_;
  std::vector<double> facts_;    ///< by relation: facts of static ones, otherwise 0
  std::vector<double> initial_;  ///< by relation
};

}  // namespace tesuji::passes

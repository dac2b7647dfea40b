// Computes a lower bound on the rows of a relation, where that needs no join.
//
// Where the literals of a rule share no variable and its head has all of them, the rule gives
// the product of their rows, less what its comparisons leave out. So what no memory could hold is
// reported before anything is computed.
#pragma once

#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

/// Rows known for certain: of static relations as many as they have facts, of fluents in the
/// initial state, of derived ones what their rules give, each evaluated by itself.
class CertainRows {
 public:
  /// Keeps a reference to the module, which must not change meanwhile. Requires domains.
  explicit CertainRows(const ir::Module& module);

  /// Of static relations only: 0 where the rule depends on a fluent or a derived relation.
  [[nodiscard]] double of_facts(const ir::Rule& rule) const;
  /// In the initial state; 0 where nothing is known.
  [[nodiscard]] double in_initial_state(const ir::Rule& rule) const;

 private:
  [[nodiscard]] double product(const ir::Rule& rule, const std::vector<double>& rows) const;

  const ir::Module& module_;
  std::vector<double> facts_;    ///< by relation: of static ones, else 0
  std::vector<double> initial_;  ///< by relation
};

}  // namespace tesuji::passes

// Finds relations that can hold only while a fluent of some group holds.
#pragma once

#include "frontend/gdl/checks/vanished_fluents.h"
#include "frontend/gdl/gdl_keywords.h"

#include <unordered_map>
#include <vector>

namespace tesuji::frontend {

/// Whether fluent `term` of a rule can be in the group for some value of its variables.
[[nodiscard]] bool may_be_of(const Term& term, const FluentGroup& group);

/// Computes what every derivation requires, from the positive literals of clauses. Assumes that
/// negations and disjunctions require nothing.
class FluentNeeds {
 public:
  /// Clauses by the names of their heads.
  using Clauses = std::unordered_map<ir::Symbol, std::vector<const Clause*>>;

  /// Both must outlive this.
  FluentNeeds(const Clauses& clauses, const Keywords& keywords, const FluentGroup& group);

  /// Whether the rule, whose head is `(next F)` with F in the group, fires only while a fluent of
  /// the group holds.
  [[nodiscard]] bool next_needs(const Clause& rule) const;

 private:
  [[nodiscard]] bool clause_needs(const Clause& clause) const;
  [[nodiscard]] bool atom_needs(const Term& atom) const;
  [[nodiscard]] bool does_needs(const Term& does) const;

  const Clauses& clauses_;
  const Keywords& keywords_;
  const FluentGroup& group_;
  /// For each relation: whether it holds only while a fluent of the group holds.
  std::unordered_map<ir::Symbol, bool> needs_;
};

}  // namespace tesuji::frontend

// Computes what facts show about literals of a rule that is to be split (split_existential.h):
// statistics, and which literals test whether two tuples differ.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::passes {

// --- Statistics of facts

class LiteralFacts {
 public:
  /// Keeps references to both; existing relations have all their facts, later ones have none.
  /// `is_static`, by relation: whether it is fully defined by its facts.
  LiteralFacts(ir::Module& possible, const std::vector<bool>& is_static);

  /// Returns the narrowest domain that a positive literal of the body allows for the variable: its
  /// column's, or that of the few facts that match its constants. no_id if no literal binds it.
  [[nodiscard]] ir::DomainId domain_of(ir::VariableId variable,
                                       const std::vector<ir::Literal>& body);

  /// Returns the fraction of the guard's rows that remain after projection to the variables in
  /// `needed`.
  [[nodiscard]] double share_of_needed(const ir::Literal& guard,
                                       const std::set<ir::VariableId>& needed);

  /// Whether a static relation has each value of one variable of `inside` at most once, and fewer
  /// than half of the values that `taken` allows for it.
  [[nodiscard]] bool narrows(const ir::Literal& literal, const std::set<ir::VariableId>& inside,
                             const std::vector<ir::Literal>& taken);

 private:
  [[nodiscard]] ir::DomainId agreeing_domain(const ir::Literal& literal, std::size_t column);

  ir::Module& possible_;
  const std::vector<bool>& is_static_;
  std::size_t known_;  ///< number of initial relations
  /// By relation, column and constants (or no_id): the domain of the facts that match these.
  std::map<std::vector<std::uint32_t>, ir::DomainId> agreeing_;
  std::map<std::vector<std::uint32_t>, double> shares_;  ///< by relation, constants and columns
};

// --- Inequalities
//
// Finds literals of a rule's body that test whether two tuples differ.
//
//   hit(X, Y) :- at(U, V), different (X, Y) (U, V)
//
// A static relation that contains exactly the pairs of different tuples, `different_cells(X, Y, U,
// V)`, is an equivalent test in the rulesheet's own terms.

/// Pairs of arguments of which at least one must consist of different constants.
using ArgumentPairs = std::vector<std::pair<ir::Argument, ir::Argument>>;

/// Returns the pairs, at least two, that literal number `position` of a body compares, if it has no
/// other effect: other literals bind its variables to values of its columns. `is_static`, by
/// relation: whether it is fully defined by its facts. Requires domains.
[[nodiscard]] std::optional<ArgumentPairs> find_inequality(const ir::Module& module,
                                                           const std::vector<bool>& is_static,
                                                           const std::vector<ir::Literal>& body,
                                                           std::size_t position);

}  // namespace tesuji::passes

// Builds the nodes of a derivation tree; derivation.cpp
// searches.
#pragma once

#include "backend/reference/derivation.h"
#include "backend/reference/variable_names.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::reference {

/// A tree that grows within DerivationLimits, and the names of its variables.
class TreeBuilder {
 public:
  /// Both must outlive it.
  TreeBuilder(const Program& program, const DerivationLimits& limits)
      : program_(program), limits_(limits) {}

  /// Adds a node; false, and nothing is added, where that is beyond the limits.
  [[nodiscard]] bool add(DerivationNode node, std::size_t parent);

  /// The number of the variable that is named next.
  [[nodiscard]] Variable next_variable() const {
    return static_cast<Variable>(tree.variable_names.size());
  }
  /// Makes variables with such names, or similar ones where those are taken.
  void name_variables(const std::vector<std::string>& wanted);
  /// The node's derivation is over: other branches may take its names.
  void release_names(const DerivationNode& node);

  DerivationTree tree;

 private:
  const Program& program_;
  const DerivationLimits& limits_;
  VariableNames names_;
  std::size_t goals_ = 0;  ///< in all nodes together
};

/// Adds a goal, conjunctions taken apart, and for each part the call it came `from`.
void append_goal(const Goal& goal, std::size_t from, std::vector<Goal>& goals,
                 std::vector<std::size_t>& calls);

/// The index of the first goal that is an atom or disjunction, or ground. Throws
/// ReasoningError ("unsafe") where there is none; `goals` is not empty.
[[nodiscard]] std::size_t select_goal(const std::vector<Goal>& goals, const TermStore& terms);

/// Whether a term of the goals is deeper than `depth`.
[[nodiscard]] bool too_deep(const std::vector<Goal>& goals, std::uint32_t depth,
                            const TermStore& terms);

}  // namespace tesuji::reference

// Derivations and derivation trees (sections 13.3 to 13.6): plain SLD resolution,
// every step kept for a person to read.
#pragma once

#include "backend/reference/program.h"
#include "backend/reference/prover.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::reference {

struct DerivationLimits {
  std::size_t nodes = 10'000;
  std::size_t depth = 2'000;
  std::size_t answers = ~std::size_t{0};  ///< stop after so many
};

using Binding = std::pair<Variable, TermId>;

/// One query of a derivation tree. Children come from the clauses that apply to
/// the selected goal, in source order.
struct DerivationNode {
  enum class Outcome : std::uint8_t {
    open,     ///< has children, or was not looked at (limits)
    success,  ///< the empty query
    failure,  ///< nothing applies to the selected goal
    loop,     ///< the selected goal is a variant of one it came from: not pursued
    limit,    ///< a limit of DerivationLimits was reached here
  };
  /// How this node came from its parent.
  enum class Step : std::uint8_t { root, clause, fact_true, fact_does, negation, distinct, branch };

  std::vector<Goal> goals;    ///< what is still to be proved, bindings applied
  std::size_t selected = 0;   ///< index in goals: the first that may be selected safely
  Step step = Step::root;
  ClauseId clause = 0;        ///< step clause: the one that was applied
  std::vector<Binding> unifier;  ///< of the step, restricted to what it bound
  Outcome outcome = Outcome::open;
  std::vector<std::size_t> children;  ///< indexes in DerivationTree::nodes
  /// For a selected negation: the root of the tree of what it negates.
  std::size_t negated = ~std::size_t{0};
  Answer answer;              ///< outcome success, in the root's own tree: terms for its variables
};

struct DerivationTree {
  std::vector<DerivationNode> nodes;         ///< nodes[0] is the query
  std::vector<std::string> variable_names;   ///< by number; fresh copies get primes or indexes
  bool complete = true;                      ///< false where a limit cut it off
};

/// The tree of a query in a situation. Throws ReasoningError ("unsafe").
[[nodiscard]] DerivationTree derive(Program& program, const Situation& situation,
                                    const Query& query, const DerivationLimits& limits);

}  // namespace tesuji::reference

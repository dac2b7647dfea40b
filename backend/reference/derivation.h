// Derivations and derivation trees (sections 13.3 to 13.6): plain SLD resolution,
// every step kept for a person to read.
//
// One step takes the first goal that may be selected (section 13.6: `not` and
// `distinct` wait until they are ground), and replaces it by the body of a fresh
// copy of a clause whose head unifies with it, in the place where it stood. The
// facts of `true` and `does` apply as clauses without a body do. A disjunction is
// a choice of its own. Search is depth first, clauses in source order.
//
// Plain SLD may run for ever, and two checks keep it finite. A selected goal that is
// a variant of one it came from is not pursued (outcome `loop`); that may lose
// answers of recursive rules, so the tree is for reading and reference::Prover for
// answers. DerivationLimits bound the rest.
//
// Source: Genesereth and Thielscher, General Game Playing, chapter 13.
#pragma once

#include "backend/reference/program.h"
#include "backend/reference/prover.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::reference {

struct DerivationLimits {
  std::size_t nodes = 10'000;
  std::size_t depth = 2'000;              ///< steps of one derivation, nested ones included
  std::size_t answers = ~std::size_t{0};  ///< stop after so many
  std::size_t goals = 1'000'000;          ///< kept in all nodes together
  std::uint32_t term_depth = 2'100;       ///< a node with a deeper term is not pursued
};

inline constexpr std::size_t no_node = ~std::size_t{0};

/// One query of a derivation tree. Children come from what applies to the selected
/// goal, in source order.
struct DerivationNode {
  enum class Outcome : std::uint8_t {
    open,     ///< has children
    success,  ///< the empty query
    failure,  ///< nothing applies to the selected goal
    loop,     ///< the selected goal is a variant of one it came from: not pursued
    limit,    ///< a limit of DerivationLimits was reached here
  };
  /// How this node came from its parent.
  enum class Step : std::uint8_t {
    root,
    clause,
    fact_true,
    fact_does,
    negation,  ///< the selected negation holds
    distinct,  ///< the selected terms differ
    branch,    ///< one of the selected disjunction's children was chosen
  };

  std::vector<Goal> goals;   ///< what is still to be proved, bindings applied
  std::size_t selected = 0;  ///< index in goals
  Step step = Step::root;
  ClauseId clause = 0;  ///< step clause: the one that was applied,
  /// with this added to its variables' numbers
  Variable first_variable = 0;
  TermId fact = no_term;         ///< steps fact_*: the fluent; the atom of `does`
  std::size_t alternative = 0;   ///< step branch: from 0
  std::vector<Binding> unifier;  ///< of the step, fully applied
  Outcome outcome = Outcome::open;
  bool cut = false;  ///< there are more children, which a limit left out
  std::size_t parent = no_node;
  std::vector<std::size_t> children;  ///< indexes in DerivationTree::nodes
  /// For a selected negation: the root of the tree of what it negates, which ends
  /// with its first success.
  std::size_t negated = no_node;
  /// The negation's own tree found no success but had loops, so Prover decided.
  bool by_tables = false;
  std::size_t looks_like = no_node;  ///< outcome loop: where the variant was selected
  /// The composed unifiers from the root on, for the root's variables in order. Kept
  /// where the outcome is success.
  Answer answer;
};

struct DerivationTree {
  std::vector<DerivationNode> nodes;        ///< nodes[0] is the query
  std::vector<std::string> variable_names;  ///< by number; unique along each derivation
  Variable query_variables = 0;             ///< the first ones are the query's
  std::size_t answers = 0;                  ///< successes of the query itself
  std::size_t loops = 0;                    ///< nodes with that outcome
  bool enough = false;                      ///< stopped at DerivationLimits::answers
  bool complete = true;                     ///< false where another limit cut it off
};

/// The tree of a query in a situation. Throws ReasoningError ("unsafe" for goals
/// that never become ground, and what Prover throws).
[[nodiscard]] DerivationTree derive(Program& program, const Situation& situation,
                                    const Query& query, const DerivationLimits& limits);

/// The ends of the query's derivations (nodes without children), in search order.
[[nodiscard]] std::vector<std::size_t> derivation_ends(const DerivationTree& tree);

/// The nodes of one derivation, from its root to `end`.
[[nodiscard]] std::vector<std::size_t> derivation_path(const DerivationTree& tree, std::size_t end);

}  // namespace tesuji::reference

// Builds derivations and derivation trees (sections 13.3 to 13.6): plain SLD resolution that keeps
// every step for a person to read.
//
// One step takes the first goal that may be selected (section 13.6: `not` and `distinct` wait until
// they are ground), and replaces it by the body of a fresh copy of a clause whose head unifies with
// it. The facts of `true` and `does` apply like clauses without a body. A disjunction is a choice
// of its own. Search is depth first, clauses in source order.
//
// Plain SLD may run for ever, and two checks keep it finite. A selected goal that is a variant of
// one of its ancestors is not pursued (outcome `loop`). This may lose answers of recursive rules,
// so use the tree for reading and reference::Prover for answers. DerivationLimits bound the rest.
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
  std::size_t depth = 2'000;              ///< steps of one derivation, with nested ones
  std::size_t answers = ~std::size_t{0};  ///< stop after this many
  std::size_t goals = 1'000'000;          ///< in all nodes together
  std::uint32_t term_depth = 2'100;       ///< a node with a deeper term is not pursued
};

inline constexpr std::size_t no_node = ~std::size_t{0};

/// One query of a derivation tree. Its children apply the candidates for the selected goal, in
/// source order.
struct DerivationNode {
  enum class Outcome : std::uint8_t {
    open,     ///< has children
    success,  ///< the empty query
    failure,  ///< no candidate applies to the selected goal
    loop,     ///< the selected goal is a variant of an ancestor: not pursued
    limit,    ///< a limit of DerivationLimits was reached here
  };
  /// How this node was derived from its parent.
  enum class Step : std::uint8_t {
    root,
    clause,
    fact_true,
    fact_does,
    negation,  ///< the selected negation holds
    distinct,  ///< the selected terms differ
    branch,    ///< one child of the selected disjunction was chosen
  };

  std::vector<Goal> goals;   ///< goals still to be proved, bindings applied
  std::size_t selected = 0;  ///< index in goals
  Step step = Step::root;
  ClauseId clause = 0;  ///< step clause: the applied clause,
  /// with this number added to its variables' numbers
  Variable first_variable = 0;
  TermId fact = no_term;         ///< steps fact_*: the fluent; the atom of `does`
  std::size_t alternative = 0;   ///< step branch: from 0
  std::vector<Binding> unifier;  ///< of the step, fully applied
  Outcome outcome = Outcome::open;
  bool cut = false;  ///< a limit left out further children
  std::size_t parent = no_node;
  std::vector<std::size_t> children;  ///< indexes in DerivationTree::nodes
  /// For a selected negation: root of the tree of the negated goal, which ends with its first
  /// success.
  std::size_t negated = no_node;
  /// The negation's own tree had no success but had loops, so Prover decided.
  bool by_tables = false;
  std::size_t looks_like = no_node;  ///< outcome loop: where the variant was selected
  /// The composed unifiers from the root on, for the root's variables in order. Set if the outcome
  /// is success.
  Answer answer;
};

struct DerivationTree {
  std::vector<DerivationNode> nodes;        ///< nodes[0] is the query
  std::vector<std::string> variable_names;  ///< by number; unique along each derivation
  Variable query_variables = 0;             ///< the first ones are the query's
  std::size_t answers = 0;                  ///< successes of the query itself
  std::size_t loops = 0;                    ///< nodes with that outcome
  bool enough = false;                      ///< stopped at DerivationLimits::answers
  bool complete = true;                     ///< false if another limit cut it off
};

/// Builds the tree of a query in a situation. Throws ReasoningError ("unsafe" for goals that never
/// become ground, and the errors of Prover).
[[nodiscard]] DerivationTree derive(Program& program, const Situation& situation,
                                    const Query& query, const DerivationLimits& limits);

/// Returns the ends of the query's derivations (nodes without children), in search order.
[[nodiscard]] std::vector<std::size_t> derivation_ends(const DerivationTree& tree);

/// Returns the nodes of one derivation, from its root to `end`.
[[nodiscard]] std::vector<std::size_t> derivation_path(const DerivationTree& tree, std::size_t end);

}  // namespace tesuji::reference

// Prints derivations and derivation trees as text, and trees for graphviz.
#pragma once

#include "backend/reference/derivation.h"
#include "backend/reference/notation.h"

#include <cstddef>
#include <span>
#include <string>

namespace tesuji::reference {

/// Characters to draw with.
enum class Glyphs { unicode, ascii };

/// `{P/white, L/reduce(X,N)}`
[[nodiscard]] std::string substitution_text(std::span<const Binding> bindings, const Names& names,
                                            const Notation& notation);

/// The composed substitution of a successful node: `{L/reduce(a,1)}`.
[[nodiscard]] std::string answer_text(const DerivationTree& tree, const DerivationNode& success,
                                      const Notation& notation);

/// Returns the candidate applied between a node and its child: `nim.gdl:7`, `state`, `move`, `not
/// derivable`, `different`, `alternative 2`.
[[nodiscard]] std::string step_label(const DerivationNode& child, const Program& program,
                                     const Notation& notation);

/// Returns in a few words why a node without children ends there; empty for success.
[[nodiscard]] std::string end_text(const DerivationTree& tree, const DerivationNode& node,
                                   const Notation& notation);

/// Prints the whole tree, one query per line with its children below it: directly below if there is
/// one, indented if there are several. The tree of a negation is printed below the query that
/// selects it, on a dotted line.
[[nodiscard]] std::string tree_text(const DerivationTree& tree, const Program& program,
                                    const Notation& notation, Glyphs glyphs);

/// Prints one derivation step by step, as in section 13.4: the query, the clause with fresh
/// variables, the unifier, the next query. If it fails on a negation, the derivation of the negated
/// goal follows. Omits the first `skipped` steps, at most all, and begins with the query after
/// them; the other steps keep their numbers.
[[nodiscard]] std::string derivation_text(const DerivationTree& tree, std::size_t end,
                                          Program& program, const Notation& notation, Glyphs glyphs,
                                          std::size_t skipped = 0);

/// Returns the number of first steps that two derivations share; `end` and `other` are their ends.
[[nodiscard]] std::size_t shared_steps(const DerivationTree& tree, std::size_t end,
                                       std::size_t other);

/// Returns the tree in the `dot` language: queries as boxes, applied candidates on the arcs;
/// answers, failures and loops in colours; the tree of a negation on a dotted arc.
[[nodiscard]] std::string tree_dot(const DerivationTree& tree, const Program& program,
                                   const Notation& notation);

}  // namespace tesuji::reference

// Prints derivations and derivation trees as text.
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

/// What was applied to get from a node to its child: `nim.gdl:7`, `state`, `move`,
/// `not derivable`, `different`, `alternative 2`.
[[nodiscard]] std::string step_label(const DerivationNode& child, const Program& program,
                                     const Notation& notation);

/// Why a node without children ends there, in a few words; empty for success.
[[nodiscard]] std::string end_text(const DerivationTree& tree, const DerivationNode& node,
                                   const Notation& notation);

/// The whole tree, one query per line, its children below it: straight below where
/// there is one, indented where there are several. The tree of a negation hangs
/// below the query that selects it, on a dotted line.
[[nodiscard]] std::string tree_text(const DerivationTree& tree, const Program& program,
                                    const Notation& notation, Glyphs glyphs);

/// One derivation step by step, as in section 13.4: the query, the clause with fresh
/// variables, the unifier, the next query. Where it fails on a negation, the
/// derivation of what is negated follows. Leaves out the first `skipped` steps, at most
/// all, and begins with the query behind them; steps keep their numbers.
[[nodiscard]] std::string derivation_text(const DerivationTree& tree, std::size_t end,
                                          Program& program, const Notation& notation, Glyphs glyphs,
                                          std::size_t skipped = 0);

/// Number of steps that two derivations begin with in common; `end` and `other` are their ends.
[[nodiscard]] std::size_t shared_steps(const DerivationTree& tree, std::size_t end,
                                       std::size_t other);

}  // namespace tesuji::reference

// Implements operations on goals, like those of term.h and unify.h on terms.
//
// They recurse over nesting, which the parsers bound (frontend::max_nesting).
#pragma once

#include "backend/reference/program.h"
#include "backend/reference/unify.h"

#include <span>
#include <vector>

namespace tesuji::reference {

/// Returns the goal with every binding applied.
[[nodiscard]] Goal apply(const Goal& goal, const Substitution& substitution, TermStore& terms);

/// Returns a fresh copy: adds `offset` to each variable's number.
[[nodiscard]] Goal rename(const Goal& goal, Variable offset, TermStore& terms);

[[nodiscard]] bool ground(const Goal& goal, const TermStore& terms);

/// Returns the depth of the deepest term.
[[nodiscard]] std::uint32_t term_depth(const Goal& goal, const TermStore& terms);

/// Adds the variables in order of first occurrence, each once.
void collect_variables(TermId term, const TermStore& terms, std::vector<Variable>& variables);
void collect_variables(const Goal& goal, const TermStore& terms, std::vector<Variable>& variables);

/// Returns the term with its variables numbered 0, 1, .. in order of occurrence: equal for two
/// terms exactly if they are variants.
[[nodiscard]] TermId variant(TermId term, TermStore& terms);

/// Returns the goals as a query. Sets `variables`: the query's variable i is variables[i] in the
/// goals.
[[nodiscard]] Query make_query(std::span<const Goal> goals, TermStore& terms,
                               std::vector<Variable>& variables);

}  // namespace tesuji::reference

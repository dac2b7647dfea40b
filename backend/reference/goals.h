// Implements operations on goals, like those of term.h and unify.h on terms, and finds the clauses,
// fluents and moves that can resolve a selected goal.
//
// The operations recurse over nesting, which the parsers bound (frontend::max_nesting).
#pragma once

#include "backend/reference/program.h"
#include "backend/reference/unify.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
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

/// How a goal is resolved.
enum class Resolution : std::uint8_t {
  clauses,      ///< an atom of a relation that clauses define
  fluents,      ///< `true`: by the fluents of the situation
  moves,        ///< `does`: by the moves of the situation
  negation,     ///< by failure of the negated goal
  distinct,     ///< by comparing two terms
  disjunction,  ///< by any of its children
};

/// Numbers the candidates for a goal from 0, in source order. The program and the situation must
/// outlive it.
class Candidates {
 public:
  Candidates(Program& program, const Situation& situation);

  /// The goal must not be a conjunction.
  [[nodiscard]] Resolution resolution(const Goal& goal) const;
  [[nodiscard]] std::size_t count(const Goal& goal) const;
  /// The goal must be resolved by clauses.
  [[nodiscard]] ClauseId clause(const Goal& goal, std::size_t candidate) const;

  /// Unifies the goal with a candidate; returns whether it applies, and leaves the substitution
  /// unchanged if not. Renames a clause apart by adding `first_variable` to its variables' numbers.
  [[nodiscard]] bool unify_with(const Goal& goal, std::size_t candidate, Variable first_variable,
                                Substitution& substitution) const;

 private:
  Program& program_;
  const Situation& situation_;
  std::optional<ir::Symbol> true_;
  std::optional<ir::Symbol> does_;
};

/// Returns `X`, then `X1`, `X2`, .. while earlier ones are in use. Names released in the reverse
/// order of taking become available again.
class VariableNames {
 public:
  std::string take(const std::string& base);
  void release(const std::string& name);

 private:
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, unsigned> next_;        ///< number to try first, per base
  std::unordered_map<std::string, std::string> base_of_;  ///< of the numbered ones in use
};

}  // namespace tesuji::reference

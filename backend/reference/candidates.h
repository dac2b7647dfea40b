// Finds the clauses, fluents and moves that can resolve a selected goal.
#pragma once

#include "backend/reference/program.h"
#include "backend/reference/unify.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tesuji::reference {

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

}  // namespace tesuji::reference

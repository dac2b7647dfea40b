// Finds what can resolve a selected goal: clauses, the state's fluents, the moves.
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
  fluents,      ///< `true`: by the facts of the situation
  moves,        ///< `does`: the same
  negation,     ///< by failure
  distinct,     ///< by comparing
  disjunction,  ///< by any of its children
};

/// Numbers what applies to a goal from 0, in source order. The program and the
/// situation must outlive it.
class Candidates {
 public:
  Candidates(Program& program, const Situation& situation);

  /// Of any goal but a conjunction.
  [[nodiscard]] Resolution resolution(const Goal& goal) const;
  [[nodiscard]] std::size_t count(const Goal& goal) const;
  /// Of a goal that clauses resolve.
  [[nodiscard]] ClauseId clause(const Goal& goal, std::size_t candidate) const;

  /// Whether a candidate applies, the terms then unified; the substitution is as it was
  /// where it does not. A clause is renamed apart by adding `first_variable` to its
  /// variables' numbers.
  [[nodiscard]] bool unify_with(const Goal& goal, std::size_t candidate, Variable first_variable,
                                Substitution& substitution) const;

 private:
  Program& program_;
  const Situation& situation_;
  std::optional<ir::Symbol> true_;
  std::optional<ir::Symbol> does_;
};

}  // namespace tesuji::reference

// Represents a program that MIGO learns: named predicates, each defined by earlier ones.
#pragma once

#include "learner/migo/state_properties.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::learner {

/// The two outcomes that a player can keep.
enum class Goal : std::uint8_t { win, draw };

/// Returns `win` or `draw`.
[[nodiscard]] std::string_view name_of(Goal goal);

/// A predicate that a clause calls: one of the program, or a primitive.
struct Callee {
  enum class Kind : std::uint8_t { learned, move, won, drawn, fluent };
  Kind kind = Kind::move;
  std::size_t number = 0;   ///< learned: index into LearnedProgram::predicates
  std::string fluent = {};  ///< fluent: `(cell 1 1 x)`
  friend bool operator==(const Callee&, const Callee&) = default;
};

/// One of P(A,B) <- R(A,B), Q(B); R(A,B), not Q(B,_); R(A,B), Q(B,_); and for fluents R(A,B), not
/// Q(B).
struct LearnedClause {
  Callee base;
  Callee condition;
  StateProperties::Test test = StateProperties::Test::property;
  friend bool operator==(const LearnedClause&, const LearnedClause&) = default;
};

struct LearnedPredicate {
  std::string name;  ///< win_2; a helper's name is like win_2_1_1
  Goal goal = Goal::win;
  std::uint32_t level = 0;
  bool helper = false;  ///< not for play
  std::vector<LearnedClause> clauses;
  StateProperties::Id definition = StateProperties::move;
};

/// Oldest first, so that a predicate calls only earlier ones.
struct LearnedProgram {
  std::vector<LearnedPredicate> predicates;

  /// Returns the predicate to play by, win_2 for a win at level 2; nullptr if it is not learned.
  [[nodiscard]] const LearnedPredicate* find(Goal goal, std::uint32_t level) const;
  /// Returns the predicates to play by, in the order in which they are tried: wins before draws,
  /// lower levels before higher ones.
  [[nodiscard]] std::vector<const LearnedPredicate*> playing() const;
};

/// Prints the program in Prolog, as `play`, `compile` and Prolog systems read it: a clause a line,
/// in the order of play, each predicate's helpers after it. Omits helpers that nothing calls.
[[nodiscard]] std::string to_prolog(const LearnedProgram& program);

}  // namespace tesuji::learner

// A program that MIGO learns: named predicates, each defined by earlier ones.
#pragma once

#include "learner/migo/state_properties.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::learner {

/// The two outcomes that a player can hold on to.
enum class Goal : std::uint8_t { win, draw };

/// `win`, `draw`.
[[nodiscard]] std::string_view name_of(Goal goal);

/// A predicate that a clause calls: one of the program, or a primitive.
struct Callee {
  enum class Kind : std::uint8_t { learned, move, won, drawn, fluent };
  Kind kind = Kind::move;
  std::size_t number = 0;   ///< learned: into LearnedProgram::predicates
  std::string fluent = {};  ///< fluent: `(cell 1 1 x)`
  friend bool operator==(const Callee&, const Callee&) = default;
};

/// P(A,B) <- R(A,B), Q(B), or R(A,B), not Q(B,_), or R(A,B), Q(B,_), or of fluents R(A,B), not
/// Q(B).
struct LearnedClause {
  Callee base;
  Callee condition;
  StateProperties::Test test = StateProperties::Test::property;
  friend bool operator==(const LearnedClause&, const LearnedClause&) = default;
};

struct LearnedPredicate {
  std::string name;  ///< win_2, or that of a helper: win_2_1_1
  Goal goal = Goal::win;
  std::uint32_t level = 0;
  bool helper = false;  ///< not for play
  std::vector<LearnedClause> clauses;
  StateProperties::Id definition = StateProperties::move;
};

/// Oldest first, so that a predicate calls only earlier ones.
struct LearnedProgram {
  std::vector<LearnedPredicate> predicates;

  /// The predicate to play by, win_2 for a win at level 2; nullptr if it is not learned.
  [[nodiscard]] const LearnedPredicate* find(Goal goal, std::uint32_t level) const;
  /// The predicates to play by, in the order in which they are tried: wins before draws, lower
  /// levels before higher ones.
  [[nodiscard]] std::vector<const LearnedPredicate*> playing() const;
};

/// In Prolog, as `play`, `compile` and other Prologs read it: a clause a line, in the order of
/// play, each predicate's helpers behind it. Helpers that nothing calls are left out.
[[nodiscard]] std::string to_prolog(const LearnedProgram& program);

}  // namespace tesuji::learner

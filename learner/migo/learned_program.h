// Represents a program that MIGO learns: named predicates, each defined by earlier ones.
#pragma once

#include "learner/search/background.h"
#include "runtime/host/game/state_space.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

// --- Properties of a state
//
// Represents learned predicates as properties of one state.
//
// Every predicate that MIGO's metarules make, P(A,B) <- R(A,B), Q(B) and P(A,B) <- R(A,B), not
// Q(B,_), and P(A,B) <- R(A,B), Q(B,_), with R of the same kind or `move`, holds exactly if B is a
// successor of A and has a property F of its own:
//
//   F_P(B)  <=>  one of P's clauses has  F_R(B) and Q(B)  or  F_R(B) and no move from B to any C
//                with F_Q(C)
//
// So both F_P(B) and "there is a B with P(A,B)" are stored with the state. Definitions with the
// same clauses are one definition whatever their names, and its stored results stay valid when
// programs are learned again.

/// Not thread-safe. The space must outlive this and must not be cleared meanwhile. Functions that
/// visit states throw what the space throws.
class StateProperties {
 public:
  /// Number of a definition. `move` holds in every state that a move leads to; `won` and `drawn`
  /// are properties without a move.
  using Id = std::uint32_t;
  static constexpr Id move = 0;
  static constexpr Id won = 1;
  static constexpr Id drawn = 2;

  /// A clause's condition on B besides its base.
  enum class Test : std::uint8_t {
    property,  ///< Q(B)
    none,      ///< not Q(B,_)
    some,      ///< Q(B,_)
    lacks,     ///< not Q(B), for fluents
  };

  struct Clause {
    Id base = move;  ///< R
    Id condition = won;
    Test test = Test::property;  ///< none and some require a property with a move
    friend auto operator<=>(const Clause&, const Clause&) = default;
  };

  explicit StateProperties(runtime::StateSpace& space);

  /// Returns the definition with these clauses, created if it is new. The definitions that they
  /// call must exist.
  [[nodiscard]] Id define(const std::vector<Clause>& clauses);
  [[nodiscard]] std::size_t size() const { return definitions_.size(); }
  /// Returns the property, without a move, that a state has this fluent, `(cell 1 1 x)`; nothing if
  /// it is not a bit of the game's states.
  [[nodiscard]] std::optional<Id> fluent(const std::string& name);

  /// Whether a state passes a clause's test.
  [[nodiscard]] bool passes(const Clause& clause, runtime::Node& node);
  /// Evaluates F of the definition.
  [[nodiscard]] bool holds(Id id, runtime::Node& node);
  /// Whether a move from the state leads to one with the property.
  [[nodiscard]] bool any(Id id, runtime::Node& node);
  /// Returns the first state that Prolog would find, trying clauses and moves in their order;
  /// nullptr if none exists.
  [[nodiscard]] runtime::Node* first(Id id, runtime::Node& node);
  /// Whether one move leads from a state to another.
  [[nodiscard]] bool is_move(runtime::Node& from, const runtime::Node& to);

  /// Convert a state to a value of clause searches, and back.
  [[nodiscard]] Value value(runtime::Node& node);
  [[nodiscard]] runtime::Node& node(Value value) const { return *nodes_[value]; }

  [[nodiscard]] runtime::StateSpace& space() const { return space_; }

 private:
  enum : std::uint8_t { holds_known = 1, does_hold = 2, any_known = 4, is_any = 8 };

  std::uint8_t& memo(Id id, const runtime::Node& node);
  bool compute(const std::vector<Clause>& clauses, runtime::Node& node);
  bool each(Id id, runtime::Node& node, const std::function<bool(runtime::Node&)>& found);

  runtime::StateSpace& space_;
  std::vector<std::vector<Clause>> definitions_;
  std::unordered_map<Id, runtime::StateTest> tests_;  ///< of fluents
  std::unordered_map<std::string, std::optional<Id>> fluents_;
  std::map<std::vector<Clause>, Id> numbers_;
  std::vector<std::vector<std::uint8_t>> memos_;  ///< by definition, by node
  std::vector<runtime::Node*> nodes_;             ///< by number, for states that were converted
};

// --- Programs

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

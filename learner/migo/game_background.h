// Provides background knowledge about a two-player game: its moves, and who has won.
#pragma once

#include "ir/core/prolog_term.h"
#include "learner/search/background.h"
#include "runtime/host/game/state_space.h"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

/// Its predicates are move/2, won/1, drawn/1, in this order, as in docs/languages/strategies.md. If
/// offered, the game's fluents follow, with the state as an additional first argument:
/// cell(S,1,1,x) holds if (cell 1 1 x) holds in S. Values are numbers of nodes and of constants, in
/// the order of their first occurrence. Without fluents there is only one type, so types are not
/// used; with them states and constants have different types. A call needs a known first argument;
/// otherwise it has no solution, because states that nobody has visited cannot be enumerated.
///
/// Throws what the space throws (TurnError, LimitReached, BudgetExceeded, Stopped).
class GameBackground final : public Background {
 public:
  enum Predicate : std::uint32_t { move, won, drawn };

  /// The space must outlive this, and must not be cleared meanwhile: nodes are kept.
  explicit GameBackground(runtime::StateSpace& space);

  /// A kind of fluent: its name, and its number of arguments.
  struct Fluent {
    std::string name;
    std::uint32_t arity = 0;
    friend auto operator<=>(const Fluent&, const Fluent&) = default;
  };
  /// Offers fluents. Call it before a search, once. Ignores repeated kinds, and those with the name
  /// and arity of a primitive.
  void offer(std::span<const Fluent> fluents);

  /// Returns the value of a state, which becomes a root of the space (StateSpace::root).
  [[nodiscard]] Value value(runtime::StateView state) { return value(*space_.root(state)); }
  [[nodiscard]] Value value(runtime::Node& node);
  /// Returns the node of a state's value.
  [[nodiscard]] runtime::Node& node(Value value) const { return *things_[value].node; }
  /// Returns the value of a constant, a ground term that is not a list.
  [[nodiscard]] Value constant(const ir::PrologTerm& term);
  [[nodiscard]] bool is_state(Value value) const { return state_of(value) != nullptr; }
  /// Returns the term of a constant's value.
  [[nodiscard]] const ir::PrologTerm& term(Value value) const { return things_[value].term; }

  [[nodiscard]] std::span<const BackgroundPredicate> predicates() const override;
  [[nodiscard]] bool holds(std::uint32_t predicate, std::span<const Value> args) override;
  void solve(std::uint32_t predicate, std::span<const Value> args,
             std::vector<Value>& solutions) override;
  [[nodiscard]] bool any(std::uint32_t predicate, std::span<const Value> args) override;
  /// Prints the constant, or the state as a list of its fluents: `[cell(1,1,x),control(o)]`.
  [[nodiscard]] std::string text(Value value) const override;

 private:
  /// A state or a constant.
  struct Thing {
    runtime::Node* node = nullptr;
    ir::PrologTerm term;
  };
  /// Arguments of the fluents of a state, by kind, without the state.
  using Rows = std::vector<std::vector<std::vector<Value>>>;

  [[nodiscard]] runtime::Node* state_of(Value value) const { return things_[value].node; }
  [[nodiscard]] bool holds_move(runtime::Node& from, Value to);
  [[nodiscard]] const Rows& rows(runtime::Node& node);

  runtime::StateSpace& space_;
  std::vector<BackgroundPredicate> predicates_;
  std::vector<Fluent> fluents_;
  std::vector<Thing> things_;  ///< by value
  std::unordered_map<const runtime::Node*, Value> values_;
  std::unordered_map<std::string, Value> constants_;  ///< by text
  std::unordered_map<const runtime::Node*, Rows> rows_;
};

}  // namespace tesuji::learner

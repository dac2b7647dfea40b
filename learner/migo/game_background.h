// Background knowledge about a two-player game: its moves, and who has won.
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

/// move/2, won/1, drawn/1, in this order, as docs/languages/strategies.md has them, and behind
/// them, where they are offered, the game's fluents, with as many arguments as they have and the
/// state as first one: cell(S,1,1,x) holds if (cell 1 1 x) holds in S. Values are numbers of nodes
/// and of constants, in the order in which they were first seen. Without fluents all are of one
/// type, so that types say nothing; with them states and constants are of two. Predicates are
/// answered where their first argument is known: with others alone, or none, nothing is found among
/// states that nobody has seen, so that there is no solution.
///
/// Throws what the space throws (TurnError, LimitReached, BudgetExceeded, Stopped).
class GameBackground final : public Background {
 public:
  enum Predicate : std::uint32_t { move, won, drawn };

  /// The space must outlive this, and not be cleared meanwhile: nodes are kept.
  explicit GameBackground(runtime::StateSpace& space);

  /// A kind of fluent: its name, and how many arguments it has.
  struct Fluent {
    std::string name;
    std::uint32_t arity = 0;
    friend auto operator<=>(const Fluent&, const Fluent&) = default;
  };
  /// To be called before a search, once. Kinds that come again, or are called as a primitive of the
  /// same number of arguments, are left out.
  void offer(std::span<const Fluent> fluents);

  /// The value of a state, which becomes a root of the space (StateSpace::root).
  [[nodiscard]] Value value(runtime::StateView state) { return value(*space_.root(state)); }
  [[nodiscard]] Value value(runtime::Node& node);
  /// Of a state.
  [[nodiscard]] runtime::Node& node(Value value) const { return *things_[value].node; }
  /// The value of a constant, which is a ground term other than a list.
  [[nodiscard]] Value constant(const ir::PrologTerm& term);

  [[nodiscard]] std::span<const BackgroundPredicate> predicates() const override;
  [[nodiscard]] bool holds(std::uint32_t predicate, std::span<const Value> args) override;
  void solve(std::uint32_t predicate, std::span<const Value> args,
             std::vector<Value>& solutions) override;
  [[nodiscard]] bool any(std::uint32_t predicate, std::span<const Value> args) override;
  /// The constant, or the state as a list of its fluents: `[cell(1,1,x),control(o)]`.
  [[nodiscard]] std::string text(Value value) const override;

 private:
  /// A state or a constant.
  struct Thing {
    runtime::Node* node = nullptr;
    std::string text;
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

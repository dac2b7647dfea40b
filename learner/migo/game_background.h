// Background knowledge about a two-player game: its moves, and who has won.
#pragma once

#include "learner/search/background.h"
#include "runtime/host/game/state_space.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

/// move/2, won/1, drawn/1, in this order, as docs/languages/strategies.md has them. Values are
/// numbers of nodes, in the order in which they were first seen; all are of one type, so that types
/// say nothing. Moves are answered where their first argument is known: with a second one alone, or
/// none, nothing is found among states that nobody has seen, so that there is no solution.
///
/// Throws what the space throws (TurnError, LimitReached, BudgetExceeded, Stopped).
class GameBackground final : public Background {
 public:
  enum Predicate : std::uint32_t { move, won, drawn };

  /// The space must outlive this, and not be cleared meanwhile: nodes are kept.
  explicit GameBackground(runtime::StateSpace& space) : space_(space) {}

  /// The value of a state, which becomes a root of the space (StateSpace::root).
  [[nodiscard]] Value value(runtime::StateView state) { return value(*space_.root(state)); }
  [[nodiscard]] Value value(runtime::Node& node);
  [[nodiscard]] runtime::Node& node(Value value) const { return *nodes_[value]; }

  [[nodiscard]] std::span<const BackgroundPredicate> predicates() const override;
  [[nodiscard]] bool holds(std::uint32_t predicate, std::span<const Value> args) override;
  void solve(std::uint32_t predicate, std::span<const Value> args,
             std::vector<Value>& solutions) override;
  [[nodiscard]] bool any(std::uint32_t predicate, std::span<const Value> args) override;
  /// The state as a list of its fluents: `[cell(1,1,x),control(o)]`.
  [[nodiscard]] std::string text(Value value) const override;

 private:
  runtime::StateSpace& space_;
  std::vector<runtime::Node*> nodes_;
  std::unordered_map<const runtime::Node*, Value> values_;
};

}  // namespace tesuji::learner

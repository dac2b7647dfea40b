// Answers calls of a game's predicates in a background of facts and rules: rules of the background
// may call move/2, won/1, drawn/1 and fluents, as clauses do.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"
#include "learner/migo/game_background.h"
#include "learner/search/fact_background.h"

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

/// Declares the game's predicates in `background`, in the order of GameBackground, before those
/// that are added later. In the background a state is an atom: its text, a list of fluents, is the
/// name. The types are `state` and, of the other arguments of fluents, `constant`.
///
/// Throws what GameBackground throws. Not thread-safe.
class GameRelations final : public CalledRelations {
 public:
  /// The game's predicates and the background must outlive it. Fluents must have been offered.
  GameRelations(GameBackground& game, FactBackground& background);

  /// Returns the background's value of a state.
  [[nodiscard]] Value value(runtime::StateView state) { return value_of(game_.value(state)); }

  /// Returns the game's value of a state; nothing for other values of the background.
  [[nodiscard]] std::optional<Value> state(Value value) const {
    const auto found = states_.find(value);
    return found == states_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Replaces arguments that are states, lists of fluents that hold together in a state of the
  /// game, by the atoms of these states. Other lists remain lists.
  void name_states(std::vector<ir::LogicClause>& clauses, const runtime::Game& game);

  [[nodiscard]] bool defines(const FactRelation& relation) const override {
    return predicates_.contains(&relation);
  }
  [[nodiscard]] bool solve(const FactRelation& relation, std::span<const Value> args,
                           std::vector<Value>& solutions) override;
  [[nodiscard]] std::vector<std::string> types(const FactRelation& relation) const override;
  [[nodiscard]] std::vector<bool> inputs(const FactRelation& relation) const override;
  [[nodiscard]] std::optional<std::string> text(Value value) const override;

 private:
  /// Returns the background's value for one of the game.
  [[nodiscard]] Value value_of(Value of_game);
  void name_states(ir::PrologTerm& atom, const runtime::Game& game);

  GameBackground& game_;
  FactBackground& background_;
  std::unordered_map<const FactRelation*, std::uint32_t> predicates_;  ///< numbers in the game
  std::vector<Value> values_;                ///< by value of the game; may be unbound
  std::unordered_map<Value, Value> states_;  ///< by value of the background
  std::vector<Value> args_;                  ///< buffers of solve
  std::vector<Value> found_;
};

}  // namespace tesuji::learner

// Loads the game of `tesuji induce --game`, whose predicates clauses and rules of the background
// call.
#pragma once

#include "backend/driver/load.h"
#include "backend/driver/session.h"
#include "backend/strategies/strategy.h"
#include "learner/induction/induction_task.h"
#include "learner/migo/game_background.h"
#include "learner/migo/game_relations.h"
#include "learner/search/fact_background.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::tools {

struct InduceGame {
  /// Throws runtime::TurnError if the game's players do not take turns.
  InduceGame(driver::LoadedGame loaded, bool fluents);

  /// Returns the value of an example's argument: a state, or with `constants` any other term.
  /// Reports lists that are not a state; returns nothing then.
  [[nodiscard]] std::optional<learner::Value> value(const ir::PrologTerm& term, bool constants,
                                                    ir::Diagnostics& diagnostics);

  /// Returns why no legal move leads from the first argument to the second one, two states; empty
  /// if one does, or if they are not two states.
  [[nodiscard]] std::string why_no_move(const learner::Example& example);

  driver::LoadedGame loaded;
  runtime::Turns turns;
  runtime::StateSpace space;
  learner::GameBackground game;
  learner::FactBackground background;
  learner::GameRelations relations;
};

/// Loads the game; null if that fails, which is reported. `seconds` limits the time; 0: no limit.
[[nodiscard]] std::unique_ptr<InduceGame> load_induce_game(const std::string& path, bool fluents,
                                                           double seconds,
                                                           driver::Session& session);

}  // namespace tesuji::tools

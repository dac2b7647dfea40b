// Types that create and learn evaluations of a game's positions.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/background.h"
#include "runtime/host/search/evaluation.h"

#include <functional>
#include <memory>

namespace tesuji::driver {

/// Creates an evaluation of states of the loaded game, for one thread; null: impossible. Its values
/// are the logarithm of the odds that role 0 wins.
using EvaluationMaker = std::function<std::unique_ptr<runtime::Evaluation>(const LoadedGame& game)>;

/// Learns an evaluation of the loaded game's positions; returns an empty function if it cannot.
/// Checks the stop flag of the scope it is in; throws runtime::Stopped, and runtime::LimitReached
/// as the game does.
using EvaluationLearner = std::function<EvaluationMaker(const LoadedGame& game)>;

/// The learners that a program has; each may be empty.
struct EvaluationLearners {
  EvaluationLearner goal{};      ///< by what a position lacks for the game's goals
  EvaluationLearner fluents{};   ///< by which fluents hold
  EvaluationLearner patterns{};  ///< by what a few squares hold together
};

/// Learns an evaluation in the background; makes nothing if it cannot.
using EvaluationLoader = Background<EvaluationMaker>;

}  // namespace tesuji::driver

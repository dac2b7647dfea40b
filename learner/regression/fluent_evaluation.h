// Learns to value positions by which fluents hold: weights of pieces on squares, from games of the
// program against itself.
//
// Each fluent has a weight, and so has each group of fluents that agree in a relation and in one or
// two arguments: `(cell ? ? queen)` counts queens, `(cell ? 7 pawn)` pawns on a rank. A fluent's
// value is the sum of its own weight and those of its groups, which makes few games enough: what
// was seen of a piece counts for all of its squares. The first games are random; in the following
// ones, both sides mostly move to the state that is best for them so far.
//
// Sources: Samuel, Some Studies in Machine Learning Using the Game of Checkers (1959), for learning
// by play against itself; Buro, From Simple Features to Sophisticated Evaluation Functions (1998),
// for logistic regression of results; Kingma and Ba, Adam (2015), for its steps.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/evaluations.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::learner {

struct FluentLearning {
  std::uint64_t seed = 1;
  unsigned rounds = 4;             ///< of games and regression; the games of the first are random
  std::uint64_t games = 2'000;     ///< of a round
  double seconds = 2;              ///< for the games of a round; up to five times as long until
                                   ///< enough have a result; 0: no limit
  std::uint64_t step_limit = 500;  ///< moves of a game; longer ones are left out
  unsigned positions = 8;          ///< of a game, at most
};

/// Immutable.
struct FluentEvaluation {
  double constant = 0;
  std::vector<std::string> fluents;
  std::vector<double> weights;  ///< by fluent: added to the log odds that role 0 wins
};

/// Learns from games on the calling thread; the same for the same seed if no time limit is reached.
/// Nothing if states have no bits for fluents, or if games give no information: none ends, or all
/// end alike. For two roles. Checks the stop flag of the scope it is in. Throws
/// runtime::LimitReached as the game does, runtime::Stopped, and runtime::TurnError if both roles
/// have a choice in a state.
[[nodiscard]] std::optional<FluentEvaluation> learn_fluents(const driver::LoadedGame& game,
                                                            const FluentLearning& learning = {});

/// The same for the rules at `path`, from which `game` was loaded; from the options' object cache
/// if it was learned before.
[[nodiscard]] std::optional<FluentEvaluation> kept_fluents(const std::string& path,
                                                           const driver::LoadedGame& game,
                                                           const driver::Options& options,
                                                           driver::Session& session,
                                                           const FluentLearning& learning = {});

/// Makes evaluations for states of a game with the same rules, which may be loaded differently.
[[nodiscard]] driver::EvaluationMaker evaluations(FluentEvaluation learned);

}  // namespace tesuji::learner

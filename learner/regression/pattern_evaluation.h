// Learns to value positions by patterns: tables of what a few squares hold together, from many
// games of the program against itself.
//
// The value of a position is the sum of the weights of its patterns (runtime/host/search/
// pattern_sum.h) and the value by a simpler evaluation, with which learning begins
// (goal_evaluation.h, fluent_evaluation.h). After each game the weights move towards what came
// after: the value of the next position, and with a weight that decreases by a constant factor
// those of later ones up to the result (temporal differences). Each weight has its own step size,
// which shrinks while its errors change sign.
//
// Sources: Sutton, Learning to Predict by the Methods of Temporal Differences (1988); Beal and
// Smith, Temporal Coherence and Prediction Decay in TD Learning (1999), for the step sizes; Lucas,
// Learning to Play Othello with N-Tuple Systems (2008); Bagheri, Thill, Koch and Konen, Online
// Adaptable Learning Rates for the Game Connect-4 (2016).
#pragma once

#include "backend/driver/load.h"
#include "backend/players/evaluations.h"
#include "learner/regression/pattern_choice.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::learner {

struct PatternLearning {
  PatternOptions patterns;
  std::uint64_t games = 200'000;
  double seconds = 20;             ///< for these games; 0: no limit
  std::uint64_t step_limit = 500;  ///< moves of a game; longer ones are left out
  double random_share = 0.1;       ///< of moves
  std::uint64_t opening = 8;       ///< up to so many moves are random at the beginning
  double step = 0.02;              ///< in log odds, of a weight for an error of 1
  double decay = 0.7;              ///< of later positions
};

/// Immutable.
struct PatternEvaluation {
  Patterns patterns;
  std::vector<float> weights;  ///< by entry of the tables (runtime::PatternIndex)
  std::uint64_t games = 0;     ///< that they were learned from; 0: kept ones
};

/// Learns on the calling thread; the same for the same seeds if no time limit is reached. Nothing
/// if `base` gives no evaluation of the game, no game ends or all end alike, or rules have no
/// patterns: they cannot be grounded, or no gate depends on a few squares. Reports what load_net
/// reports. Checks the stop flag of the scope it is in. Throws as learn_fluents does.
[[nodiscard]] std::optional<PatternEvaluation> learn_patterns(const std::string& path,
                                                              const driver::LoadedGame& game,
                                                              const driver::Options& options,
                                                              driver::Session& session,
                                                              const driver::EvaluationMaker& base,
                                                              const PatternLearning& learning = {});

/// The same, from the options' object cache if it was learned before, from hundreds of games.
/// `base_name` says what `base` is; it must not depend on more than the rules and that.
[[nodiscard]] std::optional<PatternEvaluation> kept_patterns(
    const std::string& path, const driver::LoadedGame& game, const driver::Options& options,
    driver::Session& session, const driver::EvaluationMaker& base, const std::string& base_name,
    const PatternLearning& learning = {});

/// Makes evaluations for states of a game with the same rules, which may be loaded differently:
/// those of `base` with the patterns' weights added.
[[nodiscard]] driver::EvaluationMaker evaluations(PatternEvaluation learned,
                                                  driver::EvaluationMaker base);

}  // namespace tesuji::learner

// Reports the runs of `tesuji learn`, as text and as JSON.
#pragma once

#include "learner/experiments/experiment.h"
#include "tools/base/report.h"
#include "tools/reports/learning/comprehension_report.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::tools {

struct LearnScene {
  std::string path;
  std::string learner;
  const runtime::Game& game;
  runtime::Role role = 0;   ///< the learner's adversary
  std::size_t boards = 0;   ///< number of start boards
  bool from_start = false;  ///< the initial state is one of them
  bool refute = false;      ///< value of --refute
  std::uint64_t games = 0;  ///< requested games
  std::uint64_t runs = 1;   ///< requested runs: those that never began are not in `experiment`
  const learner::Experiment& experiment;
  double seconds = 0;  ///< processor time of the whole process so far
  /// Of the first run's program in the start boards; null: not measured, or nothing was learned.
  const ComprehensionScene* comprehension = nullptr;
  bool is_solved = true;  ///< of the game; else regret is the loss compared with a win in each game
};

/// Returns the learned program of the first run in Prolog, with comments about its origin.
[[nodiscard]] std::string learned_prolog(const LearnScene& scene);
/// Returns a line for each predicate of the first run that has examples and was not learned, and
/// one if nothing was learned; each starts with `begin`.
[[nodiscard]] std::string missing_text(const LearnScene& scene, std::string_view begin);
/// Returns the number of runs whose games were all played.
[[nodiscard]] std::size_t complete_runs(const LearnScene& scene);
/// Returns the cumulative regret of each run, and their mean.
[[nodiscard]] std::string learn_text(const LearnScene& scene);
[[nodiscard]] Json learn_json(const LearnScene& scene);
/// Returns a row for each game of each run.
[[nodiscard]] std::string learn_csv(const LearnScene& scene);
/// Returns cumulative regret by game, for each run and the mean of the complete ones, as SVG.
[[nodiscard]] std::string learn_svg(const LearnScene& scene);

}  // namespace tesuji::tools

// Reports the runs of `tesuji experiment`: curves of several learners, as text, JSON, CSV and SVG.
#pragma once

#include "learner/experiments/experiment_store.h"
#include "tools/base/report.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::tools {

/// The runs of one learner.
struct LearnerRuns {
  std::string name;  ///< including its initial strategy: `migo-mixed after hexapawn3.kif`
  std::vector<learner::StoredRun> runs;
  learner::MeanCurve curve;
  double seconds_per_game = 0;  ///< mean processor time
  /// Total over all start boards after the last game: the mean, and the number of runs that have
  /// it.
  double final_regret = 0;
  std::size_t final_runs = 0;  ///< runs for which it is known
  std::size_t flawless_runs = 0;
  /// The program that most runs ended with, the first of several; empty for learners without
  /// programs.
  std::string program;
  std::size_t program_runs = 0;  ///< runs that ended with it

  /// Returns the standard error of the mean after a game (from 0), with runs as a sample: deviation
  /// / sqrt(runs).
  [[nodiscard]] double standard_error(std::size_t game) const;
};

/// Learners that played the same game from the same boards against the same opponent.
struct ComparedLearners {
  learner::RunQuestion question;  ///< that of the first run; ignore its learner, source and seed
  std::string role;
  std::uint64_t boards = 0;
  std::vector<LearnerRuns> learners;
};

/// `runs` must be as returned by ExperimentStore::runs.
[[nodiscard]] std::vector<ComparedLearners> compare(std::vector<learner::StoredRun> runs);

/// Returns a table for each game: cumulative regret after some games, milliseconds a game.
[[nodiscard]] std::string experiment_text(const std::vector<ComparedLearners>& all);
[[nodiscard]] Json experiment_json(const std::vector<ComparedLearners>& all);
/// Returns a row for each game of each run.
[[nodiscard]] std::string experiment_csv(const std::vector<ComparedLearners>& all);
/// Returns two panels for each game: mean cumulative regret with its standard error, and processor
/// time.
[[nodiscard]] std::string experiment_svg(const std::vector<ComparedLearners>& all);

/// Returns the games at which curves are tabulated: 10, 20, 50, 100, .. and the last.
[[nodiscard]] std::vector<std::size_t> told_games(std::size_t games);

}  // namespace tesuji::tools

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
  runtime::Role role = 0;   ///< whom the learner plays
  std::size_t boards = 0;   ///< to start from
  bool from_start = false;  ///< the initial state is one of them
  bool refute = false;      ///< what --refute says
  std::uint64_t games = 0;  ///< that were asked for
  std::uint64_t runs = 1;   ///< that were asked for: those that never began are not in `experiment`
  const learner::Experiment& experiment;
  double seconds = 0;  ///< of processor time, of the whole process so far
  /// Of the first run's program in the start boards; null: not measured, or nothing was learned.
  const ComprehensionScene* comprehension = nullptr;
  bool is_solved = true;  ///< the game; else regret is what was lost to a win in each game
};

/// The learned program of the first run in Prolog, with comments that say where it comes from.
[[nodiscard]] std::string learned_prolog(const LearnScene& scene);
/// A line for each predicate of the first run that has examples and was not learned, and one where
/// nothing was; `begin` stands before each.
[[nodiscard]] std::string missing_text(const LearnScene& scene, std::string_view begin);
/// Runs whose games were all played.
[[nodiscard]] std::size_t complete_runs(const LearnScene& scene);
/// Cumulative regret of each run, and their mean.
[[nodiscard]] std::string learn_text(const LearnScene& scene);
[[nodiscard]] Json learn_json(const LearnScene& scene);
/// A row for each game of each run.
[[nodiscard]] std::string learn_csv(const LearnScene& scene);
/// Cumulative regret by game, of each run and in the mean of those that are complete, as SVG.
[[nodiscard]] std::string learn_svg(const LearnScene& scene);

}  // namespace tesuji::tools

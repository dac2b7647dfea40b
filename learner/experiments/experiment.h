// Runs a learner over many games, and several such runs for means and deviations.
#pragma once

#include "learner/experiments/training.h"
#include "learner/migo/strategy_advice.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::learner {

struct ExperimentOptions {
  std::uint64_t games = 200;  ///< per run, those played earlier included
  std::uint64_t runs = 1;
  unsigned threads = 1;
  std::uint64_t seed = 1;  ///< of the first run; the others have the numbers after it
  bool in_order = false;
  MigoOptions migo;
  std::optional<std::uint32_t> stability{};  ///< nothing: default_stability
  std::uint32_t levels = 0;                  ///< 0: those of the arena
};

/// Games that the wins must stay the same before draws are learned: as published for 3, 5 and 9
/// levels (5, 10, 15), 5 log2(levels - 1) between.
[[nodiscard]] std::uint32_t default_stability(std::uint32_t levels);

/// What a run goes on from.
struct EarlierGames {
  std::vector<TrainingGame> games;
  /// Makes the learner go on from there; called once the arena is there.
  std::function<void(Arena&, StateProperties&, Migo&)> resume;
};

struct Run {
  std::uint64_t seed = 0;
  std::uint32_t levels = 0;
  std::uint32_t stability = 0;
  std::vector<TrainingGame> games;
  LearningReport learning;  ///< of the games played here, not of earlier ones
  LearnedProgram program;
  double seconds = 0;     ///< of processor time, for playing and learning
  bool complete = false;  ///< all games were played
  std::string why;        ///< not complete for another reason than a request to stop

  [[nodiscard]] std::int64_t regret() const;
  /// Cumulative minimax regret after each game.
  [[nodiscard]] std::vector<std::int64_t> curve() const;
};

struct Experiment {
  std::vector<Run> runs;
  double solving = 0;  ///< seconds of processor time until the first arena was there
};

/// Called after each game of a run, by the run's thread: its number, the run so far without its
/// program, and that.
using GameWatcher = std::function<void(std::uint64_t, const Run&, const LearnedProgram&)>;
/// Called by the run's thread when it has ended, before what it worked with goes.
using RunWatcher = std::function<void(const Run&, const Migo&, Arena&, StateProperties&)>;

/// Makes an arena; called once per thread, by it.
using MakeArena = std::function<std::unique_ptr<Arena>()>;
/// Makes what a run plays by at first; may be empty, or give nothing.
using MakeAdvice = std::function<std::unique_ptr<Advice>(Arena&)>;

struct ExperimentHooks {
  GameWatcher after_game{};
  RunWatcher after_run{};
};

/// Runs are the same whatever the number of threads. A request to stop (runtime::Stopped), and a
/// budget that runs out, ends a run early: it keeps what it has. Passes on what making an arena
/// throws.
[[nodiscard]] Experiment run_experiment(const ExperimentOptions& options, const MakeArena& arena,
                                        const MakeAdvice& advice, const EarlierGames* earlier,
                                        const ExperimentHooks& hooks);

/// Mean and standard deviation (of a population, as the published ones) by game, over the runs that
/// are complete.
struct MeanCurve {
  std::vector<double> mean;
  std::vector<double> deviation;
  std::size_t runs = 0;  ///< that are complete
};
[[nodiscard]] MeanCurve mean_curve(const std::vector<Run>& runs);

}  // namespace tesuji::learner

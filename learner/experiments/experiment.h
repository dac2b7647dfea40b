// Runs learners over many games, several runs each, for means and deviations.
#pragma once

#include "learner/experiments/training.h"
#include "learner/migo/migo_learner.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

struct ExperimentOptions {
  std::uint64_t games = 200;  ///< per run, those played earlier included
  std::uint64_t runs = 1;     ///< of each entrant
  unsigned threads = 1;
  std::uint64_t seed = 1;  ///< of an entrant's first run; the others have the numbers after it
  bool in_order = false;
  bool test = false;  ///< each start board is played once more after a run: Run::final_regret
};

/// A learner that takes part.
struct Entrant {
  std::string name;
  /// Makes the learner of a run with that seed, by the run's thread; the arena outlives it.
  std::function<std::unique_ptr<Learner>(Arena&, std::uint64_t)> make;
};

/// Makes what the run of a seed plays by at first; may be empty, or give nothing.
using MakeAdvice = std::function<std::unique_ptr<Advice>(Arena&, std::uint64_t)>;

struct MigoEntrantOptions {
  MigoOptions migo;
  std::optional<std::uint32_t> stability{};  ///< nothing: default_stability
  /// 0: those of the arena; against another opponent than the perfect one as many as games need.
  std::uint32_t levels = 0;
  MigoPlayOptions play{};
};

/// The labelling is that of the options.
[[nodiscard]] Entrant migo_entrant(std::string name, MigoEntrantOptions options,
                                   MakeAdvice advice = nullptr);

/// Games that the wins must stay the same before draws are learned: as published for 3, 5 and 9
/// levels (5, 10, 15), 5 log2(levels - 1) between.
[[nodiscard]] std::uint32_t default_stability(std::uint32_t levels);

struct Run {
  std::size_t entrant = 0;
  std::uint64_t seed = 0;
  std::vector<TrainingGame> games;
  double seconds = 0;     ///< of processor time, for playing and learning
  bool complete = false;  ///< all games were played
  std::string why;        ///< not complete for another reason than a request to stop
  bool unfit = false;     ///< the reason is the game (UnfitGame), not a limit

  /// Of all start boards together, played once each when the run was complete, without learning.
  std::optional<std::int64_t> final_regret{};

  // Of learners that make programs, the others leave these as they are:
  LearningReport learning;  ///< of the games played here, not of earlier ones
  LearnedProgram program;

  [[nodiscard]] std::int64_t regret() const;
  /// Cumulative minimax regret after each game.
  [[nodiscard]] std::vector<std::int64_t> curve() const;
};

struct Experiment {
  std::vector<Run> runs;  ///< those of the first entrant first, by seed
  double solving = 0;     ///< seconds of processor time until the first arena was there
};

/// What a run goes on from.
struct EarlierGames {
  std::vector<TrainingGame> games;
  /// Makes the learner go on from there.
  std::function<void(Arena&, Learner&)> resume;
};

/// Makes an arena; called once per thread, by it.
using MakeArena = std::function<std::unique_ptr<Arena>()>;

/// Called by a run's thread.
struct ExperimentHooks {
  /// Before a run: whether it is to be left out. Its Run then has no games.
  std::function<bool(const Run&)> skip{};
  /// After each game: the run's number, the run so far without its program, the learner.
  std::function<void(std::size_t, const Run&, const Learner&)> after_game{};
  /// After a run, complete or not, before what it worked with goes.
  std::function<void(const Run&, Learner&, Arena&)> after_run{};
};

/// Runs are the same whatever the number of threads, unless the budget of states runs out, which
/// those of one thread share: then a run begins once more in an arena of its own. A request to stop
/// (runtime::Stopped), a budget that runs out, and UnfitGame end a run early: it keeps what it has.
/// Passes on what making the first arena throws, and other exceptions.
[[nodiscard]] Experiment run_experiment(const ExperimentOptions& options, const MakeArena& arena,
                                        std::span<const Entrant> entrants,
                                        const EarlierGames* earlier = nullptr,
                                        const ExperimentHooks& hooks = {});

/// Mean and standard deviation (of a population, as the published ones) by game, over the runs that
/// are complete.
struct MeanCurve {
  std::vector<double> mean;
  std::vector<double> deviation;
  std::size_t runs = 0;  ///< that are complete
};
[[nodiscard]] MeanCurve mean_curve(std::span<const Run> runs);

}  // namespace tesuji::learner

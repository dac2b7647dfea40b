// Runs learners over many games, several runs each, for means and deviations.
#pragma once

#include "learner/arena/arena.h"
#include "learner/migo/migo_learner.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

// Plays the games of a learner in sequence and records their cost: the curve of cumulative minimax
// regret.

struct TrainingOptions {
  std::uint64_t seed = 1;
  /// Start boards in their order, again from the first after the last; else drawn at random, each
  /// with the same probability. A learner may want others.
  bool in_order = false;
};

/// What one game cost. Small, since there may be many.
struct TrainingGame {
  std::uint32_t board = 0;         ///< into the arena's start boards
  std::uint32_t length = 0;        ///< moves
  std::uint32_t random_moves = 0;  ///< of the learner
  Outcome outcome = Outcome::drawn;
  std::int8_t regret = 0;
};

/// Games are numbered from 0; each has random numbers of its own, so that the games from n on are
/// the same whether those before it were played here or in an earlier run. Not thread-safe.
class Training {
 public:
  /// Both must outlive it and belong together. `begin`: games that were played before.
  Training(Arena& arena, Learner& learner, TrainingOptions options, std::uint64_t begin = 0)
      : arena_(arena), learner_(learner), options_(options), next_(begin) {}

  /// Plays a game and learns from it. What is returned is of that game, or, where the opponent is
  /// not perfect, of another one from the same board before anything is learned, against the
  /// perfect opponent if the game is solved. Throws what Arena::play and Learner::finish throw, and
  /// Stopped; the learner is as before the game then.
  TrainingGame next();

  /// The number of the game that comes next.
  [[nodiscard]] std::uint64_t number() const { return next_; }

 private:
  Arena& arena_;
  Learner& learner_;
  TrainingOptions options_;
  std::uint64_t next_;
};

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

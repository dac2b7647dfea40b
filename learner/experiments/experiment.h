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
  /// Play start boards in their order, starting again after the last; else draw them at random,
  /// each with the same probability. A learner may request others.
  bool in_order = false;
};

/// Cost of one game. Small, because there may be many.
struct TrainingGame {
  std::uint32_t board = 0;         ///< index into the arena's start boards
  std::uint32_t length = 0;        ///< moves
  std::uint32_t random_moves = 0;  ///< of the learner
  Outcome outcome = Outcome::drawn;
  std::int8_t regret = 0;
};

/// Games are numbered from 0, and each has its own random numbers, so that the games from n on are
/// the same whether earlier ones were played here or in an earlier run. Not thread-safe.
class Training {
 public:
  /// Both must outlive it and belong together. `begin`: number of games played before.
  Training(Arena& arena, Learner& learner, TrainingOptions options, std::uint64_t begin = 0)
      : arena_(arena), learner_(learner), options_(options), next_(begin) {}

  /// Plays a game and learns from it. Returns the costs of that game or, if the opponent is not
  /// perfect, of another one from the same board before anything is learned, against the perfect
  /// opponent if the game is solved. Throws what Arena::play and Learner::finish throw, and
  /// Stopped; the learner is then as before the game.
  TrainingGame next();

  /// Returns the number of the next game.
  [[nodiscard]] std::uint64_t number() const { return next_; }

 private:
  Arena& arena_;
  Learner& learner_;
  TrainingOptions options_;
  std::uint64_t next_;
};

struct ExperimentOptions {
  std::uint64_t games = 200;  ///< per run, including those played earlier
  std::uint64_t runs = 1;     ///< of each entrant
  unsigned threads = 1;
  std::uint64_t seed = 1;  ///< seed of an entrant's first run; the others use the following numbers
  bool in_order = false;
  bool test = false;  ///< play each start board once more after a run: Run::final_regret
};

/// A learner in the experiment.
struct Entrant {
  std::string name;
  /// Creates the learner of a run with that seed, in the run's thread; the arena outlives it.
  std::function<std::unique_ptr<Learner>(Arena&, std::uint64_t)> make;
};

/// Creates the advice that a run starts with, by seed; may be empty, or return null.
using MakeAdvice = std::function<std::unique_ptr<Advice>(Arena&, std::uint64_t)>;

struct MigoEntrantOptions {
  MigoOptions migo;
  std::optional<std::uint32_t> stability{};  ///< nothing: default_stability
  /// 0: those of the arena; against an opponent that is not perfect, as many as games need.
  std::uint32_t levels = 0;
  MigoPlayOptions play{};
};

/// Uses the labelling of the options.
[[nodiscard]] Entrant migo_entrant(std::string name, MigoEntrantOptions options,
                                   MakeAdvice advice = nullptr);

/// Returns the number of games for which wins must stay the same before draws are learned: as
/// published for 3, 5 and 9 levels (5, 10, 15), 5 log2(levels - 1) in between.
[[nodiscard]] std::uint32_t default_stability(std::uint32_t levels);

struct Run {
  std::size_t entrant = 0;
  std::uint64_t seed = 0;
  std::vector<TrainingGame> games;
  double seconds = 0;     ///< processor time for playing and learning
  bool complete = false;  ///< all games were played
  std::string why;        ///< incomplete for a reason other than a stop request
  bool unfit = false;     ///< the reason is the game (UnfitGame), not a limit

  /// Total over all start boards, played once each after a complete run, without learning.
  std::optional<std::int64_t> final_regret{};

  // Only for learners that make programs:
  LearningReport learning;  ///< from the games played here, not from earlier ones
  LearnedProgram program;

  [[nodiscard]] std::int64_t regret() const;
  /// Returns the cumulative minimax regret after each game.
  [[nodiscard]] std::vector<std::int64_t> curve() const;
};

struct Experiment {
  std::vector<Run> runs;  ///< by entrant, then by seed
  double solving = 0;     ///< seconds of processor time until the first arena was ready
};

/// The state from which a run resumes.
struct EarlierGames {
  std::vector<TrainingGame> games;
  /// Restores the learner's state.
  std::function<void(Arena&, Learner&)> resume;
};

/// Creates an arena; called once per thread, in it.
using MakeArena = std::function<std::unique_ptr<Arena>()>;

/// Called in a run's thread.
struct ExperimentHooks {
  /// Before a run: returns whether to skip it. Its Run then has no games.
  std::function<bool(const Run&)> skip{};
  /// After each game: receives the run's number, the run so far without its program, the learner.
  std::function<void(std::size_t, const Run&, const Learner&)> after_game{};
  /// After a run, complete or not, before its learner and arena are destroyed.
  std::function<void(const Run&, Learner&, Arena&)> after_run{};
};

/// Runs give the same results for every number of threads, unless the budget of states runs out,
/// which the runs of one thread share: then a run restarts in an arena of its own. A stop request
/// (runtime::Stopped), an exhausted budget, and UnfitGame end a run early: it keeps its results so
/// far. Rethrows what creating the first arena throws, and other exceptions.
[[nodiscard]] Experiment run_experiment(const ExperimentOptions& options, const MakeArena& arena,
                                        std::span<const Entrant> entrants,
                                        const EarlierGames* earlier = nullptr,
                                        const ExperimentHooks& hooks = {});

/// Mean and standard deviation (of a population, as in the published figures) by game, over the
/// complete runs.
struct MeanCurve {
  std::vector<double> mean;
  std::vector<double> deviation;
  std::size_t runs = 0;  ///< complete runs
};
[[nodiscard]] MeanCurve mean_curve(std::span<const Run> runs);

}  // namespace tesuji::learner

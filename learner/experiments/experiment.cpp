#include "learner/experiments/experiment.h"

#include "runtime/host/memory/cpu_time.h"
#include "runtime/host/memory/on_threads.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <utility>

namespace tesuji::learner {

TrainingGame Training::next() {
  arena_.space().poll();
  runtime::Rng random(options_.seed, next_);
  const std::size_t count = arena_.boards().size();
  std::size_t board = options_.in_order ? next_ % count : random.below(count);
  if (const auto wanted = learner_.wanted_board(arena_.start_nodes(), random)) board = *wanted;
  const PlayedGame played = arena_.play(learner_, board, random);
  const PlayedGame counted = arena_.is_perfect() ? played : arena_.test(learner_, board, random);
  learner_.finish(played, arena_.learner());
  ++next_;
  return {static_cast<std::uint32_t>(board), static_cast<std::uint32_t>(counted.edges.size()),
          counted.random_moves, counted.outcome, static_cast<std::int8_t>(counted.regret)};
}

namespace {

class Runner {
 public:
  Runner(const ExperimentOptions& options, const MakeArena& arena,
         std::span<const Entrant> entrants, const EarlierGames* earlier,
         const ExperimentHooks& hooks)
      : options_(options),
        make_arena_(arena),
        entrants_(entrants),
        earlier_(earlier),
        hooks_(hooks) {
    if (options.runs > experiment_.runs.max_size() / std::max<std::size_t>(1, entrants.size())) {
      throw std::bad_alloc();
    }
    experiment_.runs.reserve(entrants.size() * options.runs);
    for (std::size_t entrant = 0; entrant < entrants.size(); ++entrant) {
      for (std::uint64_t number = 0; number < options.runs; ++number) {
        Run& run = experiment_.runs.emplace_back();
        run.entrant = entrant;
        run.seed = options.seed + number;
      }
    }
  }

  Experiment run() {
    const auto threads = static_cast<unsigned>(
        std::clamp<std::uint64_t>(options_.threads, 1, experiment_.runs.size()));
    try {
      runtime::on_threads(threads, [this](std::size_t) { work(); }, [] {});
    } catch (const runtime::Stopped&) {
      // Results of other threads are kept even if this one could not begin.
      if (arenas_ == 0) throw;
    } catch (const runtime::BudgetExceeded&) {
      if (arenas_ == 0) throw;
    }
    return std::move(experiment_);
  }

 private:
  void work() {
    const double begin = runtime::thread_seconds();
    std::unique_ptr<Arena> arena;
    for (std::size_t number = next_++; number < experiment_.runs.size(); number = next_++) {
      Run& run = experiment_.runs[number];
      if (hooks_.skip && hooks_.skip(run)) continue;
      const bool fresh = !arena;
      if (fresh && !make(arena)) return;
      if (number == 0) experiment_.solving = runtime::thread_seconds() - begin;
      play(number, *arena, !fresh);
      if (fresh || !is_full(run)) continue;
      // Memory taken by earlier runs of this thread may be the cause.
      Run empty;
      empty.entrant = run.entrant;
      empty.seed = run.seed;
      run = std::move(empty);
      arena.reset();
      if (!make(arena)) return;
      play(number, *arena, false);
    }
  }

  /// Returns false if another thread has an arena, but this one cannot get one.
  bool make(std::unique_ptr<Arena>& arena) {
    try {
      arena = make_arena_();
      ++arenas_;
      return true;
    } catch (const runtime::Stopped&) {
      if (arenas_ == 0) throw;
    } catch (const runtime::BudgetExceeded&) {
      if (arenas_ == 0) throw;
    }
    return false;
  }

  [[nodiscard]] static bool is_full(const Run& run) {
    return !run.complete && !run.unfit && !run.why.empty();
  }

  /// Plays a run. `again`: if the budget runs out, the run is repeated and this attempt does not
  /// count.
  void play(std::size_t number, Arena& arena, bool again) {
    Run& run = experiment_.runs[number];
    const double begin = runtime::thread_seconds();
    const std::unique_ptr<Learner> learner = entrants_[run.entrant].make(arena, run.seed);
    const auto take_report = [&] {
      if (const LearningReport* report = learner->report()) run.learning = *report;
    };
    take_report();
    // If resuming fails, the run keeps no games: the file still has them.
    if (earlier_) {
      run.games = earlier_->games;
      try {
        earlier_->resume(arena, *learner);
      } catch (...) {
        run.games.clear();
        throw;
      }
    }
    try {
      Training training(arena, *learner, {run.seed, options_.in_order}, run.games.size());
      while (run.games.size() < options_.games) {
        run.games.push_back(training.next());
        take_report();
        if (hooks_.after_game) hooks_.after_game(number, run, *learner);
      }
      run.complete = true;
    } catch (const runtime::Stopped&) {
    } catch (const runtime::BudgetExceeded& error) {
      run.why = error.what();
    } catch (const UnfitGame& error) {
      run.why = error.what();
      run.unfit = true;
    }
    if (const LearnedProgram* program = learner->program()) run.program = *program;
    run.seconds = runtime::thread_seconds() - begin;
    if (run.complete && options_.test) test(run, *learner, arena);
    if (again && is_full(run)) return;
    if (hooks_.after_run) hooks_.after_run(run, *learner, arena);
  }

  /// Plays each start board once, without learning.
  void test(Run& run, Learner& learner, Arena& arena) {
    try {
      std::int64_t sum = 0;
      for (std::size_t board = 0; board < arena.boards().size(); ++board) {
        runtime::Rng random(run.seed, options_.games + board);
        sum += arena.test(learner, board, random).regret;
      }
      run.final_regret = sum;
    } catch (const runtime::Stopped&) {
      run.complete = false;  // it is repeated later
    } catch (const runtime::BudgetExceeded& error) {
      run.complete = false;
      run.why = error.what();
    } catch (const UnfitGame& error) {
      run.complete = false;
      run.why = error.what();
      run.unfit = true;
    }
  }

  const ExperimentOptions& options_;
  const MakeArena& make_arena_;
  std::span<const Entrant> entrants_;
  const EarlierGames* earlier_;
  const ExperimentHooks& hooks_;
  Experiment experiment_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> arenas_{0};  ///< created so far
};

}  // namespace

Entrant migo_entrant(std::string name, MigoEntrantOptions options, MakeAdvice advice) {
  return {std::move(name),
          [options = std::move(options), advice = std::move(advice)](
              Arena& arena, std::uint64_t seed) -> std::unique_ptr<Learner> {
            MigoOptions migo = options.migo;
            const std::uint32_t levels =
                std::max<std::uint32_t>(options.levels > 0 ? options.levels : arena.levels(), 3);
            migo.stability = options.stability.value_or(default_stability(levels));
            migo.perfect = arena.is_perfect();
            migo.grow = !migo.perfect && options.levels == 0;
            return std::make_unique<MigoLearner>(
                arena.space(), levels, migo, advice ? advice(arena, seed) : nullptr, options.play);
          }};
}

std::uint32_t default_stability(std::uint32_t levels) {
  const double depth = std::max<std::uint32_t>(levels, 3) - 1.0;
  return static_cast<std::uint32_t>(std::lround(5 * std::log2(depth)));
}

std::int64_t Run::regret() const {
  std::int64_t sum = 0;
  for (const TrainingGame& game : games) sum += game.regret;
  return sum;
}

std::vector<std::int64_t> Run::curve() const {
  std::vector<std::int64_t> result;
  for (const TrainingGame& game : games) {
    result.push_back((result.empty() ? 0 : result.back()) + game.regret);
  }
  return result;
}

Experiment run_experiment(const ExperimentOptions& options, const MakeArena& arena,
                          std::span<const Entrant> entrants, const EarlierGames* earlier,
                          const ExperimentHooks& hooks) {
  return Runner(options, arena, entrants, earlier, hooks).run();
}

MeanCurve mean_curve(std::span<const Run> runs) {
  std::vector<std::vector<std::int64_t>> curves;
  for (const Run& run : runs) {
    if (run.complete) curves.push_back(run.curve());
  }
  MeanCurve result;
  result.runs = curves.size();
  if (curves.empty()) return result;
  const double count = static_cast<double>(curves.size());
  for (std::size_t game = 0; game < curves.front().size(); ++game) {
    double sum = 0;
    double squares = 0;
    for (const auto& curve : curves) {
      const double value = static_cast<double>(curve[game]);
      sum += value;
      squares += value * value;
    }
    result.mean.push_back(sum / count);
    result.deviation.push_back(
        std::sqrt(std::max(0.0, squares / count - (sum / count) * (sum / count))));
  }
  return result;
}

}  // namespace tesuji::learner

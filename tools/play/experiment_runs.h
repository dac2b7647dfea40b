// Plays the runs of an experiment that its store lacks, and collects all requested ones. An
// experiment has several learners on one game, optionally with transfer from another one.
#pragma once

#include "backend/driver/load.h"
#include "frontend/strategy/strategy_parser.h"
#include "learner/experiments/experiment_store.h"
#include "learner/migo/migo.h"
#include "tools/options/experiment_options.h"
#include "tools/options/time_limits.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

/// Called by the threads of runs; functions may be empty.
struct ExperimentWatcher {
  /// This many runs of a game begin.
  std::function<void(const std::string& game, std::size_t runs)> begin{};
  /// A run has ended, or need not be played.
  std::function<void()> after_run{};
};

/// The requested runs.
struct ExperimentAnswers {
  std::vector<learner::StoredRun> runs;  ///< complete ones, each once
  std::uint64_t wanted = 0;
  std::uint64_t missing = 0;  ///< number of requested runs that are missing
  std::string why;            ///< why they are missing; empty: a stop request
  bool unfit = false;         ///< the reason is the game, not a limit
};

/// The runs of one command. Not thread-safe; runs have threads of their own.
class ExperimentRuns {
 public:
  /// `seconds`: remaining time; 0: no limit. All else must outlive it. Throws learner::StoreError
  /// if the store cannot be opened.
  ExperimentRuns(const ExperimentArguments& arguments, driver::Options options,
                 driver::Session& session, ExperimentWatcher watcher, double seconds);

  /// Plays the missing runs. `loaded` must be the game of the arguments. Returns nothing if a file
  /// is wrong, or the store cannot be written, which the session's diagnostics report. Throws what
  /// solving the game throws, WrongFile, and learner::StoreError.
  [[nodiscard]] std::optional<ExperimentAnswers> play(const driver::LoadedGame& loaded);

  /// Whether time ran out.
  [[nodiscard]] bool is_over() const { return limit_.is_over(); }

 private:
  /// Learner and seed of a run.
  using RunKey = std::pair<std::string, std::uint64_t>;
  using Programs = std::map<RunKey, std::string>;
  using Strategies = std::map<RunKey, frontend::Strategy>;

  /// A loaded game that learners play.
  struct Target {
    std::string path;
    const driver::LoadedGame& loaded;
    std::uint64_t rules = 0;  ///< fingerprint; 0 without a store
  };
  /// What the runs of one phase have in common.
  struct Phase {
    const Target& target;
    const ArenaChoice& choice;
    std::uint64_t games = 0;
    std::string source;                  ///< transfer: the game on which the first strategies were
                                         ///< learned
    const Programs* programs = nullptr;  ///< transfer: these strategies
  };

  [[nodiscard]] std::optional<Target> find_target(const std::string& path,
                                                  const driver::LoadedGame& loaded);
  [[nodiscard]] bool learn_on_source(Programs& programs);
  [[nodiscard]] std::optional<learner::RunQuestion> question(const Phase& phase);
  [[nodiscard]] std::optional<Strategies> parse(const Programs* programs);
  [[nodiscard]] bool play(const Phase& phase);
  void gather(const learner::RunQuestion& common);
  void keep(const learner::StoredRun& run);
  [[nodiscard]] std::unique_ptr<learner::Advice> advice(const frontend::Strategy& strategy,
                                                        const Target& target, learner::Arena& arena,
                                                        const runtime::StateSpaceOptions& space);

  const ExperimentArguments& arguments_;
  driver::Options options_;
  driver::Session& session_;
  ExperimentWatcher watcher_;
  TimeLimit limit_;
  learner::ExperimentStore store_;
  std::mutex mutex_;  ///< guards what threads of runs change
  std::atomic<bool> failed_{false};
  std::string store_failure_;
  std::vector<learner::StoredRun> played_;  ///< of the last phase
  std::uint64_t source_rules_ = 0;          ///< fingerprint of the source game
  ExperimentAnswers answers_;
};

}  // namespace tesuji::tools

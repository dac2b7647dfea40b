#include "tools/play/experiment_runs.h"

#include "backend/open/solution.h"
#include "backend/strategies/strategy.h"
#include "learner/experiments/entrants.h"
#include "learner/migo/strategy_advice.h"
#include "runtime/host/memory/fnv.h"
#include "tools/options/time_limits.h"
#include "tools/play/arena_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>

namespace tesuji::tools {

using learner::RunQuestion;
using learner::StoredRun;

namespace {

RunQuestion of_run(RunQuestion question, const std::string& learner, std::uint64_t seed) {
  question.learner = learner;
  question.seed = seed;
  return question;
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace

ExperimentRuns::ExperimentRuns(const ExperimentArguments& arguments, driver::Options options,
                               driver::Session& session, ExperimentWatcher watcher, double seconds)
    : arguments_(arguments),
      options_(std::move(options)),
      session_(session),
      watcher_(std::move(watcher)),
      limit_(seconds),
      store_(arguments.store) {}

std::optional<ExperimentAnswers> ExperimentRuns::play(const driver::LoadedGame& loaded) {
  const std::optional<Target> target = find_target(arguments_.game.path(), loaded);
  if (!target) return std::nullopt;
  const bool transfers = !arguments_.from.empty();
  Programs programs;
  if (transfers && !learn_on_source(programs)) return std::nullopt;
  const std::uint64_t games = arguments_.experiment.games;
  if (!play(Phase{*target, arguments_.arena, games, "", nullptr})) return std::nullopt;
  if (transfers) {
    const std::string source = fmt::format("{} ({})", file_name(arguments_.from),
                                           ir::counted(arguments_.from_games, "game"));
    if (!play(Phase{*target, arguments_.arena, games, source, &programs})) return std::nullopt;
  }
  return std::move(answers_);
}

/// Computes the programs that the learners make of the source game.
bool ExperimentRuns::learn_on_source(Programs& programs) {
  LoadingLimit loading(limit_.seconds_left(),
                       LoadingLimit::time_over_before("the game of --from was loaded"));
  const auto loaded = driver::load_game(arguments_.from, options_, session_);
  loading.end();
  const auto source = loaded ? find_target(arguments_.from, *loaded) : std::nullopt;
  if (!source) return false;
  source_rules_ = source->rules;
  // The source game has its own boards and ties.
  ArenaChoice choice = arguments_.arena;
  choice.boards = "symmetric";
  choice.opponent = "perfect";
  choice.unsolved = false;
  choice.solving.ties = "first";
  choice.solving.solution.clear();
  if (!play(Phase{*source, choice, arguments_.from_games, "", nullptr})) return false;
  for (const StoredRun& run : played_) {
    programs[{run.question.learner, run.question.seed}] = run.program;
  }
  return true;
}

std::optional<ExperimentRuns::Target> ExperimentRuns::find_target(
    const std::string& path, const driver::LoadedGame& loaded) {
  // A store in memory needs no fingerprints.
  if (arguments_.store.empty()) return Target{path, loaded, 0};
  const auto rules = driver::solution_fingerprint(path, *loaded.game, session_);
  if (!rules) return std::nullopt;
  return Target{path, loaded, *rules};
}

/// Returns the parameters common to all runs of the phase; nothing if a file cannot be read.
std::optional<RunQuestion> ExperimentRuns::question(const Phase& phase) {
  RunQuestion question;
  question.game = file_name(phase.target.path);
  question.rules = phase.target.rules;
  question.source = phase.source;
  question.source_rules = phase.source.empty() ? 0 : source_rules_;
  question.opponent = phase.choice.opponent + (phase.choice.unsolved ? ", unsolved" : "");
  question.in_order = arguments_.experiment.in_order;
  question.games = phase.games;
  // Returns a word of the option, or the hash of the file that it names.
  const auto name = [&](const std::string& value, std::initializer_list<const char*> words) {
    if (std::find(words.begin(), words.end(), value) != words.end()) return std::optional(value);
    const auto file = driver::read_file(value, session_);
    if (!file) return std::optional<std::string>();
    return std::optional(
        fmt::format("{:016x}", runtime::fnv1a(session_.diagnostics.sources()[*file].text)));
  };
  // `moves:N` is a word, too.
  const auto boards = phase.choice.board_moves() ? std::optional(phase.choice.boards)
                                                 : name(phase.choice.boards, {"initial"});
  const auto ties = name(phase.choice.solving.ties, {"first", "last"});
  if (!boards || !ties) return std::nullopt;
  question.boards = *boards;
  question.ties = *ties;
  return question;
}

/// Done before threads begin, because the session is for one thread.
std::optional<ExperimentRuns::Strategies> ExperimentRuns::parse(const Programs* programs) {
  Strategies strategies;
  if (!programs) return strategies;
  for (const auto& [key, program] : *programs) {
    if (program.empty()) continue;
    const ir::FileId file = session_.sources->add("a learned strategy", program);
    auto strategy = frontend::parse_strategy(file, session_.diagnostics);
    if (!strategy) return std::nullopt;
    strategies.emplace(key, std::move(*strategy));
  }
  return strategies;
}

/// Plays the runs that the store lacks. Returns false if a file is wrong, or the store (reported).
bool ExperimentRuns::play(const Phase& phase) {
  const std::optional<RunQuestion> common = question(phase);
  const std::optional<Strategies> strategies = parse(phase.programs);
  if (!common || !strategies) return false;
  ArenaSource arenas(phase.target.path, options_, phase.choice, phase.target.loaded, session_,
                     limit_.flag());
  if (!arenas.begin()) return false;
  std::vector<learner::Entrant> entrants;
  bool any = false;
  for (const std::string& name : arguments_.learners) {
    learner::MigoEntrantOptions migo;
    migo.migo.learning.stop = &limit_.flag();
    learner::MakeAdvice make_advice;
    if (phase.programs) {
      make_advice = [&, name](learner::Arena& arena, std::uint64_t seed) {
        const auto found = strategies->find({name, seed});
        return found == strategies->end()
                   ? nullptr
                   : advice(found->second, phase.target, arena, arenas.space());
      };
    }
    entrants.push_back(learner::entrant(name, migo, std::move(make_advice)));
    for (std::uint64_t run = 0; run < arguments_.experiment.runs; ++run) {
      any |= !store_.has(of_run(*common, name, arguments_.experiment.seed + run));
    }
  }
  learner::ExperimentOptions options = arguments_.experiment;
  options.games = phase.games;
  options.test = true;
  if (watcher_.begin) watcher_.begin(common->game, entrants.size() * options.runs);
  const auto question_of = [&](const learner::Run& run) {
    return of_run(*common, entrants[run.entrant].name, run.seed);
  };
  learner::ExperimentHooks hooks;
  hooks.skip = [&](const learner::Run& run) {
    // There is nothing to transfer if the source game was not learned to the end.
    const bool no_source =
        phase.programs && !phase.programs->contains({entrants[run.entrant].name, run.seed});
    const bool skip = failed_ || no_source || limit_.flag().load(std::memory_order_relaxed) ||
                      store_.has(question_of(run));
    if (skip && watcher_.after_run) watcher_.after_run();
    return skip;
  };
  hooks.after_run = [&](const learner::Run& run, learner::Learner&, learner::Arena& arena) {
    if (watcher_.after_run) watcher_.after_run();
    if (!run.complete) {
      const std::lock_guard lock(mutex_);
      if (answers_.why.empty()) answers_.why = run.why;
      answers_.unfit |= run.unfit;
      return;
    }
    keep({question_of(run), std::string(arena.game().roles()[arena.learner()]),
          arena.boards().size(), run, to_prolog(run.program)});
  };
  if (any) {
    static_cast<void>(
        run_experiment(options, [&] { return arenas.make(); }, entrants, nullptr, hooks));
  }
  if (!store_failure_.empty()) {
    session_.diagnostics.error({}, "io", store_failure_);
    return false;
  }
  gather(*common);
  return true;
}

/// Adds the existing runs of a phase.
void ExperimentRuns::gather(const RunQuestion& common) {
  std::map<RunKey, StoredRun> found;
  for (StoredRun& run : store_.runs()) {
    const RunKey key{run.question.learner, run.question.seed};
    if (of_run(common, key.first, key.second) == run.question) found[key] = std::move(run);
  }
  played_.clear();
  for (const std::string& name : arguments_.learners) {
    for (std::uint64_t run = 0; run < arguments_.experiment.runs; ++run) {
      ++answers_.wanted;
      const auto one = found.find({name, arguments_.experiment.seed + run});
      if (one == found.end()) {
        ++answers_.missing;
      } else {
        played_.push_back(std::move(one->second));
      }
    }
  }
  // With transfer from a game to itself some runs have the same parameters.
  for (const StoredRun& run : played_) {
    const auto same = [&](const StoredRun& other) { return other.question == run.question; };
    if (std::none_of(answers_.runs.begin(), answers_.runs.end(), same)) {
      answers_.runs.push_back(run);
    }
  }
}

void ExperimentRuns::keep(const StoredRun& run) {
  try {
    store_.add(run);
  } catch (const learner::StoreError& error) {
    const std::lock_guard lock(mutex_);
    if (store_failure_.empty()) store_failure_ = error.what();
    failed_ = true;
  }
}

/// Compiles a strategy of the source game for this one.
std::unique_ptr<learner::Advice> ExperimentRuns::advice(const frontend::Strategy& strategy,
                                                        const Target& target, learner::Arena& arena,
                                                        const runtime::StateSpaceOptions& space) {
  const std::lock_guard lock(mutex_);  // compiling may use shared data
  return std::make_unique<learner::StrategyAdvice>(
      driver::compile_strategy(target.loaded, strategy, options_), arena.space(), space);
}

}  // namespace tesuji::tools

// Answers `learn`: strategies learned by playing.
#include "learner/experiments/entrants.h"
#include "learner/experiments/experiment.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/cpu_time.h"
#include "tools/answers/answers.h"
#include "tools/base/json.h"
#include "tools/options/solving_options.h"
#include "tools/play/arena_source.h"
#include "tools/reports/learning/learn_report.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>

namespace tesuji::tools {
namespace {

struct LearnQuestion {
  std::string learner;
  learner::ExperimentOptions experiment;
  learner::MigoEntrantOptions migo;
  ArenaChoice arena;
};

LearnQuestion read_learning(QuestionOptions& options) {
  constexpr std::uint64_t most_mib = std::uint64_t{1} << 30U;
  constexpr std::uint64_t most_games = 1'000'000'000;
  constexpr std::uint64_t most_runs = 100'000;
  LearnQuestion wanted;
  wanted.learner = options.text("learner", "migo-mixed");
  learner::ExperimentOptions& experiment = wanted.experiment;
  experiment.games = options.number("games", experiment.games, 1, most_games);
  experiment.runs = options.number("runs", experiment.runs, 1, most_runs);
  experiment.seed = options.number("seed", experiment.seed);
  experiment.threads = static_cast<unsigned>(options.number("threads", 1, 1, 1024));
  experiment.in_order = options.flag("in_order", false);
  learner::MigoLearningOptions& learning = wanted.migo.migo.learning;
  learning.max_clauses = static_cast<decltype(learning.max_clauses)>(
      options.number("max_clauses", learning.max_clauses, 1, 100));
  learning.max_steps = options.number("max_proof_steps", learning.max_steps, 1);
  learning.refute = options.flag("refute", false);
  learning.fluents = options.flag("fluents", false);
  wanted.migo.levels = static_cast<std::uint32_t>(options.number("levels", 0, 0, 10'000));
  wanted.arena.boards =
      options.choice("boards", wanted.arena.boards, {"symmetric", "all", "initial"});
  wanted.arena.opponent = options.text("opponent", wanted.arena.opponent);
  wanted.arena.unsolved = options.flag("unsolved", false);
  wanted.arena.solving.seconds = options.seconds("seconds", 0);
  wanted.arena.solving.memory_mib =
      options.number("memory", wanted.arena.solving.memory_mib, 1, most_mib);
  return wanted;
}

/// Returns which options are incompatible; empty: none.
std::string wrong_learner(const LearnQuestion& wanted) {
  learner::NamedLearner named;
  try {
    named = learner::named_learner(wanted.learner);
    static_cast<void>(learner::entrant(wanted.learner));
  } catch (const learner::WrongEntrant& error) {
    return error.what();
  }
  if (!named.makes_programs) {
    return wanted.learner + " makes no program: `tesuji experiment` compares such learners";
  }
  return wanted.arena.wrong_opponent();
}

std::optional<Json> learn(LearnQuestion& wanted, const driver::LoadedGame& loaded,
                          const std::atomic<bool>& stop, Question& question) {
  ArenaSource arenas(question.game.path(), question.game.options(), wanted.arena, loaded,
                     question.session, stop);
  if (!arenas.begin()) return std::nullopt;
  wanted.migo.migo.learning.stop = &stop;
  wanted.arena.winnable = learner::named_learner(wanted.learner).needs_wins;
  const double begin = runtime::process_seconds();
  const learner::Entrant entrant = learner::entrant(wanted.learner, wanted.migo);
  const learner::Experiment experiment =
      learner::run_experiment(wanted.experiment, [&] { return arenas.make(); }, {&entrant, 1});
  return learn_json({question.game.path(), wanted.learner, *loaded.game, arenas.role(),
                     arenas.boards().size(), arenas.starts_initially(),
                     wanted.migo.migo.learning.refutes(), wanted.experiment.games,
                     wanted.experiment.runs, experiment, runtime::process_seconds() - begin});
}

}  // namespace

std::optional<Json> learn_answer(Question& question) {
  LearnQuestion wanted = read_learning(question.options);
  if (!question.options.finish()) return std::nullopt;
  ir::Diagnostics& diagnostics = question.session.diagnostics;
  if (const std::string wrong = wrong_learner(wanted); !wrong.empty()) {
    diagnostics.error({}, "usage", wrong);
    return std::nullopt;
  }
  const driver::LoadedGame* const loaded = question.game.searched(question.session);
  if (loaded == nullptr) return std::nullopt;
  static const std::atomic<bool> never{false};
  const double seconds = wanted.arena.solving.seconds;
  const runtime::TimedStop limit(seconds, question.stop);
  const std::atomic<bool>* const flag = limit.flag();
  const runtime::StopScope scope(flag);
  try {
    return learn(wanted, *loaded, flag != nullptr ? *flag : never, question);
  } catch (const runtime::Stopped&) {
    if (!limit.is_over()) throw;
    diagnostics.error({}, "limit", fmt::format("not solved within {:g} s", seconds));
  }
  return std::nullopt;
}

}  // namespace tesuji::tools

// tesuji learn: learns strategies by playing.
#include "backend/strategies/strategy.h"
#include "learner/experiments/entrants.h"
#include "learner/migo/strategy_advice.h"
#include "runtime/host/memory/cpu_time.h"
#include "tools/base/command.h"
#include "tools/base/component.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/files/strategy_text.h"
#include "tools/options/learn_options.h"
#include "tools/options/time_limits.h"
#include "tools/play/arena_source.h"
#include "tools/play/solving.h"
#include "tools/reports/learning/learn_progress.h"
#include "tools/reports/learning/learn_report.h"
#include "tools/reports/learning/learn_state.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

/// Runs one call; its members hold the input.
class Learning {
 public:
  /// `seconds`: remaining after the game was loaded; 0: no limit.
  Learning(LearnArguments& arguments, driver::Session& session, const driver::LoadedGame& loaded,
           double seconds)
      : arguments_(arguments),
        session_(session),
        loaded_(loaded),
        limit_(seconds),
        arenas_(arguments.game.path(), arguments.game.driver_options(), arguments.arena, loaded,
                session, limit_.flag()) {}

  /// Returns the exit code. Throws what learning throws.
  int run() {
    if (!begin()) {
      print_diagnostics(session_.diagnostics);
      return exit_code_of(session_.diagnostics);
    }
    arguments_.migo.migo.learning.stop = &limit_.flag();
    learner::EarlierGames earlier;
    if (resumed_) {
      earlier.games = resumed_->games;
      earlier.resume = [this](learner::Arena& arena, learner::Learner& learner) {
        auto& made = dynamic_cast<learner::MigoLearner&>(learner);
        resume(*resumed_, arena, made.properties(), made.migo());
      };
    }
    arguments_.arena.winnable = learner::named_learner(arguments_.learner).needs_wins;
    const learner::Entrant entrant = learner::entrant(
        arguments_.learner, arguments_.migo,
        [this](learner::Arena& arena, std::uint64_t) { return make_advice(arena); });
    learner::Experiment experiment = run_experiment(
        arguments_.experiment, [this] { return arenas_.make(); }, {&entrant, 1},
        resumed_ ? &earlier : nullptr, hooks());
    drop_unbegun(experiment);
    return tell(experiment);
  }

  [[nodiscard]] bool is_over() const { return limit_.is_over(); }

 private:
  /// Reads all files; returns false if one is wrong.
  bool begin() {
    if (!arguments_.resume.empty()) return read_resumed();
    if (!arguments_.from.empty()) {
      const auto file = driver::read_file(arguments_.from, session_);
      if (!file || !read_strategy(*file)) return false;
    }
    return arenas_.begin();
  }

  bool read_strategy(ir::FileId file) {
    from_text_ = session_.diagnostics.sources()[file].text;
    strategy_ = frontend::parse_strategy(file, session_.diagnostics);
    return strategy_.has_value();
  }

  bool read_resumed() {
    const auto file = driver::read_file(arguments_.resume, session_);
    if (!file) return false;
    resumed_ = read_saved_run(*file, *loaded_.game, session_.diagnostics);
    if (!resumed_) return false;
    std::vector<runtime::State> boards;
    for (const auto& fluents : resumed_->boards) {
      std::string unknown;
      auto state = loaded_.game->state_of(fluents, &unknown);
      if (!state) {
        session_.diagnostics.error(
            {*file, {1, 1}, {1, 1}}, "parse",
            fmt::format("no run to continue: the game has no `{}`", unknown));
        return false;
      }
      boards.push_back(std::move(*state));
    }
    if (resumed_->games.size() > arguments_.experiment.games) {
      session_.diagnostics.error(
          {}, "usage",
          fmt::format("`{}` already has {}: --games is the number of games in all",
                      arguments_.resume, counted(resumed_->games.size(), "game")));
      return false;
    }
    arguments_.learner = resumed_->learner;
    arguments_.migo.migo.learning.max_clauses = resumed_->max_clauses;
    arguments_.migo.migo.learning.max_steps = resumed_->search_steps;
    arguments_.arena.solving.ties = resumed_->ties;
    if (!arenas_.begin(resumed_->ties_text, std::move(boards))) return false;
    if (!resumed_->from_text.empty() &&
        !read_strategy(session_.sources->add("the run's --from", resumed_->from_text))) {
      return false;
    }
    arguments_.experiment.seed = resumed_->seed;
    arguments_.experiment.in_order = resumed_->in_order;
    arguments_.migo.migo.learning.refute = resumed_->refute;
    arguments_.migo.levels = resumed_->levels;
    arguments_.migo.stability = resumed_->stability;
    return true;
  }

  std::unique_ptr<learner::Advice> make_advice(learner::Arena& arena) {
    if (!strategy_) return nullptr;
    return std::make_unique<learner::StrategyAdvice>(
        driver::compile_strategy(loaded_, *strategy_, arguments_.game.driver_options()),
        arena.space(), arenas_.space());
  }

  learner::ExperimentHooks hooks() {
    learner::ExperimentHooks hooks;
    if (arguments_.progress.shows()) {
      progress_.emplace(arguments_.progress, arguments_.experiment.runs,
                        arguments_.experiment.games);
      hooks.after_game = [this](std::size_t number, const learner::Run& run,
                                const learner::Learner& learner) {
        progress_->after_game(number, run, *learner.program());
      };
    }
    if (!arguments_.save.empty() || arguments_.form == FileKind::words) {
      hooks.after_run = [this](const learner::Run& run, learner::Learner& learner,
                               learner::Arena& arena) {
        const bool writes_words =
            arguments_.form == FileKind::words && arguments_.experiment.runs == 1;
        if (writes_words) check(run.program, arena);
        if (arguments_.save.empty()) return;
        auto& made = dynamic_cast<learner::MigoLearner&>(learner);
        saved_ = saved_run(run, made.migo(), arena, made.properties());
      };
    }
    return hooks;
  }

  /// Compares the claims of a program with the solution that the arena has; without one, or if a
  /// limit ends it, they remain unchecked.
  void check(const learner::LearnedProgram& program, learner::Arena& arena) {
    constexpr std::size_t most_states = 200'000;
    checked_.reset();
    if (arguments_.arena.unsolved || program.predicates.empty()) return;
    ir::Diagnostics own(*session_.sources);
    const ir::FileId file = session_.sources->add("learned strategy", to_prolog(program));
    const auto text = frontend::parse_strategy(file, own);
    if (!text) return;
    try {
      const auto strategy =
          driver::compile_strategy(loaded_, *text, arguments_.game.driver_options());
      checked_ = check_claims(*loaded_.game, arena.minimax(), *strategy, arena.boards(),
                              arena.learner(), arenas_.space(), most_states);
    } catch (const runtime::LimitReached&) {
    } catch (const runtime::Stopped&) {
    }
  }

  /// Removes runs that were stopped before their first game, except the first run.
  static void drop_unbegun(learner::Experiment& experiment) {
    const auto is_unbegun = [](const learner::Run& run) {
      return run.games.empty() && !run.complete && run.why.empty();
    };
    experiment.runs.erase(
        std::remove_if(experiment.runs.begin() + 1, experiment.runs.end(), is_unbegun),
        experiment.runs.end());
  }

  /// Computes the --measure of a program; returns false if none exists.
  bool measure(const learner::LearnedProgram& program) {
    if (!arguments_.measure || program.predicates.empty()) return false;
    ir::Diagnostics own(*session_.sources);
    const ir::FileId file = session_.sources->add("learned strategy", to_prolog(program));
    const auto strategy = frontend::parse_strategy(file, own);
    if (!strategy) return false;
    const runtime::Game& game = *loaded_.game;
    const runtime::Turns turns(game, driver::turn_rule(loaded_));
    try {
      comprehension_ = learner::measure_comprehension(strategy->procs, strategy->order, game, turns,
                                                      arenas_.boards(), arenas_.space());
    } catch (const runtime::LimitReached&) {  // the learned program is kept all the same
      unmeasured_ = "memory is too small for --measure (--memory)";
      return false;
    } catch (const runtime::Stopped&) {
      unmeasured_ = "stopped before the work by hand was measured (--measure)";
      return false;
    }
    measured_.emplace(ComprehensionScene{game, *comprehension_, arenas_.boards()});
    return true;
  }

  int tell(const learner::Experiment& experiment) {
    progress_.reset();
    const bool measured = measure(experiment.runs.front().program);
    const LearnScene scene{arguments_.game.path(),
                           arguments_.learner,
                           *loaded_.game,
                           arenas_.role(),
                           arenas_.boards().size(),
                           arenas_.starts_initially(),
                           arguments_.migo.migo.learning.refutes(),
                           arguments_.experiment.games,
                           arguments_.experiment.runs,
                           experiment,
                           runtime::process_seconds(),
                           measured ? &*measured_ : nullptr,
                           !arguments_.arena.unsolved};
    const bool alone = scene.runs == 1;
    if (saved_) {
      saved_->learner = arguments_.learner;
      saved_->in_order = arguments_.experiment.in_order;
      saved_->max_clauses = arguments_.migo.migo.learning.max_clauses;
      saved_->search_steps = arguments_.migo.migo.learning.max_steps;
      saved_->ties = arguments_.arena.solving.ties;
      saved_->ties_text = arenas_.ties_text();
      saved_->from_text = from_text_;
      saved_->refute = arguments_.migo.migo.learning.refute;
      static_cast<void>(
          write_output(arguments_.save, json_text(to_json(*saved_), 1), session_.diagnostics));
    }
    if (alone && (!arguments_.output.empty() || !arguments_.json)) {
      const auto text = strategy_text(learned_prolog(scene), arguments_.form, session_, checked_);
      if (!arguments_.output.empty()) fmt::print("{}", arguments_.json ? "" : learn_text(scene));
      std::fflush(stdout);
      static_cast<void>(write_output(arguments_.output, text, session_.diagnostics));
      tell_missing(scene);
    } else if (!arguments_.json) {
      fmt::print("{}", learn_text(scene));
    }
    if (arguments_.json) print_json(learn_json(scene));
    write_curves(scene);
    print_diagnostics(session_.diagnostics);
    if (session_.diagnostics.has_errors()) return exit_code_of(session_.diagnostics);
    std::fflush(stdout);
    const std::string limit = reached_limit(scene);
    if (limit.empty()) return exit_ok;
    print_message(arguments_.game.path(), ir::Severity::error, limit);
    const std::vector<learner::Run>& runs = scene.experiment.runs;
    const bool unfit =
        std::any_of(runs.begin(), runs.end(), [](const learner::Run& run) { return run.unfit; });
    return unfit ? exit_input : exit_limit;
  }

  /// Reports predicates that were not learned, and the measured work for readers, unless the
  /// printed program has them as comments; warns if the output file contains no strategy.
  void tell_missing(const LearnScene& scene) const {
    std::fflush(stdout);
    const bool told = !arguments_.output.empty() && !arguments_.json;  // by learn_text
    if (arguments_.form != FileKind::clauses && !told) {
      fmt::print(stderr, "{}", missing_text(scene, "learn: "));
      if (measured_) fmt::print(stderr, "{}", comprehension_text(*measured_));
    }
    if (!arguments_.output.empty() && scene.experiment.runs.front().program.predicates.empty()) {
      print_warning(fmt::format("`{}` has no strategy, as nothing was learned", arguments_.output));
    }
  }

  /// Returns which limit ended runs, or prevented something from being learned; empty: none.
  [[nodiscard]] std::string reached_limit(const LearnScene& scene) const {
    const std::vector<learner::Run>& runs = scene.experiment.runs;
    const auto cut = std::find_if(runs.begin(), runs.end(),
                                  [](const learner::Run& run) { return !run.complete; });
    if (cut != runs.end() || runs.size() < scene.runs) {
      const std::string why = cut != runs.end() && !cut->why.empty() ? cut->why
                              : limit_.is_over() ? fmt::format("{:g} s were not enough (--seconds)",
                                                               arguments_.arena.solving.seconds)
                                                 : "interrupted";
      if (scene.runs > 1) {
        const std::size_t complete = complete_runs(scene);
        return fmt::format("{} of {} {} finished: {}", complete, counted(scene.runs, "run"),
                           complete == 1 ? "was" : "were", why);
      }
      return fmt::format("{} of {} {} played: {}", cut->games.size(), counted(scene.games, "game"),
                         cut->games.size() == 1 ? "was" : "were", why);
    }
    for (const learner::Run& run : runs) {
      for (const auto& missing : run.learning.missing) {
        if (missing.reason != learner::LearningReport::Missing::Reason::steps) continue;
        return fmt::format("seed {}: {} was not learned within {} (--max-proof-steps)", run.seed,
                           missing.name, counted(arguments_.migo.migo.learning.max_steps, "step"));
      }
    }
    return unmeasured_;
  }

  /// Writes the files of --csv and --svg; reports those that cannot be written.
  void write_curves(const LearnScene& scene) {
    if (!arguments_.csv.empty()) {
      static_cast<void>(write_output(arguments_.csv, learn_csv(scene), session_.diagnostics));
    }
    if (!arguments_.svg.empty()) {
      static_cast<void>(write_output(arguments_.svg, learn_svg(scene), session_.diagnostics));
    }
  }

  LearnArguments& arguments_;
  driver::Session& session_;
  const driver::LoadedGame& loaded_;
  TimeLimit limit_;
  ArenaSource arenas_;
  std::string from_text_;
  std::optional<frontend::Strategy> strategy_;
  std::optional<SavedRun> resumed_;
  std::optional<SavedRun> saved_;
  std::optional<ClaimCheck> checked_;
  std::optional<LearnProgress> progress_;
  std::optional<learner::Comprehension> comprehension_;
  std::optional<ComprehensionScene> measured_;
  std::string unmeasured_;  ///< why there is no measure; empty: there is one, or none is wanted
};

/// Whether the learner makes a program, and the options apply to it; else reports it.
bool check_learner(const LearnArguments& arguments) {
  try {
    static_cast<void>(learner::entrant(arguments.learner));
  } catch (const learner::WrongEntrant& error) {
    print_error(fmt::format(
        "--learner: {}",
        about_left_out("--learner=" + arguments.learner.substr(0, arguments.learner.find(':')),
                       error.what())));
    return false;
  }
  if (!learner::named_learner(arguments.learner).makes_programs) {
    print_error(
        fmt::format("{} makes no program: `tesuji experiment` compares such learners with others",
                    arguments.learner));
    return false;
  }
  if (const std::string wrong = arguments.arena.wrong_opponent(); !wrong.empty()) {
    print_error(wrong);
    return false;
  }
  if (arguments.arena.opponent != "perfect" && !arguments.save.empty()) {
    print_error("--save is for games against the perfect opponent");
    return false;
  }
  const bool is_migo = arguments.learner.starts_with("migo-");
  if (!is_migo && arguments.migo.migo.learning.fluents) {
    print_error("--fluents is for MIGO");
    return false;
  }
  if (!is_migo && (!arguments.save.empty() || !arguments.from.empty())) {
    print_error(fmt::format("{} is for MIGO", arguments.save.empty() ? "--from" : "--save"));
    return false;
  }
  return true;
}

int run_learn(LearnArguments& arguments) {
  if (!check_learner(arguments)) return exit_usage;
  const bool strategy =
      !arguments.output.empty() || arguments.form != FileKind::clauses || arguments.measure;
  if (arguments.experiment.runs > 1 && strategy) {
    print_error(
        fmt::format("{} learn a strategy each: -o, --emit and --measure are for a single one",
                    counted(arguments.experiment.runs, "run")));
    return exit_usage;
  }
  LoadingLimit loading(arguments.arena.solving.seconds);
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  Learning learning(arguments, session, *loaded, loading.end());
  const auto why_stopped = [&] {
    return learning.is_over() ? fmt::format("not solved within {:g} s (--seconds)",
                                            arguments.arena.solving.seconds)
                              : std::string("stopped before the first game");
  };
  return answer_or_reason(arguments.game, *loaded, arguments.arena.solving.memory_mib, why_stopped,
                          [&] {
                            try {
                              return learning.run();
                            } catch (const WrongFile&) {
                              print_diagnostics(session.diagnostics);
                              return exit_code_of(session.diagnostics);
                            }
                          });
}

}  // namespace

void add_learn_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("learn", "Learn a strategy by playing against a perfect opponent");
  auto arguments = std::make_shared<LearnArguments>();
  add_learn_options(*command, *arguments);
  command->callback(
      [arguments, &action] { action = [arguments] { return run_learn(*arguments); }; });
}

}  // namespace tesuji::tools

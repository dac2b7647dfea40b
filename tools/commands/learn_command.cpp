// tesuji learn: strategies learned by playing against a perfect opponent.
#include "backend/driver/open/symmetries.h"

#include "backend/driver/strategies/strategy.h"
#include "learner/experiments/experiment.h"
#include "learner/migo/start_boards.h"
#include "learner/migo/strategy_advice.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/files/solution_file.h"
#include "tools/files/state_list.h"
#include "tools/files/strategy_text.h"
#include "tools/options/learn_options.h"
#include "tools/options/ties_option.h"
#include "tools/options/time_limit.h"
#include "tools/play/solving.h"
#include "tools/reports/learn_progress.h"
#include "tools/reports/learn_report.h"
#include "tools/reports/learn_state.h"

#include <fmt/core.h>

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

double process_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A file is not what it should be, and was reported.
struct WrongFile {};

/// The whole of one call; what it is about is in its members.
class Learning {
 public:
  Learning(LearnArguments& arguments, driver::Session& session, const driver::LoadedGame& loaded)
      : arguments_(arguments),
        session_(session),
        loaded_(loaded),
        limit_(arguments.solving.seconds) {
    space_options_.stop = &limit_.flag();
    space_options_.budget = arguments.solving.memory_mib << 20;
  }

  /// The exit code. Throws what learning throws.
  int run() {
    if (!begin()) {
      print_diagnostics(session_.diagnostics);
      return exit_code_of(session_.diagnostics);
    }
    learner::ExperimentOptions& options = arguments_.experiment;
    options.migo.labelling = arguments_.learner == "migo-mixed" ? learner::Labelling::mixed
                                                                : learner::Labelling::separated;
    options.migo.learning.stop = &limit_.flag();
    learner::EarlierGames earlier;
    if (resumed_) {
      earlier.games = resumed_->games;
      earlier.resume = [this](learner::Arena& arena, learner::StateProperties& properties,
                              learner::Migo& migo) { resume(*resumed_, arena, properties, migo); };
    }
    learner::Experiment experiment = run_experiment(
        options, [this] { return make_arena(); },
        [this](learner::Arena& arena) { return make_advice(arena); }, resumed_ ? &earlier : nullptr,
        hooks());
    drop_unbegun(experiment);
    return tell(experiment);
  }

  [[nodiscard]] bool is_over() const { return limit_.is_over(); }

 private:
  /// Reads all files; false where one is wrong.
  bool begin() {
    if (!arguments_.resume.empty()) return read_resumed();
    if (!arguments_.from.empty()) {
      const auto file = driver::read_file(arguments_.from, session_);
      if (!file || !read_strategy(*file)) return false;
    }
    if (arguments_.solving.ties != "first" && arguments_.solving.ties != "last") {
      const auto file = driver::read_file(arguments_.solving.ties, session_);
      if (!file) return false;
      ties_text_ = session_.diagnostics.sources()[*file].text;
    }
    if (!read_ties()) return false;
    find_boards();
    return !session_.diagnostics.has_errors();
  }

  bool read_strategy(ir::FileId file) {
    from_text_ = session_.diagnostics.sources()[file].text;
    strategy_ = frontend::parse_strategy(file, session_.diagnostics);
    return strategy_.has_value();
  }

  bool read_ties() {
    auto ties = move_preference(arguments_.solving.ties, ties_text_, *loaded_.game, session_);
    if (ties) ties_ = std::move(*ties);
    return ties.has_value();
  }

  bool read_resumed() {
    const auto file = driver::read_file(arguments_.resume, session_);
    if (!file) return false;
    resumed_ = read_saved_run(*file, *loaded_.game, session_.diagnostics);
    if (!resumed_) return false;
    for (const auto& fluents : resumed_->boards) {
      std::string unknown;
      auto state = loaded_.game->state_of(fluents, &unknown);
      if (!state) {
        session_.diagnostics.error(
            {*file, {1, 1}, {1, 1}}, "parse",
            fmt::format("no run to go on from: the game has no `{}`", unknown));
        return false;
      }
      start_boards_.push_back(std::move(*state));
    }
    if (resumed_->games.size() > arguments_.experiment.games) {
      session_.diagnostics.error(
          {}, "usage",
          fmt::format("`{}` has {} already: --games says how many there are to be "
                      "in all",
                      arguments_.resume, counted(resumed_->games.size(), "game")));
      return false;
    }
    arguments_.learner = resumed_->learner;
    arguments_.experiment.migo.learning.max_clauses = resumed_->max_clauses;
    arguments_.experiment.migo.learning.max_steps = resumed_->search_steps;
    arguments_.solving.ties = resumed_->ties;
    ties_text_ = resumed_->ties_text;
    if (!read_ties()) return false;
    if (!resumed_->from_text.empty() &&
        !read_strategy(session_.sources->add("the run's --from", resumed_->from_text))) {
      return false;
    }
    arguments_.experiment.seed = resumed_->seed;
    arguments_.experiment.in_order = resumed_->in_order;
    arguments_.experiment.migo.learning.refute = resumed_->refute;
    arguments_.experiment.levels = resumed_->levels;
    arguments_.experiment.stability = resumed_->stability;
    return true;
  }

  void find_boards() {
    const runtime::Game& game = *loaded_.game;
    const std::string& which = arguments_.boards;
    if (which == "initial") {
      start_boards_.emplace_back(game.initial().begin(), game.initial().end());
      return;
    }
    if (which != "symmetric" && which != "all") {
      const auto file = driver::read_file(which, session_);
      if (!file) return;
      auto listed = read_states(*file, game, session_.diagnostics);
      if (!listed) return;
      for (ListedState& one : *listed) start_boards_.push_back(std::move(one.state));
      if (start_boards_.empty()) {
        session_.diagnostics.error({*file, {1, 1}, {1, 1}}, "parse",
                                   "there is no state in this file");
      }
      return;
    }
    const runtime::Turns turns(game, driver::turn_rule(loaded_));
    start_boards_ = learner::start_boards(game, turns, &limit_.flag());
    if (start_boards_.empty()) {
      session_.diagnostics.error(
          {}, "start-boards",
          fmt::format("{}: where each role has moved once, one after the other, no game goes on; "
                      "--boards=initial starts from the first state",
                      arguments_.game.path()));
    }
  }

  /// One board of each class of symmetric ones; found once, whichever thread asks first.
  std::vector<runtime::State> but_for_symmetry(const std::vector<runtime::State>& boards) {
    std::call_once(chosen_, [&] {
      const std::lock_guard lock(session_mutex_);
      const driver::GameSymmetries found =
          driver::symmetries(arguments_.game.path(), arguments_.game.driver_options(), session_);
      driver::warn_of_unknown_symmetries(found, session_.diagnostics);
      boards_ = learner::up_to_symmetry(*loaded_.game, boards, found.generators);
    });
    return boards_;
  }

  std::unique_ptr<learner::Arena> make_arena() {
    learner::ArenaOptions options;
    options.space = space_options_;
    options.ties = ties_;
    if (!arguments_.solving.solution.empty()) {
      options.prepare = [this](runtime::Minimax& minimax) { prepare(minimax); };
    }
    if (arguments_.boards == "symmetric" && !resumed_) {
      options.choose = [this](const std::vector<runtime::State>& boards) {
        return but_for_symmetry(boards);
      };
    }
    auto arena = std::make_unique<learner::Arena>(loaded_.game, driver::turn_rule(loaded_),
                                                  start_boards_, options);
    if (!options.choose) std::call_once(chosen_, [&] { boards_ = start_boards_; });
    role_ = arena->learner();
    return arena;
  }

  /// Throws WrongFile where the solution is none of this game; that is reported.
  void prepare(runtime::Minimax& minimax) {
    const std::lock_guard lock(session_mutex_);
    if (!read_solution(arguments_.solving.solution, arguments_.game.path(), *loaded_.game, minimax,
                       session_)) {
      throw WrongFile();
    }
  }

  std::unique_ptr<learner::Advice> make_advice(learner::Arena& arena) {
    if (!strategy_) return nullptr;
    return std::make_unique<learner::StrategyAdvice>(
        driver::compile_strategy(loaded_, *strategy_, arguments_.game.driver_options()),
        arena.space(), space_options_);
  }

  learner::ExperimentHooks hooks() {
    learner::ExperimentHooks hooks;
    if (arguments_.progress || isatty(STDERR_FILENO) != 0) {
      progress_.emplace(arguments_.experiment.runs, arguments_.experiment.games);
      hooks.after_game = [this](std::uint64_t number, const learner::Run& run,
                                const learner::LearnedProgram& program) {
        progress_->after_game(number, run, program);
      };
    }
    if (!arguments_.save.empty()) {
      hooks.after_run = [this](const learner::Run& run, const learner::Migo& migo,
                               learner::Arena& arena, learner::StateProperties& properties) {
        saved_ = saved_run(run, migo, arena, properties);
      };
    }
    return hooks;
  }

  /// Leaves out runs that were stopped before their first game, except for a first one.
  static void drop_unbegun(learner::Experiment& experiment) {
    const auto is_unbegun = [](const learner::Run& run) {
      return run.games.empty() && !run.complete && run.why.empty();
    };
    experiment.runs.erase(
        std::remove_if(experiment.runs.begin() + 1, experiment.runs.end(), is_unbegun),
        experiment.runs.end());
  }

  [[nodiscard]] bool starts_initially() const {
    const runtime::StateView initial = loaded_.game->initial();
    return std::any_of(boards_.begin(), boards_.end(), [&](const runtime::State& board) {
      return std::equal(board.begin(), board.end(), initial.begin(), initial.end());
    });
  }

  int tell(const learner::Experiment& experiment) {
    const LearnScene scene{arguments_.game.path(),
                           arguments_.learner,
                           *loaded_.game,
                           role_,
                           boards_.size(),
                           starts_initially(),
                           arguments_.experiment.migo.learning.refute,
                           arguments_.experiment.games,
                           arguments_.experiment.runs,
                           experiment,
                           process_seconds()};
    const bool alone = scene.runs == 1;
    if (saved_) {
      saved_->learner = arguments_.learner;
      saved_->in_order = arguments_.experiment.in_order;
      saved_->max_clauses = arguments_.experiment.migo.learning.max_clauses;
      saved_->search_steps = arguments_.experiment.migo.learning.max_steps;
      saved_->ties = arguments_.solving.ties;
      saved_->ties_text = ties_text_;
      saved_->from_text = from_text_;
      saved_->refute = arguments_.experiment.migo.learning.refute;
      static_cast<void>(
          write_output(arguments_.save, json_text(to_json(*saved_), 1), session_.diagnostics));
    }
    if (alone && (!arguments_.output.empty() || !arguments_.json)) {
      const auto text = strategy_text(learned_prolog(scene), arguments_.form, session_);
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
    fmt::print(stderr, "{}: error: {}\n", arguments_.game.path(), limit);
    return exit_limit;
  }

  /// What the strategy's text alone does not say, or says where nobody looks.
  void tell_missing(const LearnScene& scene) const {
    std::fflush(stdout);
    const bool told = !arguments_.output.empty() && !arguments_.json;  // by learn_text
    if (arguments_.form != StrategyForm::prolog && !told) {
      fmt::print(stderr, "{}", missing_text(scene, "learn: "));
    }
    if (!arguments_.output.empty() && scene.experiment.runs.front().program.predicates.empty()) {
      fmt::print(stderr, "learn: warning: `{}` has no strategy, as nothing was learned\n",
                 arguments_.output);
    }
  }

  /// Which limit ended runs, or kept something from being learned; empty: none did.
  [[nodiscard]] std::string reached_limit(const LearnScene& scene) const {
    const std::vector<learner::Run>& runs = scene.experiment.runs;
    const auto cut = std::find_if(runs.begin(), runs.end(),
                                  [](const learner::Run& run) { return !run.complete; });
    if (cut != runs.end() || runs.size() < scene.runs) {
      const std::string why = cut != runs.end() && !cut->why.empty() ? cut->why
                              : limit_.is_over() ? fmt::format("{:g} s were not enough (--seconds)",
                                                               arguments_.solving.seconds)
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
                           missing.name,
                           counted(arguments_.experiment.migo.learning.max_steps, "step"));
      }
    }
    return {};
  }

  /// What --csv and --svg want; reports what cannot be written.
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
  runtime::StateSpaceOptions space_options_;
  runtime::MovePreference ties_;
  std::string ties_text_;  ///< of its file, if there is one
  std::string from_text_;
  std::vector<runtime::State> start_boards_;
  std::vector<runtime::State> boards_;  ///< those of them that games start from
  std::once_flag chosen_;
  std::mutex session_mutex_;
  std::optional<frontend::Strategy> strategy_;
  std::optional<SavedRun> resumed_;
  std::optional<SavedRun> saved_;
  std::atomic<runtime::Role> role_{0};
  std::optional<LearnProgress> progress_;
};

int run_learn(LearnArguments& arguments) {
  const bool strategy = !arguments.output.empty() || arguments.form != StrategyForm::prolog;
  if (arguments.experiment.runs > 1 && strategy) {
    fmt::print(stderr, "learn: {} learn a strategy each: -o and --emit are for a single one\n",
               counted(arguments.experiment.runs, "run"));
    return exit_usage;
  }
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  Learning learning(arguments, session, *loaded);
  const auto why_stopped = [&] {
    return learning.is_over()
               ? fmt::format("not solved within {:g} s (--seconds)", arguments.solving.seconds)
               : std::string("interrupted before the first game");
  };
  return answer_or_reason(arguments.game, *loaded, arguments.solving.memory_mib, why_stopped, [&] {
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

// tesuji learn: strategies learned by playing against a perfect opponent.
#include "backend/driver/strategy.h"
#include "backend/driver/symmetries.h"
#include "learner/experiment.h"
#include "learner/start_boards.h"
#include "learner/strategy_advice.h"
#include "tools/choice_option.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/learn_report.h"
#include "tools/learn_state.h"
#include "tools/number_checks.h"
#include "tools/output_file.h"
#include "tools/solution_file.h"
#include "tools/state_list.h"
#include "tools/strategy_text.h"
#include "tools/ties_option.h"
#include "tools/time_limit.h"

#include <fmt/core.h>

#include <unistd.h>

#include <ctime>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

struct LearnArguments {
  GameOptions game;
  std::string learner = "migo-mixed";
  std::string boards = "symmetric";
  std::string ties = "first";
  std::string solution;
  learner::ExperimentOptions experiment;
  std::uint64_t levels = 0;
  std::uint64_t stability = 0;
  bool stability_given = false;
  std::uint64_t memory_mib = 4096;
  double seconds = 0;
  std::string from;
  std::string resume;
  std::string save;
  StrategyForm form = StrategyForm::prolog;
  std::string output;
  bool progress = false;
  bool json = false;
};

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
      : arguments_(arguments), session_(session), loaded_(loaded), limit_(arguments.seconds) {
    space_options_.stop = &limit_.flag();
    space_options_.budget = arguments.memory_mib << 20;
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
    options.levels = static_cast<std::uint32_t>(arguments_.levels);
    if (arguments_.stability_given) {
      options.stability = static_cast<std::uint32_t>(arguments_.stability);
    }
    learner::EarlierGames earlier;
    if (resumed_) {
      earlier.games = resumed_->games;
      earlier.resume = [this](learner::Arena& arena, learner::StateProperties& properties,
                              learner::Migo& migo) { resume(*resumed_, arena, properties, migo); };
    }
    const learner::Experiment experiment = run_experiment(
        options, [this] { return make_arena(); },
        [this](learner::Arena& arena) { return make_advice(arena); }, resumed_ ? &earlier : nullptr,
        hooks());
    return tell(experiment);
  }

  [[nodiscard]] bool is_over() const { return limit_.is_over(); }

 private:
  /// Reads all files; false where one is wrong.
  bool begin() {
    if (!arguments_.output.empty() && !can_write_output(arguments_.output, session_.diagnostics)) {
      return false;
    }
    if (!arguments_.save.empty() && !can_write_output(arguments_.save, session_.diagnostics)) {
      return false;
    }
    if (!arguments_.resume.empty()) return read_resumed();
    if (!arguments_.from.empty()) {
      const auto file = driver::read_file(arguments_.from, session_);
      if (!file || !read_strategy(*file)) return false;
    }
    if (arguments_.ties != "first" && arguments_.ties != "last") {
      const auto file = driver::read_file(arguments_.ties, session_);
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
    auto ties = move_preference(arguments_.ties, ties_text_, *loaded_.game, session_);
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
    arguments_.ties = resumed_->ties;
    ties_text_ = resumed_->ties_text;
    if (!read_ties()) return false;
    if (!resumed_->from_text.empty() &&
        !read_strategy(session_.sources->add("the run's --from", resumed_->from_text))) {
      return false;
    }
    arguments_.experiment.seed = resumed_->seed;
    arguments_.experiment.in_order = resumed_->in_order;
    arguments_.experiment.migo.learning.refute = resumed_->refute;
    arguments_.levels = resumed_->levels;
    arguments_.stability = resumed_->stability;
    arguments_.stability_given = true;
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
      boards_ = learner::up_to_symmetry(
          *loaded_.game, boards,
          driver::symmetries(arguments_.game.path(), arguments_.game.driver_options(), session_));
    });
    return boards_;
  }

  std::unique_ptr<learner::Arena> make_arena() {
    learner::ArenaOptions options;
    options.space = space_options_;
    options.ties = ties_;
    if (!arguments_.solution.empty()) {
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
    if (!read_solution(arguments_.solution, arguments_.game.path(), *loaded_.game, minimax,
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
      hooks.after_game = [this](std::uint64_t run, std::uint64_t game,
                                const learner::TrainingGame&) { report(run, game); };
    }
    if (!arguments_.save.empty()) {
      hooks.after_run = [this](const learner::Run& run, const learner::Migo& migo,
                               learner::Arena& arena, learner::StateProperties& properties) {
        saved_ = saved_run(run, migo, arena, properties);
      };
    }
    return hooks;
  }

  /// At most twice a second.
  void report(std::uint64_t run, std::uint64_t game) {
    constexpr std::time_t pause = 1;
    const std::time_t now = std::time(nullptr);
    std::time_t last = told_;
    if (now < last + pause || !told_.compare_exchange_strong(last, now)) return;
    fmt::print(stderr, "learn: run {}, game {}\n", run + 1, game);
  }

  int tell(const learner::Experiment& experiment) {
    const LearnScene scene{
        arguments_.game.path(), arguments_.learner,          *loaded_.game, role_,
        boards_.size(),         arguments_.experiment.games, experiment,    process_seconds()};
    const bool alone = experiment.runs.size() == 1;
    if (saved_) {
      saved_->learner = arguments_.learner;
      saved_->in_order = arguments_.experiment.in_order;
      saved_->max_clauses = arguments_.experiment.migo.learning.max_clauses;
      saved_->search_steps = arguments_.experiment.migo.learning.max_steps;
      saved_->ties = arguments_.ties;
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
    } else if (!arguments_.json) {
      fmt::print("{}", learn_text(scene));
    }
    if (arguments_.json) print_json(learn_json(scene));
    print_diagnostics(session_.diagnostics);
    if (session_.diagnostics.has_errors()) return exit_code_of(session_.diagnostics);
    for (const learner::Run& run : experiment.runs) {
      if (run.complete) continue;
      std::fflush(stdout);
      const std::string why =
          !run.why.empty()   ? run.why
          : limit_.is_over() ? fmt::format("{:g} s were not enough (--seconds)", arguments_.seconds)
                             : "interrupted";
      fmt::print(stderr, "{}: error: {} of {} games were played: {}\n", arguments_.game.path(),
                 run.games.size(), arguments_.experiment.games, why);
      return exit_limit;
    }
    return exit_ok;
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
  std::atomic<std::time_t> told_{std::time(nullptr)};
};

int run_learn(LearnArguments& arguments) {
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  std::string wrong;
  int code = exit_input;
  Learning learning(arguments, session, *loaded);
  try {
    code = learning.run();
  } catch (const WrongFile&) {
    print_diagnostics(session.diagnostics);
    code = exit_code_of(session.diagnostics);
  } catch (const runtime::TurnError& error) {
    wrong = error.what();
  } catch (const learner::UnfitGame& error) {
    wrong = error.what();
  } catch (const runtime::BudgetExceeded& error) {
    wrong = fmt::format("not solved: {} (--memory={})", error.what(), arguments.memory_mib);
    code = exit_limit;
  } catch (const runtime::Stopped&) {
    wrong = learning.is_over()
                ? fmt::format("not solved within {:g} s (--seconds)", arguments.seconds)
                : std::string("interrupted before the first game");
    code = exit_limit;
  }
  if (!wrong.empty()) {
    std::fflush(stdout);
    fmt::print(stderr, "{}: error: {}\n", arguments.game.path(), wrong);
  }
  arguments.game.report_tiers(*loaded);
  return code;
}

}  // namespace

void add_learn_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("learn", "Learn strategies by playing");
  auto arguments = std::make_shared<LearnArguments>();
  learner::ExperimentOptions& experiment = arguments->experiment;
  arguments->game.add_to(*command);
  CLI::Option* learner =
      command
          ->add_option("--learner", arguments->learner,
                       "migo-mixed: wins and draws at once; migo-separated: draws when the wins "
                       "have been stable")
          ->check(CLI::IsMember({"migo-mixed", "migo-separated"}))
          ->capture_default_str();
  command->add_option("--games", experiment.games, "How many games to play in a run")
      ->check(positive_number)
      ->capture_default_str();
  CLI::Option* seed =
      command->add_option("--seed", experiment.seed, "Seed of start boards and random moves")
          ->check(natural_number)
          ->capture_default_str();
  CLI::Option* runs = command
                          ->add_option("--runs", experiment.runs,
                                       "How many runs, each with the next seed; told are curves "
                                       "and their mean")
                          ->check(positive_number)
                          ->capture_default_str();
  command->add_option("--threads", experiment.threads, "How many runs at a time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  CLI::Option* boards =
      command
          ->add_option("--boards", arguments->boards,
                       "Where games start: `symmetric` (after one move of each role, one of those "
                       "that are symmetric to each other), `all` (those of them), `initial`, or "
                       "states of a file")
          ->type_name("WHICH|FILE")
          ->capture_default_str();
  add_ties_option(*command, arguments->ties);
  command
      ->add_option("--solution", arguments->solution,
                   "The game's solution, as `solve --save` wrote it, instead of searching")
      ->type_name("FILE");
  CLI::Option* in_order = command->add_flag("--in-order", experiment.in_order,
                                            "Start boards one after the other, not at random");
  CLI::Option* levels =
      command
          ->add_option("--levels", arguments->levels,
                       "Wins are learned to two less, draws to one less; by default one more than "
                       "half the boards of the longest game")
          ->check(CLI::Range(3, 10'000));
  CLI::Option* stability =
      command
          ->add_option("--stability", arguments->stability,
                       "migo-separated: games in which the wins stay the same before draws are "
                       "learned; by default 5 for 3 levels, 10 for 5, 15 for 9")
          ->check(CLI::Range(1, 1'000'000));
  CLI::Option* clauses = command
                             ->add_option("--max-clauses", experiment.migo.learning.max_clauses,
                                          "Of a definition, with what it invents")
                             ->check(CLI::Range(1, 100))
                             ->capture_default_str();
  CLI::Option* steps = command
                           ->add_option("--search-steps", experiment.migo.learning.max_steps,
                                        "Of one search; what needs more is not learned")
                           ->check(positive_number)
                           ->capture_default_str();
  CLI::Option* refute =
      command->add_flag("--refute", experiment.migo.learning.refute,
                        "Beyond MIGO: learn from moves that are known not to work, too");
  CLI::Option* from =
      command
          ->add_option(
              "--from", arguments->from,
              "Play by this strategy as long as nothing of the same name is learned (transfer)")
          ->type_name("FILE.pl");
  CLI::Option* resume =
      command->add_option("--resume", arguments->resume, "Go on from a run that --save kept")
          ->type_name("FILE");
  for (CLI::Option* other : {learner, seed, runs, boards, in_order, levels, stability, refute,
                             clauses, steps, from, command->get_option("--ties")}) {
    resume->excludes(other);
  }
  command
      ->add_option("--save", arguments->save, "Keep the run, to go on from it; also if it is cut")
      ->type_name("FILE")
      ->excludes(runs);
  command->add_option("--memory", arguments->memory_mib, "MiB for states, for each thread")
      ->check(positive_number)
      ->capture_default_str();
  command->add_option("--seconds", arguments->seconds, "End after so many seconds; 0: never")
      ->check(some_seconds)
      ->capture_default_str();
  add_choice(*command, "--emit", arguments->form, strategy_forms,
             "The strategy as a program (`prolog`), read in words, or as a diagram of its calls");
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the strategy to this file, and the curve to standard output")
      ->type_name("FILE");
  command->add_flag("--progress", arguments->progress,
                    "Tell about progress on standard error, even if that is no terminal");
  add_json_flag(*command, arguments->json);
  add_examples(*command,
               {"tesuji learn noughts-and-crosses.kif -o noughts.pl",
                "tesuji learn hexapawn3.kif --learner=migo-separated --games=100 --runs=40 --json",
                "tesuji learn hexapawn4.kif --from=noughts.pl --save=run.json",
                "tesuji learn hexapawn4.kif --resume=run.json --games=400 --emit=words"});
  command->callback([arguments, stability, &action] {
    arguments->stability_given = stability->count() > 0;
    action = [arguments] { return run_learn(*arguments); };
  });
}

}  // namespace tesuji::tools

// tesuji experiment: learners compared on the same games, boards and opponent.
#include "backend/driver/open/solution.h"
#include "backend/driver/strategies/strategy.h"
#include "frontend/strategy/strategy_parser.h"
#include "learner/experiments/entrants.h"
#include "learner/experiments/experiment_store.h"
#include "learner/migo/strategy_advice.h"
#include "runtime/host/memory/fnv.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/options/experiment_options.h"
#include "tools/options/time_limit.h"
#include "tools/play/arena_source.h"
#include "tools/play/solving.h"
#include "tools/reports/learning/experiment_html.h"
#include "tools/reports/learning/experiment_progress.h"
#include "tools/reports/learning/experiment_report.h"

#include <fmt/core.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

using learner::ExperimentStore;
using learner::RunQuestion;
using learner::StoredRun;

/// Prints what the runs are, and writes what is asked for; the exit code.
int report(std::vector<StoredRun> runs, const ExperimentOutputs& outputs,
           driver::Session& session) {
  const std::vector<ComparedLearners> compared = compare(std::move(runs));
  ir::Diagnostics& diagnostics = session.diagnostics;
  if (outputs.json) {
    print_json(experiment_json(compared));
  } else {
    fmt::print("{}", experiment_text(compared));
  }
  if (!outputs.csv.empty()) {
    static_cast<void>(write_output(outputs.csv, experiment_csv(compared), diagnostics));
  }
  if (!outputs.svg.empty()) {
    static_cast<void>(write_output(outputs.svg, experiment_svg(compared), diagnostics));
  }
  if (!outputs.html.empty()) {
    static_cast<void>(write_output(outputs.html, experiment_html(compared, session), diagnostics));
  }
  print_diagnostics(diagnostics);
  return diagnostics.has_errors() ? exit_code_of(diagnostics) : exit_ok;
}

/// A game that learners play, loaded.
struct PlayedGames {
  std::string path;
  const driver::LoadedGame& loaded;
  std::uint64_t rules = 0;  ///< fingerprint
};

/// The runs of one call.
class Experimenting {
 public:
  Experimenting(ExperimentArguments& arguments, driver::Session& session)
      : arguments_(arguments),
        session_(session),
        limit_(arguments.arena.solving.seconds),
        store_(arguments.store) {}

  /// The exit code. Throws what solving and learning throw.
  int run(const driver::LoadedGame& loaded) {
    const std::optional<PlayedGames> target = known(arguments_.game.path(), loaded);
    if (!target) return wrong();
    std::map<std::pair<std::string, std::uint64_t>, std::string> programs;
    if (!arguments_.from.empty()) {
      const auto source =
          driver::load_game(arguments_.from, arguments_.game.driver_options(), session_);
      const auto game = source ? known(arguments_.from, *source) : std::nullopt;
      if (!game) return wrong();
      source_rules_ = game->rules;
      // The games that are learned on first have boards and ties of their own.
      ArenaChoice choice = arguments_.arena;
      choice.boards = "symmetric";
      choice.opponent = "perfect";
      choice.unsolved = false;
      choice.solving.ties = "first";
      choice.solving.solution.clear();
      if (!play(*game, choice, arguments_.from_games, "", nullptr)) return wrong();
      for (const StoredRun& run : played_) {
        programs[{run.question.learner, run.question.seed}] = run.program;
      }
    }
    if (!play(*target, arguments_.arena, arguments_.experiment.games, "", nullptr)) return wrong();
    if (!arguments_.from.empty()) {
      const std::string source =
          fmt::format("{} ({})", std::filesystem::path(arguments_.from).filename().string(),
                      counted(arguments_.from_games, "game"));
      if (!play(*target, arguments_.arena, arguments_.experiment.games, source, &programs)) {
        return wrong();
      }
    }
    const int code = report(asked(), arguments_.outputs, session_);
    if (code != exit_ok || missing_ == 0) return code;
    std::fflush(stdout);
    fmt::print(stderr, "{}: error: {} of {} missing: {}\n", arguments_.game.path(), missing_,
               counted(wanted_, "run"), why());
    return unfit_ ? exit_input : exit_limit;
  }

  [[nodiscard]] bool is_over() const { return limit_.is_over(); }

 private:
  using Programs = std::map<std::pair<std::string, std::uint64_t>, std::string>;

  int wrong() {
    print_diagnostics(session_.diagnostics);
    return exit_code_of(session_.diagnostics);
  }

  [[nodiscard]] std::string why() const {
    if (!why_.empty()) return why_;
    return limit_.is_over()
               ? fmt::format("{:g} s were not enough (--seconds)", arguments_.arena.solving.seconds)
               : "interrupted";
  }

  std::optional<PlayedGames> known(const std::string& path, const driver::LoadedGame& loaded) {
    // Nothing is looked up in memory.
    if (arguments_.store.empty()) return PlayedGames{path, loaded, 0};
    const auto rules = driver::solution_fingerprint(path, *loaded.game, session_);
    if (!rules) return std::nullopt;
    return PlayedGames{path, loaded, *rules};
  }

  /// What the runs are asked that all have in common; nothing where a file cannot be read.
  std::optional<RunQuestion> question(const PlayedGames& game, const ArenaChoice& choice,
                                      std::uint64_t games, const std::string& source) {
    RunQuestion question;
    question.game = std::filesystem::path(game.path).filename().string();
    question.rules = game.rules;
    question.source = source;
    question.source_rules = source.empty() ? 0 : source_rules_;
    question.opponent = choice.opponent + (choice.unsolved ? ", unsolved" : "");
    question.in_order = arguments_.experiment.in_order;
    question.games = games;
    const auto named = [&](const std::string& name, std::initializer_list<const char*> words) {
      for (const char* word : words) {
        if (name == word) return std::optional(name);
      }
      const auto file = driver::read_file(name, session_);
      if (!file) return std::optional<std::string>();
      return std::optional(
          fmt::format("{:016x}", runtime::fnv1a(session_.diagnostics.sources()[*file].text)));
    };
    const auto boards = named(choice.boards, {"symmetric", "all", "initial"});
    const auto ties = named(choice.solving.ties, {"first", "last"});
    if (!boards || !ties) return std::nullopt;
    question.boards = *boards;
    question.ties = *ties;
    return question;
  }

  /// Plays what the store does not have yet. False where a file is wrong, or the store (reported).
  bool play(const PlayedGames& game, const ArenaChoice& choice, std::uint64_t games,
            const std::string& source, const Programs* programs) {
    const std::optional<RunQuestion> common = question(game, choice, games, source);
    if (!common) return false;
    const auto question_of = [&](const std::string& learner, std::uint64_t seed) {
      RunQuestion one = *common;
      one.learner = learner;
      one.seed = seed;
      return one;
    };
    ArenaSource arenas(game.path, arguments_.game.driver_options(), choice, game.loaded, session_,
                       limit_.flag());
    if (!arenas.begin()) return false;
    std::map<std::pair<std::string, std::uint64_t>, frontend::Strategy> strategies;
    if (programs) {
      for (const auto& [key, program] : *programs) {
        if (program.empty()) continue;
        const ir::FileId file = session_.sources->add("a learned strategy", program);
        auto strategy = frontend::parse_strategy(file, session_.diagnostics);
        if (!strategy) return false;
        strategies.emplace(key, std::move(*strategy));
      }
    }
    std::vector<learner::Entrant> entrants;
    bool any = false;
    for (const std::string& name : arguments_.learners) {
      learner::MigoEntrantOptions migo;
      migo.migo.learning.stop = &limit_.flag();
      learner::MakeAdvice advice;
      if (programs) {
        advice = [&, name](learner::Arena& arena, std::uint64_t seed) {
          const auto found = strategies.find({name, seed});
          return found == strategies.end() ? nullptr
                                           : advice_of(found->second, game, arena, arenas.space());
        };
      }
      entrants.push_back(learner::entrant(name, migo, std::move(advice)));
      for (std::uint64_t run = 0; run < arguments_.experiment.runs; ++run) {
        any |= !store_.has(question_of(name, arguments_.experiment.seed + run));
      }
    }
    learner::ExperimentOptions options = arguments_.experiment;
    options.games = games;
    options.test = true;
    std::optional<ExperimentProgress> progress;
    if (arguments_.progress || isatty(STDERR_FILENO) != 0) {
      progress.emplace(common->game, entrants.size() * options.runs);
    }
    learner::ExperimentHooks hooks;
    hooks.skip = [&](const learner::Run& run) {
      // Nothing to transfer where the first game was not learned to the end.
      const bool no_source =
          programs && !programs->contains({entrants[run.entrant].name, run.seed});
      const bool skip = failed_ || no_source || limit_.flag().load(std::memory_order_relaxed) ||
                        store_.has(question_of(entrants[run.entrant].name, run.seed));
      if (skip && progress) progress->after_run();
      return skip;
    };
    hooks.after_run = [&](const learner::Run& run, learner::Learner&, learner::Arena& arena) {
      if (progress) progress->after_run();
      if (!run.complete) {
        const std::lock_guard lock(mutex_);
        if (why_.empty()) why_ = run.why;
        unfit_ |= run.unfit;
        return;
      }
      keep({question_of(entrants[run.entrant].name, run.seed),
            std::string(arena.game().roles()[arena.learner()]), arena.boards().size(), run,
            to_prolog(run.program)});
    };
    if (any) {
      static_cast<void>(
          run_experiment(options, [&] { return arenas.make(); }, entrants, nullptr, hooks));
    }
    if (!store_failure_.empty()) {
      session_.diagnostics.error({}, "io", store_failure_);
      return false;
    }
    return gather(entrants, question_of);
  }

  /// What the questions have for answers by now, into played_ and asked.
  template <typename QuestionOf>
  bool gather(const std::vector<learner::Entrant>& entrants, const QuestionOf& question_of) {
    played_.clear();
    std::map<std::pair<std::string, std::uint64_t>, StoredRun> found;
    for (StoredRun& run : store_.runs()) {
      const RunQuestion wanted = question_of(run.question.learner, run.question.seed);
      if (wanted == run.question) {
        found[{run.question.learner, run.question.seed}] = std::move(run);
      }
    }
    for (const learner::Entrant& entrant : entrants) {
      for (std::uint64_t run = 0; run < arguments_.experiment.runs; ++run) {
        ++wanted_;
        const auto one = found.find({entrant.name, arguments_.experiment.seed + run});
        if (one == found.end()) {
          ++missing_;
        } else {
          played_.push_back(one->second);
        }
      }
    }
    for (const StoredRun& run : played_) {
      const auto same = [&](const StoredRun& other) { return other.question == run.question; };
      if (std::none_of(asked_.begin(), asked_.end(), same)) asked_.push_back(run);
    }
    return true;
  }

  std::vector<StoredRun> asked() { return std::move(asked_); }

  void keep(const StoredRun& run) {
    try {
      store_.add(run);
    } catch (const learner::StoreError& error) {
      const std::lock_guard lock(mutex_);
      if (store_failure_.empty()) store_failure_ = error.what();
      failed_ = true;
    }
  }

  /// A strategy of the other game, made ready for this one.
  std::unique_ptr<learner::Advice> advice_of(const frontend::Strategy& strategy,
                                             const PlayedGames& game, learner::Arena& arena,
                                             const runtime::StateSpaceOptions& space) {
    const std::lock_guard lock(mutex_);  // compiling may use what threads share
    return std::make_unique<learner::StrategyAdvice>(
        driver::compile_strategy(game.loaded, strategy, arguments_.game.driver_options()),
        arena.space(), space);
  }

  ExperimentArguments& arguments_;
  driver::Session& session_;
  TimeLimit limit_;
  ExperimentStore store_;
  std::mutex mutex_;
  std::atomic<bool> failed_{false};
  std::string store_failure_;
  std::string why_;
  std::vector<StoredRun> played_;  ///< by the last call of play()
  std::vector<StoredRun> asked_;
  std::uint64_t source_rules_ = 0;
  bool unfit_ = false;
  std::uint64_t wanted_ = 0;
  std::uint64_t missing_ = 0;
};

/// The learners of the command line; those of the paper where there are none.
bool read_learners(ExperimentArguments& arguments) {
  if (arguments.learners.empty()) {
    arguments.learners = {"migo-mixed", "migo-separated"};
    if (arguments.from.empty())
      arguments.learners.insert(arguments.learners.end(), {"menace", "q"});
  }
  if (const std::string wrong = arguments.arena.wrong_opponent(); !wrong.empty()) {
    fmt::print(stderr, "experiment: {}\n", wrong);
    return false;
  }
  for (const std::string& text : arguments.learners) {
    try {
      static_cast<void>(learner::entrant(text));
      if (arguments.arena.opponent != "perfect" && learner::named_learner(text).needs_perfect) {
        fmt::print(stderr, "experiment: `{}` learns only from a perfect opponent\n", text);
        return false;
      }
      const learner::NamedLearner named = learner::named_learner(text);
      if (!arguments.from.empty() && !named.makes_programs) {
        fmt::print(stderr, "experiment: `{}` makes no program that could be transferred\n", text);
        return false;
      }
      if (!arguments.from.empty() && !named.takes_advice) {
        fmt::print(stderr, "experiment: `{}` plays by no program of another game\n", text);
        return false;
      }
      if (std::count(arguments.learners.begin(), arguments.learners.end(), text) > 1) {
        fmt::print(stderr, "experiment: --learner: `{}` is there twice\n", text);
        return false;
      }
    } catch (const learner::WrongEntrant& error) {
      fmt::print(stderr, "experiment: --learner: {}\n", error.what());
      return false;
    }
  }
  return true;
}

int run_experiments(ExperimentArguments& arguments) {
  if (!read_learners(arguments)) return exit_usage;
  arguments.arena.winnable =
      std::any_of(arguments.learners.begin(), arguments.learners.end(),
                  [](const auto& text) { return learner::named_learner(text).needs_perfect; });
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  std::unique_ptr<Experimenting> experimenting;
  try {
    experimenting = std::make_unique<Experimenting>(arguments, session);
  } catch (const learner::StoreError& error) {
    fmt::print(stderr, "experiment: error: {}\n", error.what());
    return exit_input;
  }
  const auto why_stopped = [&] {
    return experimenting->is_over() ? fmt::format("not solved within {:g} s (--seconds)",
                                                  arguments.arena.solving.seconds)
                                    : std::string("interrupted before the first game");
  };
  return answer_or_reason(arguments.game, *loaded, arguments.arena.solving.memory_mib, why_stopped,
                          [&] {
                            try {
                              return experimenting->run(*loaded);
                            } catch (const WrongFile&) {
                              print_diagnostics(session.diagnostics);
                              return exit_code_of(session.diagnostics);
                            } catch (const learner::StoreError& error) {
                              fmt::print(stderr, "experiment: error: {}\n", error.what());
                              return static_cast<int>(exit_input);
                            }
                          });
}

struct ReportArguments {
  std::string store;
  ExperimentOutputs outputs;
};

int run_report(ReportArguments& arguments) {
  driver::Session session;
  if (!std::filesystem::exists(arguments.store)) {
    fmt::print(stderr, "experiment: error: there is no file `{}`\n", arguments.store);
    return exit_input;
  }
  if (std::filesystem::is_regular_file(arguments.store) &&
      std::filesystem::file_size(arguments.store) == 0) {
    fmt::print(stderr, "experiment: error: `{}` is empty\n", arguments.store);
    return exit_input;
  }
  try {
    return report(ExperimentStore(arguments.store).runs(), arguments.outputs, session);
  } catch (const learner::StoreError& error) {
    fmt::print(stderr, "experiment: error: {}\n", error.what());
    return exit_input;
  }
}

int list_learners(bool json) {
  Json all = Json::array();
  for (const learner::NamedLearner& one : learner::named_learners()) {
    if (json) {
      all.push_back({{"learner", one.name},
                     {"description", one.what},
                     {"parameters", one.parameters},
                     {"makes_programs", one.makes_programs}});
      continue;
    }
    fmt::print("{:<15} {}\n", one.name, one.what);
    std::string line;
    for (const std::string& parameter : one.parameters) line += " " + parameter;
    if (!line.empty()) fmt::print("{:<15}{}\n", "", line);
  }
  if (json) print_json(all);
  return exit_ok;
}

}  // namespace

void add_experiment_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("experiment", "Compare learners of strategies on the same games");
  command->require_subcommand();
  add_examples(*command, {"tesuji experiment convergence noughts-and-crosses.kif --runs=20",
                          "tesuji experiment transfer noughts-and-crosses.kif --from=hexapawn3.kif",
                          "tesuji experiment report runs.sqlite --html=curves.html"});
  const auto add = [&](const char* name, const char* help,
                       void (*add_options)(Command&, ExperimentArguments&)) {
    Command* one = command->add_subcommand(name, help);
    auto arguments = std::make_shared<ExperimentArguments>();
    arguments->experiment.runs = 20;
    add_options(*one, *arguments);
    one->callback(
        [arguments, &action] { action = [arguments] { return run_experiments(*arguments); }; });
  };
  add("convergence", "Play runs of several learners and compare their regret",
      add_convergence_options);
  add("transfer", "Learn on another game first, and compare with learners that did not",
      add_transfer_options);
  Command* reporting = command->add_subcommand("report", "Report the runs of an SQLite file");
  auto arguments = std::make_shared<ReportArguments>();
  reporting->add_option("STORE", arguments->store, "File of --store")
      ->required()
      ->type_name("FILE");
  arguments->outputs.add_to(*reporting);
  add_examples(*reporting, {"tesuji experiment report runs.sqlite --html=curves.html"});
  reporting->callback(
      [arguments, &action] { action = [arguments] { return run_report(*arguments); }; });
  Command* listing = command->add_subcommand("learners", "List learners and their parameters");
  auto json = std::make_shared<bool>(false);
  add_json_flag(*listing, *json);
  add_examples(*listing, {"tesuji experiment learners"});
  listing->callback([json, &action] { action = [json] { return list_learners(*json); }; });
}

}  // namespace tesuji::tools

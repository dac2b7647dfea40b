// tesuji generalise: makes production rules from explanations.
#include "backend/rules/fact_origins.h"
#include "backend/rules/production.h"
#include "frontend/rules/facts_reader.h"
#include "learner/explanation/explain_fact.h"
#include "learner/explanation/learn_wins.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/files/joint_moves.h"
#include "tools/files/state_list.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/rules_options.h"
#include "tools/options/time_limits.h"
#include "tools/reports/agenda_report.h"

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::tools {
namespace {

struct GeneraliseArguments {
  GameOptions game;
  learner::WinLearningOptions wins;
  std::string state;
  std::uint64_t check_games = 0;
  FactsOptions facts;                    ///< for rules
  std::vector<std::string> goals;        ///< for rules: facts, or relations
  std::vector<std::string> operational;  ///< for rules: relations
  std::string output;
  std::string facts_output;
  double seconds = 0;
  std::uint64_t memory_mib = 4096;
  bool json = false;
  bool quiet = false;
};

/// The results of a run.
struct WinScene {
  const GeneraliseArguments& arguments;
  const learner::WinLearning& learned;
  std::string rules;  ///< as text
  std::optional<learner::WinCheck> check;
};

Json to_json(const learner::WinExample& example) {
  Json answers = Json::array();
  for (const auto& answer : example.answers) {
    answers.push_back({{"reply", answer.reply}, {"move", answer.move}});
  }
  return {{"state", example.fluents}, {"move", example.move}, {"answers", std::move(answers)}};
}

/// Reasons and counts.
template <typename Reasons>
Json refused_json(const Reasons& refused) {
  Json json = Json::array();
  for (const auto& [reason, count] : refused) {
    json.push_back({{"reason", reason}, {"count", count}});
  }
  return json;
}

Json to_json(const WinScene& scene) {
  Json examples = Json::array();
  for (const learner::LearnedWin& win : scene.learned.wins) {
    examples.push_back(to_json(win.example));
  }
  Json json{{"game", scene.arguments.game.path()},
            {"rules", scene.rules},
            {"examples", std::move(examples)},
            {"positions", scene.learned.positions},
            {"winning", scene.learned.winning},
            {"known", scene.learned.known},
            {"refused", refused_json(scene.learned.refused)},
            {"stopped", scene.learned.stopped}};
  if (scene.check) {
    json["check"] = {{"positions", scene.check->positions}, {"winning", scene.check->winning},
                     {"concluded", scene.check->concluded}, {"wrong", scene.check->wrong},
                     {"faults", scene.check->faults},       {"stopped", scene.check->stopped}};
  }
  return json;
}

/// Prints the notes of a run without --json, on standard error.
void print_remarks(const WinScene& scene) {
  const learner::WinLearning& learned = scene.learned;
  std::size_t refused = 0;
  for (const auto& [reason, count] : learned.refused) refused += count;
  fmt::print(stderr, "{} of {} in {}; {} known, {} not explained\n",
             counted(learned.wins.size(), "rule"), counted(learned.winning, "winning move"),
             counted(learned.positions, "position"), learned.known, refused);
  for (const auto& [reason, count] : learned.refused) {
    fmt::print(stderr, "  not explained, {} times: {}\n", count, reason);
  }
  if (!scene.check) return;
  if (scene.check->positions == 0) {
    fmt::print(stderr, "not checked: no position was looked at before the end\n");
    return;
  }
  fmt::print(stderr, "checked in {}: {} concluded of {}, {} wrong\n",
             counted(scene.check->positions, "position"), scene.check->concluded,
             counted(scene.check->winning, "winning move"), scene.check->wrong);
  for (const std::string& fault : scene.check->faults) fmt::print(stderr, "  wrong: {}", fault);
}

std::vector<learner::LearnedRule> rules_of(const learner::WinLearning& learned) {
  std::vector<learner::LearnedRule> rules;
  for (const learner::LearnedWin& win : learned.wins) rules.push_back(win.rule);
  return rules;
}

/// Returns the state of --state; nothing if it is wrong (reported).
std::optional<runtime::State> state_of(const GeneraliseArguments& arguments,
                                       const runtime::Game& game, driver::Session& session) {
  const auto text = read_option_text("--state", arguments.state, session);
  if (!text) return std::nullopt;
  const ir::FileId file = session.sources->add(text->name, text->text);
  const auto states = read_states(file, game, session.diagnostics);
  if (!states) return std::nullopt;
  if (states->size() == 1) {
    if (!game.terminal(states->front().state, *game.make_scratch())) return states->front().state;
    session.diagnostics.error({file, {1, 1}, {1, 1}}, "states", "the state is terminal");
    return std::nullopt;
  }
  session.diagnostics.error({file, {1, 1}, {1, 1}}, "states", "one state is expected, on one line");
  return std::nullopt;
}

/// Returns the facts that --facts-output writes.
std::string facts_text(const learner::WinExplainer& explainer,
                       const std::vector<learner::LearnedRule>& rules,
                       const std::vector<std::string>& fluents) {
  std::string text = explainer.game().text(explainer.fixed_facts(rules));
  for (const std::string& fluent : fluents) {
    if (const auto fact = explainer.game().fluent_fact(fluent)) {
      text += explainer.game().text({&*fact, 1});
    }
  }
  return text;
}

/// Reports that the result is incomplete; returns the exit code.
int stopped(const TimeLimit& limit) {
  print_error(
      fmt::format("stopped before the end ({})", limit.is_over() ? "--seconds" : "interrupted"));
  return exit_limit;
}

int learn(GeneraliseArguments& arguments, const ir::Module& clauses, const runtime::Game& game,
          driver::Session& session, double seconds_left) {
  const TimeLimit limit(seconds_left);
  const runtime::StopScope scope(&limit.flag());
  arguments.wins.stop = &limit.flag();
  learner::ExplanationLimits limits;
  limits.bytes = memory_bytes(arguments.memory_mib);
  limits.stop = &limit.flag();
  learner::WinExplainer explainer(clauses, limits);
  learner::WinLearner learner(explainer, game, arguments.wins);
  std::vector<std::string> fluents;
  std::optional<ProgressLine> progress(std::in_place, "generalise",
                                       ProgressFlags{.none = arguments.quiet});
  progress->begin("explaining wins");
  if (arguments.state.empty()) {
    learner.learn_from_games();
  } else {
    const auto state = state_of(arguments, game, session);
    if (!state) return exit_code_of(session.diagnostics);
    fluents = game.fluents(*state);
    learner.learn(*state);
  }
  const auto rules = rules_of(learner.result());
  WinScene scene{arguments, learner.result(), learner::rules_text(rules, *clauses.symbols), {}};
  if (arguments.check_games > 0 && !rules.empty()) {
    learner::WinLearningOptions check = arguments.wins;
    // Other games than the training games.
    check.seed = arguments.wins.seed + 1;
    check.games = arguments.check_games;
    progress->begin("checking the rules in other games");
    scene.check =
        learner::check_wins(explainer, game, rules, check, driver::ProductionEngine::interpreter);
  }
  progress.reset();
  bool written = arguments.facts_output.empty() ||
                 write_output(arguments.facts_output, facts_text(explainer, rules, fluents),
                              session.diagnostics);
  if (arguments.json) {
    print_json(to_json(scene));
  } else if (!arguments.quiet) {
    print_remarks(scene);
  }
  if (!arguments.json || !arguments.output.empty()) {
    written &= write_output(arguments.output, scene.rules, session.diagnostics);
  }
  if (!written) return exit_code_of(session.diagnostics);
  if (scene.check && scene.check->wrong > 0) return exit_bug;
  return limit.flag() ? stopped(limit) : exit_ok;
}

/// Returns the facts of the run that --goal names, by relation or singly; nothing if one is wrong
/// (reported).
std::optional<std::vector<learner::MemoryFact>> goals_of(const GeneraliseArguments& arguments,
                                                         const learner::FactTrace& trace,
                                                         driver::Session& session) {
  std::vector<learner::MemoryFact> goals;
  for (const std::string& goal : arguments.goals) {
    const std::size_t before = goals.size();
    if (goal.find('(') == std::string::npos) {
      const ir::Symbol relation = session.symbols->intern(goal);
      for (const auto& args : trace.facts_of(relation)) goals.push_back({relation, args});
    } else {
      const ir::FileId file = session.sources->add("--goal", goal + (goal[0] == '(' ? "" : "."));
      const auto facts = frontend::read_facts(file, *session.symbols, session.diagnostics);
      if (!facts) return std::nullopt;
      for (const frontend::GroundFact& fact : *facts) {
        learner::MemoryFact wanted{fact.relation, fact.args};
        if (trace.holds(wanted)) goals.push_back(std::move(wanted));
      }
    }
    if (goals.size() == before) {
      session.diagnostics.error({}, "not-found",
                                fmt::format("`{}` is neither given nor deduced", goal));
      return std::nullopt;
    }
  }
  return goals;
}

int report(const GeneraliseArguments& arguments, const learner::FactLearning& learned,
           const std::string& rules, driver::Session& session) {
  if (arguments.json) {
    print_json(
        {{"rules", rules}, {"facts", learned.facts}, {"refused", refused_json(learned.refused)}});
  } else if (!arguments.quiet) {
    fmt::print(stderr, "{} of {}\n", counted(learned.rules.size(), "rule"),
               counted(learned.facts, "deduced fact"));
    for (const auto& [reason, count] : learned.refused) {
      fmt::print(stderr, "  not explained, {} times: {}\n", count, reason);
    }
  }
  if (arguments.json && arguments.output.empty()) return exit_ok;
  return write_output(arguments.output, rules, session.diagnostics)
             ? exit_ok
             : exit_code_of(session.diagnostics);
}

/// Explains facts that a rule set deduces.
int explain_rules(const GeneraliseArguments& arguments, driver::Session& session) {
  const TimeLimit limit(arguments.seconds);
  const runtime::StopScope scope(&limit.flag());
  auto module = driver::load_rules(arguments.game.path(), arguments.facts.files, session, {},
                                   arguments.facts.csv_header);
  if (!module) return exit_code_of(session.diagnostics);
  const auto shared = std::make_shared<const ir::Module>(std::move(*module));
  const auto strata = driver::strata_of(*shared, session.diagnostics);
  if (!strata) return exit_code_of(session.diagnostics);
  learner::ExplanationLimits limits;
  limits.bytes = memory_bytes(arguments.memory_mib);
  limits.stop = &limit.flag();
  runtime::ProductionLimits run_limits;
  run_limits.bytes = limits.bytes;
  std::optional<ProgressLine> progress(std::in_place, "generalise",
                                       ProgressFlags{.none = arguments.quiet});
  progress->begin("running the rules");
  const driver::TracedRun run = driver::trace_rules(shared, *strata, run_limits);
  if (run.result.end != runtime::ProductionEnd::fixpoint) {
    print_error(why_stopped(run.result.end, run.result.rounds, run_limits));
    return stop_code(run.result.end);
  }
  const auto goals = goals_of(arguments, learner::FactTrace(run), session);
  if (!goals) return exit_code_of(session.diagnostics);
  std::set<ir::Symbol> operational;
  for (const std::string& name : arguments.operational) {
    operational.insert(session.symbols->intern(name));
  }
  progress->begin("explaining facts");
  const auto learned = learner::explain_facts(run, *goals, operational, limits);
  progress.reset();
  const int code =
      report(arguments, learned, learner::rules_text(learned.rules, *session.symbols), session);
  return code == exit_ok && limit.flag() ? stopped(limit) : code;
}

/// Returns a given option that does not apply to this kind of input; empty: none.
std::string unsuitable_option(const GeneraliseArguments& arguments, bool rules) {
  if (!rules) {
    if (!arguments.goals.empty()) return "--goal";
    if (!arguments.facts.files.empty()) return "--facts";
    return arguments.operational.empty() ? "" : "--operational";
  }
  const learner::WinLearningOptions usual;
  if (!arguments.state.empty()) return "--state";
  if (arguments.check_games > 0) return "--check";
  if (arguments.wins.moves != usual.moves) return "--moves";
  if (arguments.wins.games != usual.games) return "--games";
  return arguments.facts_output.empty() ? "" : "--facts-output";
}

/// Whether all options apply to this kind of input (reports if not).
bool check_options(const GeneraliseArguments& arguments, driver::Session& session) {
  const bool rules = driver::is_rules_path(arguments.game.path());
  const std::string option = unsuitable_option(arguments, rules);
  if (!option.empty()) {
    session.diagnostics.error(
        {}, "usage",
        fmt::format("{} is for {}", option, rules ? "games" : "production rules (.rules)"));
    return false;
  }
  if (!rules || !arguments.goals.empty()) return true;
  session.diagnostics.error({}, "usage", "no facts to explain: name them (--goal)");
  return false;
}

int run_generalise(GeneraliseArguments& arguments) {
  driver::Session session;
  if (!check_options(arguments, session)) {
    print_diagnostics(session.diagnostics);
    return exit_code_of(session.diagnostics);
  }
  if (driver::is_rules_path(arguments.game.path())) {
    const int code = explain_rules(arguments, session);
    print_diagnostics(session.diagnostics);
    return code;
  }
  LoadingLimit loading(arguments.seconds, LoadingLimit::time_over_before("learning"));
  end_at_interrupts();
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  driver::Session of_clauses;
  of_clauses.syntax = arguments.game.syntax();
  const auto clauses = driver::load_clauses(arguments.game.path(), of_clauses);
  watch_interrupts();
  const double left = loading.end();
  int code = exit_input;
  if (clauses) {
    try {
      code = learn(arguments, *clauses, *loaded->game, session, left);
    } catch (const runtime::Stopped&) {
      print_error("stopped before the end");
      code = exit_limit;
    } catch (const learner::Unexplained& reason) {
      session.diagnostics.error({}, "usage", reason.what());
      code = exit_input;
    }
  }
  print_diagnostics(session.diagnostics);
  return session.diagnostics.has_errors() ? exit_code_of(session.diagnostics) : code;
}

}  // namespace

void add_generalise_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("generalise", "Learn production rules by explaining wins found by search");
  auto arguments = std::make_shared<GeneraliseArguments>();
  arguments->game.add_to(*command, true, GameFiles::rulesheets);
  Option* games =
      command->add_option("--games", arguments->wins.games, "Number of random games to learn from")
          ->check(natural_number)
          ->capture_default_str()
          ->type_name("N");
  command
      ->add_option("--moves", arguments->wins.moves,
                   "Moves of the winner: 1 (wins at once), 2 (and whatever the reply is)")
      ->check(in_range(1, 2))
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--state", arguments->state,
                   "Explain the wins of this state alone: fluents, or @FILE with one line")
      ->type_name("FLUENTS")
      ->excludes(games);
  command
      ->add_option("--goal", arguments->goals,
                   "Rules: explain this deduced fact, or all facts of this relation")
      ->allow_extra_args(false)
      ->type_name("FACT");
  arguments->facts.add_to(*command, "Rules: initial facts", "Rules: first line of each table");
  command
      ->add_option("--operational", arguments->operational,
                   "Learned rules may also use facts of this relation")
      ->allow_extra_args(false)
      ->type_name("RELATION");
  command
      ->add_option("--check", arguments->check_games,
                   "Run the rules over the positions of N other games; compare with a search")
      ->check(natural_number)
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--seed", arguments->wins.seed, "Seed of the random games")
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--max-steps", arguments->wins.step_limit,
                   "Maximum number of joint moves of a game")
      ->check(natural_number)
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--seconds", arguments->seconds, "Stop after so many seconds; 0: never")
      ->check(some_seconds)
      ->capture_default_str()
      ->type_name("S");
  command
      ->add_option("--memory", arguments->memory_mib,
                   "MiB for the facts of one explanation; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit_mib)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the rules to this file (default: standard output)")
      ->type_name("FILE");
  command
      ->add_option("--facts-output", arguments->facts_output,
                   "Write the facts that rules need beside a position's, or with --state all")
      ->type_name("FILE");
  command->add_flag("--quiet", arguments->quiet, "Print only the rules");
  add_json_flag(*command, arguments->json);
  declare_output(*command, command->get_option("--output"), FileKind::rules);
  declare_output(*command, command->get_option("--facts-output"), FileKind::clauses);
  command->group("Production rules", {"--csv-header", "--operational"});
  command->group("Random games", {"--seed", "--max-steps"});
  command->group("Limits", {"--seconds", "--memory"});
  command->group("Output", {"--facts-output", "--quiet"});
  add_examples(*command,
               {"tesuji generalise noughts-and-crosses.kif -o wins.rules --facts-output board.pl",
                "tesuji generalise connect-four.kif --games=20 --check=50",
                "tesuji generalise noughts-and-crosses.kif --moves=2 --check=100",
                "tesuji generalise capture.rules --facts position.pl --goal captures"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_generalise(*arguments); }; });
}

}  // namespace tesuji::tools

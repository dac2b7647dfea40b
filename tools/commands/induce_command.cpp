// tesuji induce: learns a logic program from examples, over background knowledge.
#include "backend/driver/load.h"
#include "backend/driver/session.h"
#include "backend/strategies/strategy.h"
#include "ir/core/prolog_term.h"
#include "learner/game_rules/clause_log.h"
#include "learner/game_rules/play_folder.h"
#include "learner/game_rules/rules_to_gdl.h"
#include "learner/induction/induction_checks.h"
#include "learner/induction/induction_task.h"
#include "learner/migo/game_background.h"
#include "learner/search/background_rules.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/commands/induce_search.h"
#include "tools/commands/induce_texts.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/time_limits.h"
#include "tools/reports/iggp_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tesuji::tools {

namespace {

// Options of `tesuji induce --iggp`, which learns the rules of a game from states.

/// The options of the command line, including those of other inductions.
struct InduceIggpArguments {
  std::string folder;
  std::string game;
  bool noise = false;
  bool greedy = false;
  std::uint64_t seed = 1;
  unsigned memory = 512;  ///< MiB
  std::string log;        ///< path; may be empty
  std::string output;
  double seconds = 0;  ///< 0: the default
  bool json = false;
  bool quiet = false;
};

learner::RulesheetParts rulesheet_parts(const learner::PlayFolder& folder,
                                        learner::RuleDefinitions definitions) {
  learner::RulesheetParts parts;
  parts.initial = folder.initial;
  parts.definitions = std::move(definitions);
  parts.statics = folder.tasks.front().train.statics;
  const auto add = [&](const learner::PlayAtom& atom) {
    auto& values = parts.flattened[atom.predicate];
    if (!atom.args.empty()) values.insert(atom.args.back());
    auto& columns = parts.columns[atom.predicate];
    columns.resize(atom.args.size());
    for (std::size_t i = 0; i < atom.args.size(); ++i) columns[i].insert(atom.args[i]);
  };
  for (const learner::PlayTask& task : folder.tasks) {
    for (const auto& atom : task.train.atoms) add(atom);
    for (const learner::PlayPart* part : {&task.train, &task.test}) {
      for (const auto& example : part->examples) {
        for (const auto& atom : example.background) add(atom);
      }
    }
  }
  return parts;
}

/// Adds the options of this kind of induction, in a group of --help-all, except --iggp.
void add_iggp_options(Command& command, InduceIggpArguments& arguments) {
  command
      .add_option("--iggp", arguments.folder,
                  "Learn the rules of a game from the tasks in this folder")
      ->type_name("DIR");
  command.add_option("--iggp-game", arguments.game, "The game, of a folder with tasks of several")
      ->type_name("NAME");
  command.add_flag("--noise", arguments.noise,
                   "Let rules be wrong about examples where that saves bits");
  command.add_flag("--greedy", arguments.greedy,
                   "Search for --iggp greedily, inventing nothing, for comparison");
  command.add_option("--seed", arguments.seed, "Seed of the choice of examples (--iggp)")
      ->check(natural_number)
      ->capture_default_str();
  command.add_option("--memory", arguments.memory, "Memory of the search of --iggp, MiB")
      ->check(in_range(16U, 1U << 20))
      ->capture_default_str();
  command
      .add_option("--log", arguments.log,
                  "Write tested clauses with what they cover (--iggp; Prolog)")
      ->type_name("FILE");
  declare_output(command, command.get_option("--log"), FileKind::clauses);
  command.group("Rules of games", {"--iggp-game", "--greedy", "--seed", "--memory", "--log"});
}

/// Returns the exit code.
int run_induce_iggp(const InduceIggpArguments& arguments) {
  driver::Session session;
  ir::Diagnostics& diagnostics = session.diagnostics;
  auto folder = learner::read_play_folder(arguments.folder, arguments.game, session);
  if (!folder || diagnostics.has_errors()) {
    print_diagnostics(diagnostics);
    return exit_code_of(diagnostics);
  }
  for (const learner::PlayAtom& atom : folder->initial) {
    const std::string& name = folder->vocabulary[atom.predicate].name;
    if (name == "true" || name.starts_with("true_")) continue;
    diagnostics.error(
        {}, "parse",
        fmt::format("{}_initial.dat: `{}` is not a fluent: the initial state has atoms of true_..",
                    folder->game, learner::to_text(atom, folder->vocabulary)));
    print_diagnostics(diagnostics);
    return exit_code_of(diagnostics);
  }
  learner::RuleLearningOptions options;
  options.greedy = arguments.greedy;
  options.noise = arguments.noise;
  options.seed = arguments.seed;
  options.stop = &watch_interrupts();
  // Memory for a beam of the largest width, and the next one under construction.
  options.most_words = std::max<std::size_t>(4096, std::size_t{arguments.memory} * 700);
  constexpr std::size_t most_logged = 500;  // of a predicate
  learner::ClauseLog log(most_logged);
  if (!arguments.log.empty()) {
    options.log = [&log](const auto& problem, const auto& clause, const auto& counts) {
      log.add(problem, clause, counts);
    };
  }
  const double seconds = arguments.seconds > 0 ? arguments.seconds : 240;
  options.seconds = seconds / static_cast<double>(folder->tasks.size());
  learner::LearnedRules rules = learner::learn_rules(folder->tasks, folder->vocabulary, options);
  const IggpScene scene{*folder, rules, options};
  report_unlearned(scene, diagnostics);
  if (!arguments.log.empty()) (void)write_output(arguments.log, log.text(), diagnostics);
  if (arguments.json) print_json(iggp_json(scene));
  const std::string text =
      learner::rulesheet_text(rulesheet_parts(*folder, rules.definitions), folder->vocabulary);
  if (!arguments.json || !arguments.output.empty()) {
    (void)write_output(arguments.output, text, diagnostics);
  }
  if (!arguments.quiet) fmt::print(stderr, "{}", iggp_table(scene));
  print_diagnostics(diagnostics);
  return exit_code_of(diagnostics);
}

struct InduceArguments {
  InduceIggpArguments iggp;
  InduceFiles files;
  std::uint32_t max_clauses = 0;  ///< 0: as the background sets, or else 6
  std::uint32_t min_clauses = 1;
  std::uint64_t nodes = 100'000'000;
  double seconds = 0;
  std::string output;
  bool json = false;
  bool quiet = false;
  bool fluents = false;  ///< with --game
};

/// Returns the search's options from the command line.
SearchArguments search_arguments(const InduceArguments& arguments) {
  return {arguments.max_clauses, arguments.min_clauses, arguments.nodes, arguments.iggp.noise,
          arguments.output,      arguments.json,        arguments.quiet};
}

int induce_from_facts(const InduceArguments& arguments, InduceTexts& texts, const TimeLimit& limit,
                      driver::Session& session) {
  ir::Diagnostics& diagnostics = session.diagnostics;
  learner::FactBackground background;
  learner::RuleLimits limits;
  limits.stop = &limit.flag();
  if (!learner::add_background(texts.background.clauses, background, diagnostics, limits)) {
    if (limit.is_over()) {
      diagnostics.note({}, "limit",
                       "the time limit was reached before the search began (--seconds)");
    }
    return exit_code_of(diagnostics);
  }
  const bool noise = arguments.iggp.noise;
  auto task = learner::make_task(
      texts.examples,
      [&](const ir::PrologTerm& term) { return std::optional(background.terms().intern(term)); },
      diagnostics, noise);
  if (!task || !learner::offer_predicates(texts.background, background, *task, diagnostics)) {
    return exit_code_of(diagnostics);
  }
  if (!add_forms(*task, background, noise, texts, diagnostics)) return exit_code_of(diagnostics);
  std::vector<ir::ClauseMetarule> metarules;
  bool by_examples = false;
  for (const ClauseShapes& one : texts.shapes) {
    by_examples |= one.by_examples;
    metarules.insert(metarules.end(), one.metarules.begin(), one.metarules.end());
  }
  if (!by_examples) {
    learner::warn_of_unused(metarules, texts.background, background, *task, diagnostics);
  }
  if (!noise && !learner::check_constants(metarules, background, *task, diagnostics)) {
    return exit_code_of(diagnostics);
  }
  return search_clauses(search_arguments(arguments), texts, *task, background, limit, session);
}

/// Returns the state for a list of fluents; nothing if it is not one, which is reported.
std::optional<runtime::State> state_of(const ir::PrologTerm& term, const runtime::Game& game,
                                       ir::Diagnostics& diagnostics) {
  if (term.kind != ir::PrologTerm::Kind::list) {
    diagnostics.error(term.span, "parse",
                      "a state is expected here: a list of fluents, such as [control(x)]");
    return std::nullopt;
  }
  std::vector<std::string> fluents;
  for (const ir::PrologTerm& fluent : term.args) fluents.push_back(ir::fluent_name(fluent));
  std::string unknown;
  if (auto state = game.state_of(fluents, &unknown)) return state;
  for (std::size_t i = 0; i < fluents.size(); ++i) {
    if (fluents[i] != unknown) continue;
    diagnostics.error(
        term.args[i].span, "unknown-fluent",
        fmt::format("`{}` is not a fluent of {}", ir::to_text(term.args[i]), game.name()));
    return std::nullopt;
  }
  diagnostics.error(term.span, "unknown-fluent",
                    fmt::format("`{}` is missing: it holds in every state of {} that can be "
                                "reached",
                                ir::prolog_text(unknown), game.name()));
  return std::nullopt;
}

/// Returns the kinds of fluents of a game, in the order in which its rules have them.
std::vector<learner::GameBackground::Fluent> fluents_of(const driver::LoadedGame& game) {
  std::vector<learner::GameBackground::Fluent> fluents;
  if (!game.module) return fluents;
  for (const ir::Relation& relation : game.module->relations) {
    if (relation.kind != ir::RelationKind::state || relation.term.empty()) continue;
    const ir::PrologTerm term = ir::fluent_term(relation.term);
    fluents.push_back({term.name, static_cast<std::uint32_t>(term.args.size())});
  }
  return fluents;
}

int induce_from_game(const InduceArguments& arguments, const InduceTexts& texts,
                     const TimeLimit& limit, driver::Session& session) {
  ir::Diagnostics& diagnostics = session.diagnostics;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  LoadingLimit loading(arguments.seconds, LoadingLimit::time_over_before("the search"));
  end_at_interrupts();
  const auto loaded = driver::load_game(arguments.files.game, options, session);
  watch_interrupts();
  loading.end();
  if (!loaded) return exit_code_of(diagnostics);
  try {
    const runtime::Turns turns(*loaded->game, driver::turn_rule(*loaded));
    runtime::StateSpace space(*loaded->game, turns);
    learner::GameBackground background(space);
    if (arguments.fluents) background.offer(fluents_of(*loaded));
    const auto task = learner::make_task(
        texts.examples,
        [&](const ir::PrologTerm& term) -> std::optional<learner::Value> {
          const bool is_list = term.kind == ir::PrologTerm::Kind::list;
          if (arguments.fluents && !is_list) return background.constant(term);
          const auto state = state_of(term, *loaded->game, diagnostics);
          if (!state) return std::nullopt;
          return background.value(*state);
        },
        diagnostics, arguments.iggp.noise);
    if (!task) return exit_code_of(diagnostics);
    return search_clauses(search_arguments(arguments), texts, *task, background, limit, session);
  } catch (const runtime::TurnError& error) {
    diagnostics.error({}, "turns", error.what());
  }
  return exit_code_of(diagnostics);
}

int run_induce(InduceArguments& arguments) {
  if (!arguments.iggp.folder.empty()) {
    arguments.iggp.output = arguments.output;
    arguments.iggp.seconds = arguments.seconds;
    arguments.iggp.json = arguments.json;
    arguments.iggp.quiet = arguments.quiet;
    return run_induce_iggp(arguments.iggp);
  }
  driver::Session session;
  const TimeLimit limit(arguments.seconds);
  int code = exit_input;
  if (auto texts = read_texts(arguments.files, session)) {
    code = arguments.files.game.empty() ? induce_from_facts(arguments, *texts, limit, session)
                                        : induce_from_game(arguments, *texts, limit, session);
  }
  print_diagnostics(session.diagnostics);
  return session.diagnostics.has_errors() ? exit_code_of(session.diagnostics) : code;
}

}  // namespace

void add_induce_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("induce", "Learn logic programs from examples and background knowledge");
  auto arguments = std::make_shared<InduceArguments>();
  Option* examples = command
                         ->add_option("--examples", arguments->files.examples,
                                      "Examples: p(a,b)., or pos(p(a,b)). and neg(p(b,a)).")
                         ->type_name("FILE");
  command->add_option("--negative", arguments->files.negative, "Negative examples: p(b,a).")
      ->type_name("FILE");
  Option* background = command
                           ->add_option("--background", arguments->files.background,
                                        "Facts, rules and declarations that clauses may use")
                           ->type_name("FILE");
  Option* bias = command
                     ->add_option("--bias", arguments->files.bias,
                                  "Declarations only: Popper's bias.pl, or body_pred(mother/2).")
                     ->type_name("FILE");
  command
      ->add_option("--game", arguments->files.game, "Game that defines move/2, won/1 and drawn/1")
      ->type_name("GAME")
      ->excludes(background)
      ->excludes(bias);
  command
      ->add_flag("--fluents", arguments->fluents,
                 "Let clauses call fluents of --game, the state being their first argument")
      ->needs("--game");
  command
      ->add_option("--metarules", arguments->files.metarules,
                   "Forms of clauses (default: usual, or bias with head_pred)")
      ->type_name("usual|bias|migo|FILE");
  command
      ->add_option("--max-clauses", arguments->max_clauses,
                   "Maximum number of clauses (default: 6, or from the background)")
      ->check(in_range(1, 1000));
  command->add_option("--min-clauses", arguments->min_clauses, "Minimum number of clauses")
      ->check(in_range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--max-proof-steps", arguments->nodes,
                   "Stop after so many proof steps; 0: never")
      ->check(natural_number)
      ->capture_default_str();
  command->add_option("--seconds", arguments->seconds, "Stop after so many seconds; 0: never")
      ->check(some_seconds)
      ->capture_default_str();
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the program to this file (default: standard output)")
      ->type_name("FILE");
  add_iggp_options(*command, arguments->iggp);
  for (const char* other : {"--examples", "--negative", "--background", "--bias", "--game",
                            "--metarules", "--max-clauses", "--min-clauses", "--max-proof-steps"}) {
    command->get_option("--iggp")->excludes(other);
  }
  command->add_flag("--quiet", arguments->quiet, "Print neither progress nor summary");
  add_json_flag(*command, arguments->json);
  declare_output(*command, command->get_option("--output"), [arguments] {
    return arguments->iggp.folder.empty() ? FileKind::clauses : FileKind::rulesheet;
  });
  command->group("Limits", {"--max-clauses", "--min-clauses", "--max-proof-steps"});
  command->group("Noise and fluents", {"--noise", "--fluents"});
  command->group("Output", {"--quiet"});
  add_examples(
      *command,
      {"tesuji induce --examples=grandparent.pl --background=family.pl",
       "tesuji induce --examples=exs.pl --background=bk.pl --bias=bias.pl",
       "tesuji induce --examples=pos.pl --negative=neg.pl --background=bk.pl -o learned.pl",
       "tesuji induce --game=noughts-and-crosses.kif --examples=wins.pl",
       "tesuji induce --iggp=tasks -o learned.kif"});
  command->callback([arguments, examples, &action] {
    if (examples->empty() && arguments->iggp.folder.empty()) throw MissingArgument("--examples");
    action = [arguments] { return run_induce(*arguments); };
  });
}

}  // namespace tesuji::tools

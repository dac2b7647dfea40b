// tesuji induce: learns a logic program from examples, over background knowledge.
#include "backend/driver/file_formats.h"
#include "backend/driver/session.h"
#include "ir/core/prolog_term.h"
#include "learner/game_rules/clause_log.h"
#include "learner/game_rules/play_folder.h"
#include "learner/game_rules/rules_to_gdl.h"
#include "learner/game_rules/rules_to_prolog.h"
#include "learner/induction/bias_metarules.h"
#include "learner/induction/induction_checks.h"
#include "learner/induction/induction_task.h"
#include "learner/search/background_rules.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/progress.h"
#include "tools/commands/induce_game.h"
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
  std::string form;    ///< rulesheet or prolog; empty: by the output's name
  double seconds = 0;  ///< 0: the default

  [[nodiscard]] bool writes_prolog(const std::string& path) const {
    return form.empty() ? driver::is_named_as(FileKind::clauses, path) : form == "prolog";
  }
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
  command
      .add_option("--emit", arguments.form,
                  "Form of the rules of --iggp (default: rulesheet; prolog for -o FILE.pl)")
      ->check(one_of({"rulesheet", "prolog"}))
      ->type_name("FORM")
      ->needs("--iggp");
  command.group("Rules of games",
                {"--iggp-game", "--greedy", "--seed", "--memory", "--log", "--emit"});
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
  if (arguments.seconds > 0) options.seconds = arguments.seconds;
  std::optional<ProgressLine> progress(std::in_place, "induce",
                                       ProgressFlags{.none = arguments.quiet});
  progress->begin("learning the rules");
  learner::LearnedRules rules = learner::learn_rules(folder->tasks, folder->vocabulary, options);
  progress.reset();
  const IggpScene scene{*folder, rules, options};
  report_unlearned(scene, diagnostics);
  if (!arguments.log.empty()) (void)write_output(arguments.log, log.text(), diagnostics);
  if (arguments.json) print_json(iggp_json(scene));
  const std::string text =
      arguments.writes_prolog(arguments.output)
          ? learner::prolog_program(rules.definitions, folder->tasks.front().train.statics,
                                    folder->vocabulary)
          : learner::rulesheet_text(rulesheet_parts(*folder, rules.definitions),
                                    folder->vocabulary);
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
  std::size_t max_forms = learner::FormLimits().max_forms;
  double seconds = 0;
  std::string output;
  bool json = false;
  bool quiet = false;
  bool fluents = false;  ///< with --game
};

/// Returns the search's options from the command line.
SearchArguments search_arguments(const InduceArguments& arguments) {
  SearchArguments search;
  search.max_clauses = arguments.max_clauses;
  search.min_clauses = arguments.min_clauses;
  search.max_steps = arguments.nodes;
  search.noise = arguments.iggp.noise;
  search.output = arguments.output;
  search.json = arguments.json;
  search.quiet = arguments.quiet;
  return search;
}

/// Adds the clauses of the files to the background, makes the task of the examples, and searches.
/// Returns the exit code.
int induce_over(learner::FactBackground& background, const learner::ValueOf& value_of,
                const learner::FaultOf& fault_of, const InduceArguments& arguments,
                InduceTexts& texts, const TimeLimit& limit, driver::Session& session) {
  ir::Diagnostics& diagnostics = session.diagnostics;
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
  auto task = learner::make_task(texts.examples, value_of, diagnostics, noise);
  if (!task || !learner::offer_predicates(texts.background, background, *task, diagnostics)) {
    return exit_code_of(diagnostics);
  }
  if (!add_forms(*task, background, {noise, arguments.max_forms}, texts, diagnostics))
    return exit_code_of(diagnostics);
  std::vector<ir::ClauseMetarule> metarules;
  bool by_examples = false;
  for (const ClauseShapes& one : texts.shapes) {
    by_examples |= one.by_examples;
    metarules.insert(metarules.end(), one.metarules.begin(), one.metarules.end());
  }
  if (!by_examples) {
    learner::warn_of_unused(metarules, texts.background, background, *task, diagnostics);
  }
  if (!noise &&
      (!learner::check_constants(metarules, background, *task, diagnostics) ||
       (fault_of && !learner::check_calls(metarules, background, *task, fault_of, diagnostics)))) {
    return exit_code_of(diagnostics);
  }
  SearchArguments how = search_arguments(arguments);
  how.fault_of = fault_of;
  return search_clauses(how, texts, *task, background, limit, session);
}

int induce_from_facts(const InduceArguments& arguments, InduceTexts& texts, const TimeLimit& limit,
                      driver::Session& session) {
  learner::FactBackground background;
  const auto value_of = [&](const ir::PrologTerm& term) {
    return std::optional(background.terms().intern(term));
  };
  return induce_over(background, value_of, nullptr, arguments, texts, limit, session);
}

int induce_from_game(const InduceArguments& arguments, InduceTexts& texts, const TimeLimit& limit,
                     driver::Session& session) {
  ir::Diagnostics& diagnostics = session.diagnostics;
  const auto game =
      load_induce_game(arguments.files.game, arguments.fluents, arguments.seconds, session);
  if (!game) return exit_code_of(diagnostics);
  try {
    game->relations.name_states(texts.background.clauses, *game->loaded.game);
    const bool constants = arguments.fluents || !texts.background.clauses.empty();
    const auto value_of = [&](const ir::PrologTerm& term) {
      return game->value(term, constants, diagnostics);
    };
    const auto fault = [&](const learner::Example& example) { return game->why_no_move(example); };
    return induce_over(game->background, value_of, fault, arguments, texts, limit, session);
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
  command
      ->add_option("--background", arguments->files.background,
                   "Facts, rules and declarations that clauses may use")
      ->type_name("FILE");
  command
      ->add_option("--bias", arguments->files.bias,
                   "Declarations only: Popper's bias.pl, or body_pred(mother/2).")
      ->type_name("FILE");
  command
      ->add_option("--game", arguments->files.game, "Game that defines move/2, won/1 and drawn/1")
      ->type_name("GAME");
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
  command
      ->add_option("--max-forms", arguments->max_forms,
                   "Maximum number of clause forms from a bias; omits longer bodies")
      ->check(in_range(1, 100'000'000))
      ->capture_default_str();
  command->add_option("--seconds", arguments->seconds, "Stop after so many seconds; 0: never")
      ->check(some_seconds)
      ->capture_default_str();
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the program to this file (default: standard output)")
      ->type_name("FILE");
  add_iggp_options(*command, arguments->iggp);
  for (const char* other :
       {"--examples", "--negative", "--background", "--bias", "--game", "--metarules",
        "--max-clauses", "--min-clauses", "--max-proof-steps", "--max-forms"}) {
    command->get_option("--iggp")->excludes(other);
  }
  command->add_flag("--quiet", arguments->quiet, "Print neither progress nor summary");
  add_json_flag(*command, arguments->json);
  declare_output(*command, command->get_option("--output"), [arguments] {
    const InduceIggpArguments& iggp = arguments->iggp;
    return iggp.folder.empty() || iggp.writes_prolog(arguments->output) ? FileKind::clauses
                                                                        : FileKind::rulesheet;
  });
  command->group("Limits", {"--max-clauses", "--min-clauses", "--max-proof-steps", "--max-forms"});
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

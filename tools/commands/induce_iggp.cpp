// Rules from play: reads tasks, learns, tests, writes a rulesheet (induce_iggp.h).
#include "tools/commands/induce_iggp.h"

#include "backend/driver/session.h"
#include "learner/game_rules/clause_log.h"
#include "learner/game_rules/play_folder.h"
#include "learner/game_rules/rules_to_gdl.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/options/number_checks.h"
#include "tools/reports/iggp_report.h"

#include <fmt/core.h>

#include <algorithm>

namespace tesuji::tools {

namespace {

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

}  // namespace

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
    diagnostics.error({}, "parse",
                      fmt::format("{}_initial.dat: `{}` is no fluent: the initial state has atoms "
                                  "of true_..",
                                  folder->game, learner::to_text(atom, folder->vocabulary)));
    print_diagnostics(diagnostics);
    return exit_code_of(diagnostics);
  }
  learner::RuleLearningOptions options;
  options.greedy = arguments.greedy;
  options.noise = arguments.noise;
  options.seed = arguments.seed;
  options.stop = &watch_interrupts();
  // A beam of the largest width, with what is made next to it.
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

}  // namespace tesuji::tools

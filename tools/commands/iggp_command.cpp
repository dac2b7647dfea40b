// tesuji iggp: makes tasks of learning a game's rules, in the format of the IGGP data set.
#include "tools/base/command.h"

#include "backend/driver/load.h"
#include "learner/game_rules/play_file.h"
#include "learner/game_rules/play_recorder.h"
#include "learner/game_rules/static_facts.h"
#include "tools/base/interrupt.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

namespace tesuji::tools {

namespace {

struct IggpArguments {
  GameOptions game;
  learner::PlayRecordOptions options;
  std::string output;
};

/// Relations with more facts are omitted from the statics.
constexpr std::size_t largest_static = 20'000;

bool make_folder(const std::filesystem::path& folder, ir::Diagnostics& diagnostics) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (!fault) return true;
  diagnostics.error({}, "io",
                    fmt::format("cannot make the folder {}: {}", folder.string(), fault.message()));
  return false;
}

bool write_tasks(const std::string& output, const std::string& name,
                 const learner::PlayTasks& tasks, const learner::PlayVocabulary& vocabulary,
                 ir::Diagnostics& diagnostics) {
  const std::filesystem::path folder(output);
  for (std::size_t part = 0; part < std::size(learner::play_parts); ++part) {
    const std::string_view part_name = learner::play_parts[part];
    if (!make_folder(folder / part_name, diagnostics)) return false;
    for (std::size_t target = 0; target < std::size(learner::play_targets); ++target) {
      const auto path = folder / part_name /
                        fmt::format("{}_{}_{}.dat", name, learner::play_targets[target], part_name);
      if (!write_output(path.string(),
                        learner::play_part_text(tasks.parts[part][target], vocabulary),
                        diagnostics)) {
        return false;
      }
    }
  }
  learner::PlayPart initial;
  initial.statics = tasks.parts[0][0].statics;
  initial.examples.push_back({tasks.initial, {}});
  return write_output((folder / fmt::format("{}_initial.dat", name)).string(),
                      learner::play_part_text(initial, vocabulary), diagnostics);
}

/// Whether names and atoms of the tasks can be read back; else reports it.
bool can_be_written(const learner::PlayVocabulary& vocabulary, const std::string& path) {
  for (learner::Constant value = 0; value < vocabulary.constants.size(); ++value) {
    const std::string& text = vocabulary.constants.text(value);
    if (text.find('(') == text.npos && text.find_first_of(",) ") != text.npos) {
      print_message(path, ir::Severity::error,
                    fmt::format("`{}` cannot be written in tasks: names have no `,`", text));
      return false;
    }
  }
  for (learner::PlayPredicate predicate = 0; predicate < vocabulary.predicates(); ++predicate) {
    if (vocabulary[predicate].arity <= learner::max_play_arity) continue;
    print_message(
        path, ir::Severity::error,
        fmt::format("`{}` has {} arguments, tasks have at most {}", vocabulary[predicate].name,
                    vocabulary[predicate].arity, learner::max_play_arity));
    return false;
  }
  return true;
}

int run_iggp(IggpArguments& arguments) {
  driver::Session session;
  session.validation.allow_several_arities = true;
  session.syntax = arguments.game.syntax();
  driver::Options options = arguments.game.driver_options();
  // With few playouts the game ends before native code is compiled.
  if (options.engine == driver::Engine::tiers) options.engine = driver::Engine::interpreter;
  const auto loaded = arguments.game.complete(options, session)
                          ? driver::load_game(arguments.game.path(), options, session)
                          : std::nullopt;
  print_diagnostics(session.diagnostics);
  if (!loaded) return exit_code_of(session.diagnostics);
  // Reads the rules once more, for the static relations; their diagnostics were reported before.
  driver::Session rules;
  rules.validation = session.validation;
  rules.syntax = session.syntax;
  const auto sheet = driver::load_rulesheet(arguments.game.path(), rules);
  if (!sheet) {
    print_diagnostics(rules.diagnostics);
    return exit_code_of(rules.diagnostics);
  }
  driver::Session output;
  learner::PlayVocabulary vocabulary;
  for (const std::string& role : loaded->game->roles()) (void)vocabulary.constants.intern(role);
  const learner::StaticFacts statics =
      learner::static_facts(*sheet, rules, largest_static, vocabulary);
  for (const std::string& relation : statics.large) {
    output.diagnostics.warning({}, "limit",
                               fmt::format("`{}` is left out of the tasks: it, or what it is "
                                           "evaluated with, has more than {} facts",
                                           relation, largest_static));
  }
  arguments.options.stop = &watch_interrupts();
  std::optional<ProgressLine> progress(std::in_place, "iggp", ProgressFlags());
  progress->begin("recording random games");
  const learner::PlayTasks tasks =
      learner::record_tasks(*loaded->game, statics.facts, arguments.options, vocabulary);
  progress.reset();
  const std::string name = std::filesystem::path(arguments.game.path()).stem().string();
  if (tasks.stopped) {
    print_diagnostics(output.diagnostics);
    print_message(arguments.game.path(), ir::Severity::error, "interrupted: no task was written");
    return exit_limit;
  }
  if (!can_be_written(vocabulary, arguments.game.path())) return exit_limit;
  if (write_tasks(arguments.output, name, tasks, vocabulary, output.diagnostics)) {
    for (std::size_t target = 0; target < std::size(learner::play_targets); ++target) {
      const auto& train = tasks.parts[0][target];
      const auto& test = tasks.parts[2][target];
      const std::size_t shared = learner::count_shared(train, test);
      fmt::print("{}_{}: {}; {} to train, {} to validate, {} to test{}\n", name,
                 learner::play_targets[target], counted(train.atoms.size(), "atom"),
                 counted(train.examples.size(), "state"), tasks.parts[1][target].examples.size(),
                 test.examples.size(),
                 shared > 0 ? fmt::format(" ({} of them also to train)", shared) : std::string());
    }
  }
  print_diagnostics(output.diagnostics);
  return exit_code_of(output.diagnostics);
}

}  // namespace

void add_iggp_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("iggp", "Make tasks for `induce --iggp` from random games");
  auto arguments = std::make_shared<IggpArguments>();
  learner::PlayRecordOptions& options = arguments->options;
  arguments->game.add_to(*command, true, GameFiles::rulesheets);
  command->add_option("-o,--output", arguments->output, "Write the tasks to this folder")
      ->type_name("DIR")
      ->required();
  command->add_option("--games", options.games, "Number of random games of each part")
      ->check(positive_number)
      ->capture_default_str();
  command->add_option("--examples", options.examples, "Maximum number of states of each part")
      ->check(positive_number)
      ->capture_default_str();
  command->add_option("--seed", options.seed, "Seed of the random moves")
      ->check(natural_number)
      ->capture_default_str();
  command->add_option("--max-steps", options.max_steps, "Maximum number of joint moves of a game")
      ->check(positive_number)
      ->capture_default_str();
  add_examples(*command, {"tesuji iggp noughts-and-crosses.kif -o tasks",
                          "tesuji iggp --games=1000 --examples=2000 --seed=7 nim.gdl -o tasks"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_iggp(*arguments); }; });
}

}  // namespace tesuji::tools

// tesuji features: counts the solutions of logical features, position by position.
#include "backend/driver/games/plugin.h"
#include "backend/features/sets/feature_emit.h"
#include "backend/features/sets/features.h"
#include "tools/base/command.h"
#include "tools/base/input_stream.h"
#include "tools/base/messages.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/files/position_lines.h"
#include "tools/options/choice_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/time_limits.h"
#include "tools/reports/features_explain.h"
#include "tools/reports/features_run.h"

#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>

namespace tesuji::tools {

namespace {

struct FeaturesArguments {
  driver::FeatureSources sources;
  std::string positions = "-";
  std::string form = "auto";
  std::string format;  ///< empty: csv
  std::string malformed = "fatal";
  std::string engine = "slices";
  PipelineFlags pipeline;
  std::string emit;
  std::string output;
  bool json = false;
  std::string explain;
  std::string times;
  std::string position_times;
  double seconds = 0;
  FeaturesRun run;
};

/// Returns the mode of evaluation that --engine names.
driver::FeatureMode mode_of(const std::string& engine) {
  if (engine == "slices") return driver::FeatureMode::slices;
  return engine == "incremental" ? driver::FeatureMode::incremental
                                 : driver::FeatureMode::one_by_one;
}

/// Reports which features are not evaluated in the requested mode.
void tell_left(const driver::FeatureSet& set, driver::FeatureMode mode) {
  if (mode == driver::FeatureMode::one_by_one) return;
  const char* const name =
      mode == driver::FeatureMode::slices ? "slices" : "incremental evaluation";
  if (!set.slices && !set.views) {
    print_warning(fmt::format("too large for {}: positions are evaluated one by one", name));
  } else if (!set.counter_columns.empty()) {
    std::string names;
    for (const std::size_t f : set.counter_columns) {
      names += (names.empty() ? "" : ", ") + set.names[f];
    }
    print_warning(fmt::format("too large for {}, evaluated one by one: {}", name, names));
  }
}

PositionLines::Form form_of(const std::string& name) {
  if (name == "board") return PositionLines::Form::board;
  if (name == "facts") return PositionLines::Form::facts;
  return name == "states" ? PositionLines::Form::states : PositionLines::Form::automatic;
}

/// Returns the kind of the file `--output`.
FileKind output_kind(const FeaturesArguments& arguments) {
  if (arguments.emit == "slices") return FileKind::slices;
  if (!arguments.emit.empty()) return FileKind::ir;
  if (!arguments.explain.empty()) return FileKind::explanation;
  FileKind kind = FileKind::matrix_csv;
  Choices(matrix_formats).store(arguments.format, kind);
  return kind;
}

/// Returns the text for `--times`: seconds of each feature, and of shared parts.
std::string times_text(const driver::FeatureSet& set, const FeaturesRunResult& result) {
  std::string text = "name,seconds,positions\n";
  const auto add = [&](const std::string& name, double seconds) {
    text += fmt::format("{},{:.9f},{}\n", name, seconds, result.positions);
  };
  add("total", result.seconds);
  if (!set.slices) return text;
  add("relations", result.times.relations);
  for (std::size_t f = 0; f < result.times.features.size(); ++f) {
    add(set.names[set.mode_columns[f]], result.times.features[f]);
  }
  return text;
}

/// Prints the diagnostics; returns the exit code of the errors, or else `code`.
int finish(const driver::Session& session, int code) {
  print_diagnostics(session.diagnostics);
  return session.diagnostics.has_errors() ? exit_code_of(session.diagnostics) : code;
}

/// The texts of the theory and the features, and the rulesheet's clauses, if there is one.
struct Sources {
  driver::FeatureTexts texts;
  std::optional<ir::Module> game;
};

std::optional<Sources> read_sources(const driver::FeatureSources& paths, driver::Session& session) {
  auto texts = driver::read_features(paths, session);
  if (!texts) return std::nullopt;
  Sources sources{std::move(*texts), std::nullopt};
  if (!paths.game.empty()) {
    sources.game = driver::load_clauses(paths.game, session);
    if (!sources.game) return std::nullopt;
  }
  return sources;
}

/// Writes the result of a compiler stage for the features.
int emit(FeaturesArguments& arguments, driver::Session& session) {
  auto sources = read_sources(arguments.sources, session);
  if (!sources) return finish(session, exit_input);
  driver::Options options;
  options.pipeline = arguments.pipeline.make();
  const auto text = driver::emit_features(sources->texts, std::move(sources->game), arguments.emit,
                                          options, session);
  arguments.pipeline.finish();
  if (!text) return finish(session, exit_input);
  static_cast<void>(write_output(arguments.output, *text, session.diagnostics));
  return finish(session, exit_ok);
}

/// Explains the feature's value in the first position.
int explain(const FeaturesArguments& arguments, driver::Session& session) {
  auto sources = read_sources(arguments.sources, session);
  if (!sources) return finish(session, exit_input);
  const bool of_game = sources->game.has_value();
  const auto explainer =
      driver::FeatureExplainer::make(sources->texts, std::move(sources->game), session);
  if (!explainer) return finish(session, exit_input);
  const auto lines =
      PositionLines::make(explainer->set(), form_of(arguments.form), of_game, session.diagnostics);
  const auto in = lines ? InputStream::open(arguments.positions, session.diagnostics) : nullptr;
  if (in == nullptr) return finish(session, exit_input);
  std::string line;
  std::uint64_t number = 0;
  do {
    if (!std::getline(*in, line)) {
      session.diagnostics.error({}, "position", "no position to explain");
      return finish(session, exit_input);
    }
    ++number;
  } while (lines->is_blank(line));
  driver::ReadPosition position;
  driver::PositionFault fault;
  if (!lines->read(line, position, fault)) {
    print_message(fmt::format("{}:{}:{}", in->name(), number, fault.column), ir::Severity::error,
                  fault.message);
    return finish(session, exit_input);
  }
  const auto algebra = explainer->explain(arguments.explain, position.state);
  if (!algebra) {
    const std::string nearest = ir::nearest_name(arguments.explain, explainer->set().names);
    session.diagnostics.error({}, "usage",
                              "unknown feature `" + arguments.explain + "`" +
                                  (nearest.empty() ? "" : "; did you mean `" + nearest + "`?"));
    return finish(session, exit_input);
  }
  static_cast<void>(write_output(arguments.output, explanation_text(arguments.explain, *algebra),
                                 session.diagnostics));
  return finish(session, exit_ok);
}

int run(FeaturesArguments& arguments) {
  driver::Session session;
  const bool to_file = !arguments.output.empty() && arguments.output != "-";
  if (arguments.json && (to_file || !arguments.format.empty() || !arguments.emit.empty() ||
                         !arguments.explain.empty())) {
    print_error(
        "--json writes the matrix to standard output: without --output, --format, --emit and "
        "--explain");
    return exit_usage;
  }
  arguments.run.format = arguments.json ? FileKind::matrix_json : output_kind(arguments);
  if (MatrixWriter::needs_file(arguments.run.format) && !to_file) {
    print_error(fmt::format("an array ({}) goes to a file: -o FILE", arguments.format));
    return exit_usage;
  }
  const bool plugin = driver::is_plugin(arguments.sources.game);
  if (arguments.sources.features.empty() && !plugin) {
    print_error("no features to count: name their file (--features)");
    return exit_usage;
  }
  if (plugin && (!arguments.emit.empty() || !arguments.explain.empty())) {
    print_error("--emit and --explain need the features' text, not a plugin");
    return exit_usage;
  }
  if (arguments.sources.domains.empty() && arguments.sources.game.empty()) {
    print_error("name the domain theory (--domain) or the game (--game) of the features");
    return exit_usage;
  }
  if (!arguments.emit.empty()) return emit(arguments, session);
  if (!arguments.explain.empty()) return explain(arguments, session);
  LoadingLimit loading(arguments.seconds, LoadingLimit::time_over_before("the first position"));
  driver::Options options;
  options.engine = arguments.engine == "jit" ? driver::Engine::jit : driver::Engine::interpreter;
  options.pipeline = arguments.pipeline.make();
  const driver::FeatureMode mode = mode_of(arguments.engine);
  const auto set = driver::load_features(arguments.sources, options, mode, session);
  arguments.pipeline.finish();
  if (!set) return finish(session, exit_input);
  if (!plugin) tell_left(*set, mode);
  const auto lines = PositionLines::make(*set, form_of(arguments.form),
                                         !arguments.sources.game.empty(), session.diagnostics);
  if (!lines) return finish(session, exit_input);
  const auto in = InputStream::open(arguments.positions, session.diagnostics);
  if (in == nullptr) return finish(session, exit_input);
  const TimeLimit limit(loading.end());
  auto out = OutputFile::open(arguments.output, session.diagnostics);
  if (!out) return finish(session, exit_input);
  arguments.run.skip_malformed = arguments.malformed == "skip";
  arguments.run.stop = &limit.flag();
  // Rows on the same terminal are progress enough.
  const bool rows_shown = arguments.output.empty() && isatty(STDOUT_FILENO) != 0;
  arguments.run.progress.none |= rows_shown && !arguments.run.progress.lines;
  std::unique_ptr<OutputFile> position_times;
  if (!arguments.position_times.empty()) {
    position_times = OutputFile::open(arguments.position_times, session.diagnostics);
    if (!position_times || !position_times->write("line,seconds,relations\n")) {
      return finish(session, exit_input);
    }
    arguments.run.position_times = position_times.get();
  }
  const FeaturesRunResult result = run_features(*set, *lines, *in, *out, arguments.run);
  if (position_times) static_cast<void>(position_times->finish());
  if (!arguments.times.empty()) {
    static_cast<void>(write_output(arguments.times, times_text(*set, result), session.diagnostics));
  }
  if (result.stopped) {
    print_warning(fmt::format("stopped after {}", counted(result.positions, "position")));
  }
  if (result.malformed > 0 && arguments.run.skip_malformed) {
    print_warning(fmt::format("left out {}", counted(result.malformed, "malformed line")));
  }
  if (result.largest > 0) {
    print_warning(fmt::format("{} {} 2^64 - 1, or larger than can be written",
                              counted(result.largest, "value"),
                              result.largest == 1 ? "is" : "are"));
  }
  if (result.targets_left_out > 0) {
    print_warning(fmt::format("left out {}: the first position has none",
                              counted(result.targets_left_out, "target")));
  }
  if (result.groups_left_out > 0) {
    print_warning(fmt::format("left out {}: the first position has none",
                              counted(result.groups_left_out, "group")));
  }
  const bool cut = result.stopped || result.limited;
  return finish(session, result.failed ? exit_input : cut ? exit_limit : exit_ok);
}

}  // namespace

void add_features_command(Command& app, Action& action) {
  auto arguments = std::make_shared<FeaturesArguments>();
  Command* command =
      app.add_subcommand("features", "Count the solutions of logical features in each position");
  FeaturesArguments& a = *arguments;
  command->add_option("--domain", a.sources.domains, "Domain theory (.pl): rules and facts")
      ->type_name("FILE");
  command->add_option("--features", a.sources.features, "Features (.pl)")->type_name("FILE");
  command
      ->add_option("--game", a.sources.game,
                   "Rulesheet, or plugin with features, whose states are the positions")
      ->type_name("GAME");
  command
      ->add_option("--positions", a.positions,
                   "Positions, one per line, may be gzipped (default: standard input)")
      ->type_name("FILE");
  command->add_option("--position-form", a.form, "Form of positions: auto, board, facts or states")
      ->check(one_of({"auto", "board", "facts", "states"}))
      ->type_name("FORM")
      ->capture_default_str();
  command
      ->add_option("--format", a.format,
                   "Format of the matrix: csv, jsonl, npz, or npy (numbers only)")
      ->check(one_of(Choices(matrix_formats).names()))
      ->type_name("FORMAT")
      ->default_str("csv");
  add_json_flag(*command, a.json);
  command
      ->add_option("-o,--output", a.output,
                   "Write the matrix to this file (default: standard output)")
      ->type_name("FILE");
  command
      ->add_option("--engine", a.engine,
                   "slices (512 positions at a time), incremental, interpreter or jit")
      ->check(one_of({"slices", "incremental", "interpreter", "jit"}))
      ->type_name("ENGINE")
      ->capture_default_str();
  command->add_option("--threads", a.run.threads, "Number of threads (default: 1)")
      ->check(in_range(1U, 1024U))
      ->type_name("N");
  command
      ->add_option("--malformed", a.malformed,
                   "Treatment of lines that are not positions: fatal or skip")
      ->check(one_of({"fatal", "skip"}))
      ->type_name("WHAT")
      ->capture_default_str();
  command->add_option("--seconds", a.seconds, "Stop after so many seconds and keep the rows so far")
      ->check(positive_seconds)
      ->type_name("S");
  command->add_option("--times", a.times, "Write the seconds of each feature (CSV)")
      ->type_name("FILE");
  command
      ->add_option("--position-times", a.position_times, "Write the seconds of each position (CSV)")
      ->type_name("FILE");
  command
      ->add_option("--explain", a.explain,
                   "Explain the value of this feature in the first position")
      ->type_name("FEATURE");
  declare_output(*command, command->get_option("--output"),
                 [arguments] { return output_kind(*arguments); });
  declare_output(*command, command->get_option("--times"), FileKind::times);
  declare_output(*command, command->get_option("--position-times"), FileKind::times);
  a.run.progress.add_to(*command);
  command
      ->add_option("--emit", a.emit,
                   "Write the features as clauses, plan (both IR) or slices instead")
      ->check(one_of({"clauses", "plan", "slices"}))
      ->type_name("STAGE");
  a.pipeline.add_to(*command);
  command->group("Input", {"--position-form", "--malformed"});
  command->group("Limits and times", {"--seconds", "--times", "--position-times"});
  command->group("Output", {"--emit"});
  add_examples(*command,
               {"tesuji features --domain othello.pl --features f.pl --positions p.txt -o m.csv",
                "tesuji features --game connect-four.kif --features f.pl < states.txt",
                "tesuji features --domain d.pl --features f.pl --format=npz -o m.npz < p.txt",
                "tesuji features --domain d.pl --features f.pl --positions p.txt --explain=f2"});
  command->callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace tesuji::tools

// tesuji compile: compiles a game to a shared library, ahead of time.
#include "backend/plugins/make/compile_plugin.h"
#include "ir/text/text.h"
#include "tools/base/command.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/base/version.h"
#include "tools/options/example_option.h"
#include "tools/options/game_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

namespace {

struct Artefact {
  std::string_view name;
  driver::PluginForm form;
  FileKind kind;
};

constexpr std::array artefacts = {
    Artefact{"so", driver::PluginForm::library, FileKind::plugin},
    Artefact{"obj", driver::PluginForm::object, FileKind::object},
    Artefact{"asm", driver::PluginForm::assembly, FileKind::assembly},
    Artefact{"llvm", driver::PluginForm::llvm, FileKind::llvm},
    Artefact{"header", driver::PluginForm::header, FileKind::header},
};

const Artefact* find_artefact(std::string_view name) {
  const auto* found = std::find_if(artefacts.begin(), artefacts.end(),
                                   [&](const Artefact& one) { return one.name == name; });
  return found == artefacts.end() ? nullptr : found;
}

struct CompileArguments {
  std::string path;
  std::string output;
  std::string engine = "auto";
  std::optional<std::uint64_t> ground_steps;
  std::vector<std::string> emit{"so"};
  std::optional<frontend::Syntax> syntax;
  driver::PluginOptions plugin;
  OrderingFlags ordering;
  InvariantsOption invariants;
  PipelineFlags pipeline;
  ProgressFlags progress;
};

/// Returns the path of an artefact: next to the others, with its own extension, unless it is the
/// only one.
std::string path_of(const Artefact& artefact, const CompileArguments& arguments) {
  const bool named = !arguments.output.empty();
  if (named && arguments.emit.size() == 1) return arguments.output;
  const std::string base = named                    ? arguments.output
                           : arguments.path == "-"  ? std::string("game")
                           : arguments.path.empty() ? arguments.plugin.features.domains.front()
                                                    : arguments.path;
  std::filesystem::path path =
      named ? std::filesystem::path(base) : std::filesystem::path(base).filename();
  return path.replace_extension(driver::format_of(artefact.kind).extensions().front()).string();
}

/// Returns the files to write.
std::vector<Output> outputs_of(const CompileArguments& arguments) {
  std::vector<Output> outputs;
  if (arguments.path.empty() && arguments.plugin.features.domains.empty()) return outputs;
  for (const std::string& name : arguments.emit) {
    const Artefact& artefact = *find_artefact(name);
    const std::string path = arguments.output == "-" ? "-" : path_of(artefact, arguments);
    outputs.push_back({path, "--emit=" + name, artefact.kind});
  }
  return outputs;
}

int run_compile(CompileArguments& arguments) {
  const driver::FeatureSources& features = arguments.plugin.features;
  if (arguments.path.empty() && (features.features.empty() || features.domains.empty())) {
    print_error("name a GAME, or --domain with --features");
    return exit_usage;
  }
  if (arguments.path.empty() && arguments.plugin.batch) {
    print_error("--batch is for a GAME");
    return exit_usage;
  }
  if (features.features.empty() && !features.domains.empty()) {
    print_error("--domain is for --features");
    return exit_usage;
  }
  // Nets cannot count features.
  if (!features.features.empty() && arguments.engine == "auto") arguments.engine = "jit";
  const auto& emit = arguments.emit;
  if (!arguments.plugin.symbol.empty() &&
      std::find(emit.begin(), emit.end(), "obj") == emit.end()) {
    print_error("--symbol is for --emit=obj");
    return exit_usage;
  }
  if (arguments.path == "-" && arguments.plugin.strategy == "-") {
    print_error("standard input is one file: game or strategy");
    return exit_usage;
  }
  driver::Session session;
  session.syntax = arguments.syntax;
  driver::Options options;
  options.engine = engine_named(arguments.engine);
  options.ground_steps = arguments.ground_steps;
  arguments.plugin.compiler = version_text();
  std::vector<driver::PluginForm> forms;
  for (const std::string& name : arguments.emit) forms.push_back(find_artefact(name)->form);
  bool written = false;
  std::optional<ProgressLine> progress(std::in_place, "compile", arguments.progress);
  arguments.plugin.progress = [&](const std::string& what) { progress->begin(what); };
  auto ordering = arguments.ordering.load(session);
  if (ordering && arguments.invariants.read(arguments.path, options, session)) {
    options.pipeline = arguments.pipeline.make();
    options.pipeline.ordering = std::move(*ordering);
    const auto files =
        driver::compile_plugin(arguments.path, options, arguments.plugin, forms, session);
    written = files.has_value();
    for (std::size_t i = 0; written && i < files->size(); ++i) {
      written = write_output(path_of(*find_artefact(arguments.emit[i]), arguments), (*files)[i],
                             session.diagnostics);
    }
  }
  progress.reset();
  arguments.pipeline.finish();
  print_diagnostics(session.diagnostics);
  if (written) return exit_ok;
  return exit_code_of(session.diagnostics, driver::is_ir_path(arguments.path));
}

std::string check_processor(const std::string& name) {
  const std::vector<std::string> names = driver::plugin_processors();
  if (name == "native" || std::binary_search(names.begin(), names.end(), name)) return {};
  const std::string near = ir::nearest_name(name, names);
  return "unknown processor `" + name + "`" +
         (near.empty() ? "; " + std::string(driver::plugin_cpu) + " and native are two"
                       : "; did you mean `" + near + "`?");
}

std::string check_symbol(const std::string& name) {
  const auto plain = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  const bool good = std::all_of(name.begin(), name.end(), plain) && !name.empty() &&
                    std::isdigit(static_cast<unsigned char>(name.front())) == 0;
  return good ? "" : "`" + name + "` is not a C identifier";
}

}  // namespace

void add_compile_command(Command& app, Action& action) {
  Command* command = app.add_subcommand(
      "compile",
      "Compile a game to a shared library with a C interface\n"
      "Commands that play accept a plugin as GAME; other programs need only tesuji/plugin.h "
      "(docs/engines/plugins.md).");
  auto arguments = std::make_shared<CompileArguments>();
  or_example(command->add_option(
      "GAME", arguments->path,
      "Rulesheet (.kif, .gdl) or IR text (.tir); may be left out with --domain"));
  command
      ->add_option("-o,--output", arguments->output,
                   "Write to this file (default: GAME's name in the current folder)")
      ->type_name("FILE");
  command
      ->add_option("--features", arguments->plugin.features.features,
                   "Add these logical features (.pl) to the plugin")
      ->type_name("FILE");
  command
      ->add_option("--domain", arguments->plugin.features.domains,
                   "Domain theory (.pl) of the features; without GAME, of their positions")
      ->type_name("FILE");
  command
      ->add_option("--strategy", arguments->plugin.strategy,
                   "Add this strategy (.pl) to the plugin")
      ->type_name("FILE");
  command->add_flag("--batch", arguments->plugin.batch,
                    "Add code that plays up to 512 random games at a time");
  command
      ->add_flag("--gpu", arguments->plugin.gpu,
                 "--batch: add kernels that play millions at a time on a GPU")
      ->needs(command->get_option("--batch"));
  command
      ->add_option("--engine", arguments->engine,
                   "Code of jit (matchers), net-jit (a net), or auto (measured fastest)")
      ->check(one_of({"jit", "net-jit", "auto"}))
      ->type_name("ENGINE")
      ->capture_default_str();
  arguments->invariants.add_to(*command);
  add_ground_steps_option(*command, arguments->ground_steps);
  command
      ->add_option("--target-cpu", arguments->plugin.cpu,
                   "native (this machine), x86-64-v3, or another that LLVM knows")
      ->check(check_processor)
      ->type_name("CPU")
      ->capture_default_str();
  command
      ->add_option("--emit", arguments->emit,
                   "so (plugin), obj, asm, llvm or header (C); several with commas")
      ->check(one_of({"so", "obj", "asm", "llvm", "header"}))
      ->delimiter(',')
      ->type_name("KIND")
      ->default_str("so");
  command
      ->add_option("--linker", arguments->plugin.linker,
                   "Linker (default: ld.lld-19, ld.lld or ld)")
      ->type_name("PROGRAM");
  command
      ->add_option("--symbol", arguments->plugin.symbol,
                   "--emit=obj: name of the one symbol (default: tesuji_plugin)")
      ->check(check_symbol)
      ->type_name("NAME");
  arguments->progress.add_to(*command);
  add_syntax_option(*command, arguments->syntax);
  arguments->ordering.add_to(*command);
  arguments->pipeline.add_to(*command);
  declare_outputs(*command, {command->get_option("--output")},
                  [arguments] { return outputs_of(*arguments); });
  command->group("Game and engine", {"--syntax", "--invariants", "--max-ground-steps"});
  command->group("On a GPU", {"--gpu"});
  command->group("Linking", {"--linker", "--symbol"});
  add_examples(*command, {"tesuji compile breakthrough.kif -o breakthrough.so",
                          "tesuji simulate breakthrough.so --play-seconds=1",
                          "tesuji compile hexapawn3.kif --strategy hexapawn3.pl",
                          "tesuji compile --batch connect-four.kif -o connect-four.so",
                          "tesuji compile chess.kif --engine=jit --target-cpu=native",
                          "tesuji compile nim.gdl --emit=so,header -o nim.so"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_compile(*arguments); }; });
}

}  // namespace tesuji::tools

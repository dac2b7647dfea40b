// tesuji opt: runs named passes over IR text.
#include "ir/text/text.h"
#include "passes/core/pipeline.h"
#include "passes/manager/pipelines.h"
#include "tools/base/command.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/options/game_options.h"

#include <fmt/core.h>

#include <memory>
#include <optional>

namespace tesuji::tools {

namespace {

/// Stands for the passes of a pipeline.
constexpr std::string_view default_passes = "default";

struct OptArguments {
  std::string path;
  std::vector<std::string> passes{std::string(default_passes)};
  bool places = true;
  std::string output;
  OrderingFlags ordering;
  PipelineFlags pipeline;
};

/// Returns the passes to run, in order.
std::vector<std::string_view> names_of_passes(const std::vector<std::string>& wanted,
                                              const ir::Module& module) {
  std::vector<std::string_view> names;
  for (const std::string& name : wanted) {
    if (name != default_passes) {
      names.emplace_back(name);
      continue;
    }
    const auto pipeline = passes::pipeline_for(module);
    names.insert(names.end(), pipeline.begin(), pipeline.end());
  }
  return names;
}

/// A file that is not IR text is usually a rulesheet.
void refuse_rulesheet(const std::string& path, driver::Session& session) {
  session.diagnostics.error(
      {}, "usage",
      fmt::format("{0} is not IR text, which begins with `tir 2`. If it is a rulesheet: `tesuji "
                  "dump --emit=clauses {0} | tesuji opt -`",
                  path));
}

int run_opt(OptArguments& arguments) {
  driver::Session session;
  std::optional<ir::Module> module;
  if (driver::is_ir_path(arguments.path)) {
    module = driver::load_ir(arguments.path, session);
  } else if (driver::read_file(arguments.path, session)) {
    refuse_rulesheet(arguments.path, session);
  }
  if (!module) {
    print_diagnostics(session.diagnostics);
    return exit_code_of(session.diagnostics, true);
  }
  const std::vector<std::string_view> names = names_of_passes(arguments.passes, *module);
  const auto ordering = arguments.ordering.load(session);
  bool ran = false;
  if (ordering) {
    if (!arguments.places) arguments.pipeline.omit_places();
    passes::PipelineOptions options = arguments.pipeline.make();
    options.ordering = *ordering;
    ran = driver::run_passes(*module, names, options, session);
  }
  arguments.pipeline.finish();
  const bool written =
      ran && write_output(arguments.output,
                          ir::print(*module, arguments.places ? ir::PrintedPlaces::all
                                                              : ir::PrintedPlaces::none),
                          session.diagnostics);
  print_diagnostics(session.diagnostics);
  return written ? static_cast<int>(exit_ok) : exit_code_of(session.diagnostics);
}

std::string list_of_passes() {
  const auto line = [](std::string_view name, std::string_view summary) {
    return fmt::format("\n  {:<22}{}", name, summary);
  };
  std::string text =
      "Passes:" + line(default_passes,
                       "the pipeline: from clauses to plans; for agendas that of production rules");
  for (const passes::Pass& pass : passes::all_passes()) text += line(pass.name, pass.summary);
  return text;
}

}  // namespace

void add_opt_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("opt", "Run passes over IR text");
  auto arguments = std::make_shared<OptArguments>();
  command->add_option("FILE", arguments->path, "IR text; - is standard input")->required();
  command
      ->add_option("--passes", arguments->passes,
                   "Passes to run, in order; fixpoint(PASS,..) repeats passes")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check([](const std::string& name) {
        return name == default_passes ? std::string() : check_pass_name(passes::pass_in(name));
      })
      ->type_name("PASS,...")
      ->default_str("default");
  command->add_flag("!--no-places", arguments->places, "Omit source places (`at FILE:...`)");
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the IR to this file (default: standard output)")
      ->type_name("FILE");
  arguments->ordering.add_to(*command);
  arguments->pipeline.add_to(*command);
  declare_output(*command, command->get_option("--output"), FileKind::ir);
  add_examples(
      *command,
      {"tesuji opt --passes=split-by-constant,stratify,infer-domains game.tir",
       "tesuji dump --emit=clauses game.kif | tesuji opt --print-changed=diff - -o game.tir",
       "tesuji dump --emit=clauses game.kif | tesuji opt --passes=default - | tesuji perft - 3"});
  command->footer(command->get_footer() + "\n\n" + list_of_passes());
  command->callback([arguments, &action] { action = [arguments] { return run_opt(*arguments); }; });
}

}  // namespace tesuji::tools

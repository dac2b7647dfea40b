// tesuji opt: runs named passes over IR text.
#include "ir/text.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/output_file.h"
#include "tools/outputs.h"

#include <fmt/core.h>

#include <memory>

namespace tesuji::tools {

namespace {

struct OptArguments {
  std::string path;
  std::vector<std::string> passes;
  std::string output;
  OrderingFlags ordering;
  PipelineFlags pipeline;
};

int run_opt(OptArguments& arguments) {
  driver::Session session;
  auto module = driver::load_ir(arguments.path, session);
  if (!module) {
    print_diagnostics(session.diagnostics);
    return exit_code_of(session.diagnostics, true);
  }
  const std::vector<std::string_view> names(arguments.passes.begin(), arguments.passes.end());
  const auto ordering = arguments.ordering.load(session);
  bool ran = false;
  if (ordering) {
    passes::PipelineOptions options = arguments.pipeline.make();
    options.ordering = *ordering;
    ran = driver::run_passes(*module, names, options, session);
  }
  arguments.pipeline.finish();
  const bool written =
      ran && write_output(arguments.output, ir::print(*module), session.diagnostics);
  print_diagnostics(session.diagnostics);
  return written ? static_cast<int>(exit_ok) : exit_code_of(session.diagnostics);
}

std::string list_of_passes() {
  std::string text = "Passes:";
  for (const passes::Pass& pass : passes::all_passes()) {
    text += fmt::format("\n  {:<24}{}", pass.name, pass.summary);
  }
  return text;
}

}  // namespace

void add_opt_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("opt", "Run passes over IR text");
  auto arguments = std::make_shared<OptArguments>();
  command->add_option("FILE", arguments->path, "IR text; - is standard input")->required();
  command->add_option("--passes", arguments->passes, "Passes to run, in order")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check([](const std::string& name) {
        return passes::find_pass(name) != nullptr ? std::string()
                                                  : "there is no pass `" + name + "`";
      })
      ->type_name("PASS,...");
  command->add_option("-o,--output", arguments->output, "Write to this file, whole or not at all")
      ->type_name("FILE");
  arguments->ordering.add_to(*command);
  arguments->pipeline.add_to(*command);
  declare_output(*command, command->get_option("--output"), FileKind::ir);
  add_examples(*command, {"tesuji opt --passes=infer-domains game.tir",
                          "tesuji dump --emit=clauses game.kif | tesuji opt --print-changed -"});
  command->footer(command->get_footer() + "\n" + list_of_passes());
  command->callback([arguments, &action] { action = [arguments] { return run_opt(*arguments); }; });
}

}  // namespace tesuji::tools

// tesuji check: diagnostics for rulesheets, strategies and IR text.
#include "backend/driver/strategy.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

namespace tesuji::tools {

namespace {

struct CheckArguments {
  std::vector<std::string> paths;
  std::optional<frontend::Syntax> syntax;
  PipelineFlags pipeline;
  bool json = false;
};

/// What is found goes to the session's diagnostics.
void check_file(const std::string& path, CheckArguments& arguments, driver::Session& session) {
  if (driver::is_strategy_path(path)) {
    static_cast<void>(driver::load_strategy(path, session));
    return;
  }
  driver::Options options;
  options.pipeline = arguments.pipeline.make();
  static_cast<void>(driver::load_module(path, options, session));
}

/// The most serious of several exit codes: a bug before wrong input before a limit.
int worse(int left, int right) {
  const auto rank = [](int code) {
    return code == exit_bug ? 3 : code == exit_input ? 2 : code == exit_limit ? 1 : 0;
  };
  return rank(right) > rank(left) ? right : left;
}

int run_check(CheckArguments& arguments) {
  int code = exit_ok;
  Json files = Json::array();
  for (const std::string& path : arguments.paths) {
    driver::Session session;
    session.syntax = arguments.syntax;
    check_file(path, arguments, session);
    code = worse(code, exit_code_of(session.diagnostics, driver::is_ir_path(path)));
    if (arguments.json) {
      files.push_back({{"file", path},
                       {"ok", !session.diagnostics.has_errors()},
                       {"diagnostics", to_json(session.diagnostics)}});
    } else {
      print_diagnostics(session.diagnostics);
      if (!session.diagnostics.has_errors()) fmt::print("{}: ok\n", path);
    }
  }
  arguments.pipeline.finish();
  if (arguments.json) print_json({{"files", std::move(files)}});
  return code;
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("check", "Look for faults in rulesheets and strategies");
  auto arguments = std::make_shared<CheckArguments>();
  command
      ->add_option("FILE", arguments->paths, "Rulesheets (.kif, .gdl), strategies (.pl), IR (.tir)")
      ->required();
  add_syntax_option(*command, arguments->syntax);
  add_json_flag(*command, arguments->json);
  arguments->pipeline.add_to(*command);
  add_examples(*command, {"tesuji check examples/*.kif", "tesuji check --json noughts.pl"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_check(*arguments); }; });
}

}  // namespace tesuji::tools

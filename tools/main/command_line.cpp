// Builds and runs the whole command line: subcommands in groups.
#include "tools/base/command.h"
#include "tools/base/component.h"
#include "tools/base/interrupt.h"
#include "tools/base/version.h"
#include "tools/options/cache_options.h"
#include "tools/options/help_formatter.h"
#include "tools/options/run_arguments.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

namespace {

/// Converts `help play` to `play --help`, as other programs do.
void say_help_as_option(const CLI::App& app, std::vector<char*>& arguments) {
  static char option[] = "--help";
  if (arguments.size() < 2 || std::string_view(arguments[1]) != "help") return;
  arguments.erase(arguments.begin() + 1);
  // A misspelt name after it is reported as usual.
  const auto is_named = [&](const CLI::App* below) { return below->get_name() == arguments[1]; };
  const bool known = arguments.size() == 1 || !app.get_subcommands(is_named).empty();
  if (known) arguments.push_back(option);
}

/// Registers only the subcommand `wanted`, since registering all takes milliseconds; registers all
/// if it is unknown or reads the others.
void add_commands(Command& root, Action& action, std::string_view wanted) {
  const auto named = std::ranges::find(commands(), wanted, &NamedCommand::name);
  if (named != commands().end() && !named->needs_others) {
    named->add(root, action);
    return;
  }
  for (const NamedCommand& command : commands()) command.add(root, action);
}

/// Returns what --version prints.
std::string version_and_components() {
  const std::string left_out = left_out_text();
  return version_text() + (left_out.empty() ? "" : "\nleft out: " + left_out);
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("tesuji compiles learned logic rules and game rulesheets to native code.", "tesuji");
  app.require_subcommand(1);
  app.formatter(help_formatter());
  app.set_help_all_flag("--help-all", "Print all options and exit");
  Command root(app);
  app.set_version_flag("--version", version_and_components);
  app.footer(
      std::string(about_other_commands()) +
      "Exit codes: 0 fine, 1 the input is wrong, 2 usage, 3 a limit was reached, 70 a bug of "
      "tesuji.\nEvery subcommand has its own --help with examples.");
  Action action;
  add_commands(root, action, argc > 1 ? argv[1] : "");
  std::vector<char*> arguments(argv, argv + argc);
  say_help_as_option(app, arguments);
  if (const std::string left_out = about_left_out(arguments.size() > 1 ? arguments[1] : "");
      !left_out.empty()) {
    fmt::print(stderr, "tesuji: error: {}\n", left_out);
    return exit_usage;
  }
  return run_arguments(app, arguments, about_other_commands(), action);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  // Makes exceeding the limit of a file's size a write error instead of killing the process.
  std::signal(SIGXFSZ, SIG_IGN);
  end_at_interrupts();
  int code = guarded([&] { return parse_and_run(argc, argv); });
  report_caches();
  // The contents of the buffer may not fit on the disk.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    fmt::print(stderr, "tesuji: error: cannot write to standard output: {}\n",
               std::strerror(errno));
    if (code == exit_ok) code = exit_input;
  }
  return code;
}

}  // namespace tesuji::tools

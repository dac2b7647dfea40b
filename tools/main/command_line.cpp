// Builds and runs the whole command line: subcommands in groups.
#include "backend/on_demand/no_code_generator.h"
#include "backend/reference/prover.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/state_space.h"
#include "tools/base/command.h"
#include "tools/base/component.h"
#include "tools/base/interrupt.h"
#include "tools/base/outputs.h"
#include "tools/base/version.h"
#include "tools/options/cache_options.h"
#include "tools/options/help_formatter.h"
#include "tools/options/wrong_arguments.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
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
  try {
    refuse_empty_values(argc, argv);
    app.parse(static_cast<int>(arguments.size()), arguments.data());
    for (const CLI::App* command : app.get_subcommands()) refuse_empty_values(*command);
  } catch (const CLI::ParseError& error) {
    const bool wrong = error.get_exit_code() != 0;
    if (const std::string unknown = explain_unknown_arguments(app); wrong && !unknown.empty()) {
      fmt::print(stderr, "{}{}Run with --help for more information.\n", unknown,
                 about_other_commands());
      return exit_usage;
    }
    return app.exit(error) == 0 ? exit_ok : exit_usage;
  }
  for (const CLI::App* command : app.get_subcommands()) {
    if (const int code = check_outputs(*command); code != exit_ok) return code;
  }
  return action();
}

}  // namespace

int run_command_line(int argc, char** argv) {
  // Makes exceeding the limit of a file's size a write error instead of killing the process.
  std::signal(SIGXFSZ, SIG_IGN);
  end_at_interrupts();
  int code = exit_bug;
  try {
    code = parse_and_run(argc, argv);
  } catch (const runtime::LimitReached& error) {
    fmt::print(stderr, "tesuji: error: a limit was reached: {}\n", error.what());
    code = exit_limit;
  } catch (const runtime::Stopped& error) {
    fmt::print(stderr, "tesuji: error: {}\n", error.what());
    code = exit_limit;
  } catch (const reference::ReasoningError& error) {
    fmt::print(stderr, "tesuji: error: {}: {}\n", error.code(), error.what());
    code = exit_input;
  } catch (const on_demand::NoCodeGenerator& error) {
    fmt::print(stderr, "tesuji: error: {}\n", error.what());
    code = exit_input;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "tesuji: error: a limit was reached: out of memory\n");
    code = exit_limit;
  } catch (const std::length_error&) {
    // A count on the command line exceeds any memory.
    fmt::print(stderr,
               "tesuji: error: a limit was reached: a number is too large for the memory\n");
    code = exit_limit;
  } catch (const std::system_error& error) {
    // Threads, memory maps: whatever the system refuses is a limit. Failure to print is reported
    // below.
    code = exit_input;
    if (std::ferror(stdout) == 0) {
      fmt::print(stderr, "tesuji: error: a limit was reached: {}\n", error.what());
      code = exit_limit;
    }
  } catch (const std::exception& error) {
    fmt::print(stderr,
               "tesuji: internal error: {}\n"
               "This is a bug of tesuji, not of your input; please report it with the command "
               "line and the files.\n",
               error.what());
  }
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

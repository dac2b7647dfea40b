// Builds and runs the whole command line: subcommands in groups.
#include "tools/base/command.h"
#include "tools/base/component.h"
#include "tools/base/interrupt.h"
#include "tools/base/messages.h"
#include "tools/base/terminal.h"
#include "tools/base/version.h"
#include "tools/main/first_steps.h"
#include "tools/main/help_topics.h"
#include "tools/options/cache_options.h"
#include "tools/options/help_formatter.h"
#include "tools/options/run_arguments.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
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

/// Prints help on the topic of `help TOPIC`; returns false if the words ask for something else.
bool print_topic(const CLI::App& app, int argc, char** argv) {
  if (argc != 3 || std::string_view(argv[1]) != "help") return false;
  const auto is_named = [&](const CLI::App* below) { return below->get_name() == argv[2]; };
  if (!app.get_subcommands(is_named).empty()) return false;
  const std::optional<std::string> page = help_on(argv[2]);
  if (page) fmt::print("{}", *page);
  return page.has_value();
}

/// Returns how the command line calls this program: by its name alone, or by a path.
std::string program_of(int argc, char** argv) {
  const std::string name = argc > 0 ? argv[0] : "";
  return name.find('/') == std::string::npos ? "tesuji" : name;
}

bool names_command(std::string_view word) {
  return std::ranges::find(commands(), word, &NamedCommand::name) != commands().end();
}

/// Gives every subcommand that runs the option --color.
void add_color_option(CLI::App& command) {
  std::vector<CLI::App*> below = command.get_subcommands([](CLI::App*) { return true; });
  for (CLI::App* one : below) add_color_option(*one);
  if (!below.empty()) return;
  command
      .add_option_function<std::string>("--color", choose_color,
                                        "Colours: auto (on a terminal), always or never")
      ->check(CLI::IsMember(std::vector<std::string>(color_choices.begin(), color_choices.end())))
      ->type_name("WHEN")
      ->default_str("auto")
      ->group("Output");
}

/// Returns what may stand where a subcommand may, besides these: after `help`, its topics.
std::vector<std::string> words_beside(std::string_view first) {
  if (first == "help") return help_words();
  return {"help"};
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
  if (argc <= 1) {
    fmt::print(stderr, "{}", first_steps(program_of(argc, argv)));
    return exit_usage;
  }
  if (argc == 2 && !names_command(argv[1]) && means_file(argv[1])) {
    return explain_file(program_of(argc, argv), argv[1]);
  }
  CLI::App app("tesuji compiles rules of games, written in logic, to native code.", "tesuji");
  app.require_subcommand(1);
  app.formatter(help_formatter());
  app.set_help_all_flag("--help-all", "Print all options and exit");
  Command root(app);
  app.set_version_flag("--version", version_and_components);
  app.footer(
      std::string(about_other_commands()) +
      "Help on one of them, with examples: tesuji help COMMAND.\nOther topics: " + topic_names() +
      ".\nExit codes: 0 fine, 1 the input is wrong, 2 usage, 3 a limit was reached, 70 a bug of "
      "tesuji.");
  Action action;
  add_commands(root, action, argv[1]);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
    add_color_option(*command);
  }
  if (print_topic(app, argc, argv)) return exit_ok;
  std::vector<char*> arguments(argv, argv + argc);
  say_help_as_option(app, arguments);
  if (const std::string left_out = about_left_out(arguments.size() > 1 ? arguments[1] : "");
      !left_out.empty()) {
    print_error(left_out);
    return exit_usage;
  }
  return run_arguments(app, arguments, {std::string(about_other_commands()), words_beside(argv[1])},
                       action);
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
    print_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    if (code == exit_ok) code = exit_input;
  }
  return code;
}

}  // namespace tesuji::tools

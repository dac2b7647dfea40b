#include "tools/options/run_arguments.h"

#include "backend/on_demand/no_code_generator.h"
#include "backend/reference/prover.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/state_space.h"
#include "tools/base/messages.h"
#include "tools/base/next_run.h"
#include "tools/base/outputs.h"
#include "tools/options/wrong_arguments.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tesuji::tools {

namespace {

/// Returns the subcommands that were reached, from the first to the last.
std::vector<const CLI::App*> commands_reached(const CLI::App& app) {
  std::vector<const CLI::App*> reached;
  for (auto below = app.get_subcommands(); !below.empty(); below = below.back()->get_subcommands())
    reached.push_back(below.back());
  return reached;
}

/// Returns the line after a wrong command line: where help is.
std::string where_help_is(const CLI::App& app) {
  std::string name = "tesuji";
  for (const CLI::App* command : commands_reached(app)) name += " " + command->get_name();
  return fmt::format("Help: {} --help\n", name);
}

/// Returns what is wrong, where CLI11's own words are hard to read.
std::string fault_text(const CLI::App& app, const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string required = ": 1 required ";
  const std::string missing = " missing";
  if (const auto at = text.find(required); at != std::string::npos && text.ends_with(missing)) {
    const std::size_t begin = at + required.size();
    return fmt::format("{}: the value {} is missing", text.substr(0, at),
                       text.substr(begin, text.size() - missing.size() - begin));
  }
  const std::vector<const CLI::App*> reached = commands_reached(app);
  if (text != "A subcommand is required" || reached.empty()) return text;
  std::vector<std::string> names;
  for (const CLI::App* below :
       reached.back()->get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(below->get_name());
  return fmt::format("`{}` needs one of these after it: {}", reached.back()->get_name(),
                     fmt::join(names, ", "));
}

}  // namespace

int run_arguments(CLI::App& app, const std::vector<char*>& arguments, const ElsewhereNamed& named,
                  const Action& action) {
  try {
    const int count = static_cast<int>(arguments.size());
    refuse_empty_values(count, arguments.data());
    app.parse(count, arguments.data());
    for (const CLI::App* command : app.get_subcommands()) refuse_empty_values(*command);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error) == 0 ? exit_ok : exit_usage;
    const std::vector<std::string> unknown = explain_unknown_arguments(app, named.words);
    for (const std::string& one : unknown) print_error(one);
    if (unknown.empty()) print_error(fault_text(app, error));
    fmt::print(stderr, "{}{}", named.others, where_help_is(app));
    return exit_usage;
  }
  for (const CLI::App* command : app.get_subcommands()) {
    if (const int code = check_outputs(*command); code != exit_ok) return code;
  }
  return action();
}

int run_subcommand(const std::string& name, std::vector<std::string> options,
                   const std::function<void(Command&)>& declare, const Action& action) {
  return guarded([&] {
    forget_outputs();  // an earlier command may have had the same address
    CLI::App app("", "tesuji");
    app.set_help_all_flag("--help-all", "Print all options and exit");  // messages name it
    Command root(app);
    declare(*root.add_subcommand(name, ""));
    std::string program = app.get_name();
    std::string chosen = name;
    std::vector<char*> arguments{program.data(), chosen.data()};
    for (std::string& option : options) arguments.push_back(option.data());
    return run_arguments(app, arguments, {}, action);
  });
}

int guarded(const std::function<int()>& run) {
  try {
    return run();
  } catch (const runtime::LimitReached& error) {
    print_error(fmt::format("a limit was reached: {}", error.what()));
    return exit_limit;
  } catch (const runtime::Stopped& error) {
    print_error(error.what());
    return exit_limit;
  } catch (const reference::ReasoningError& error) {
    print_error(fmt::format("{}: {}", error.code(), error.what()));
    return exit_input;
  } catch (const on_demand::NoCodeGenerator& error) {
    print_error(error.what());
    return exit_input;
  } catch (const std::bad_alloc&) {
    print_error("a limit was reached: out of memory");
    return exit_limit;
  } catch (const std::length_error&) {
    // A count on the command line exceeds any memory.
    print_error("a limit was reached: a number is too large for the memory");
    return exit_limit;
  } catch (const std::system_error& error) {
    // Threads, memory maps: whatever the system refuses is a limit. Failure to print is reported
    // by the caller.
    if (std::ferror(stdout) != 0) return exit_input;
    print_error(fmt::format("a limit was reached: {}", error.what()));
    return exit_limit;
  } catch (const std::exception& error) {
    fmt::print(stderr,
               "tesuji: internal error: {}\n"
               "This is a bug of tesuji, not of your input; please report it with the command "
               "line and the files.\n",
               error.what());
    return exit_bug;
  }
}

}  // namespace tesuji::tools

#include "tools/options/run_arguments.h"

#include "backend/on_demand/no_code_generator.h"
#include "backend/reference/prover.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/state_space.h"
#include "tools/base/next_run.h"
#include "tools/base/outputs.h"
#include "tools/options/wrong_arguments.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tesuji::tools {

int run_arguments(CLI::App& app, const std::vector<char*>& arguments, std::string_view others,
                  const Action& action) {
  try {
    const int count = static_cast<int>(arguments.size());
    refuse_empty_values(count, arguments.data());
    app.parse(count, arguments.data());
    for (const CLI::App* command : app.get_subcommands()) refuse_empty_values(*command);
  } catch (const CLI::ParseError& error) {
    const bool wrong = error.get_exit_code() != 0;
    if (const std::string unknown = explain_unknown_arguments(app); wrong && !unknown.empty()) {
      fmt::print(stderr, "{}{}Run with --help for more information.\n", unknown, others);
      return exit_usage;
    }
    return app.exit(error) == 0 ? exit_ok : exit_usage;
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
    fmt::print(stderr, "tesuji: error: a limit was reached: {}\n", error.what());
    return exit_limit;
  } catch (const runtime::Stopped& error) {
    fmt::print(stderr, "tesuji: error: {}\n", error.what());
    return exit_limit;
  } catch (const reference::ReasoningError& error) {
    fmt::print(stderr, "tesuji: error: {}: {}\n", error.code(), error.what());
    return exit_input;
  } catch (const on_demand::NoCodeGenerator& error) {
    fmt::print(stderr, "tesuji: error: {}\n", error.what());
    return exit_input;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "tesuji: error: a limit was reached: out of memory\n");
    return exit_limit;
  } catch (const std::length_error&) {
    // A count on the command line exceeds any memory.
    fmt::print(stderr,
               "tesuji: error: a limit was reached: a number is too large for the memory\n");
    return exit_limit;
  } catch (const std::system_error& error) {
    // Threads, memory maps: whatever the system refuses is a limit. Failure to print is reported
    // by the caller.
    if (std::ferror(stdout) != 0) return exit_input;
    fmt::print(stderr, "tesuji: error: a limit was reached: {}\n", error.what());
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

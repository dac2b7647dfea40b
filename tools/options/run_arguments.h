// Parses the arguments of a command and runs it; turns what goes wrong into messages and exit
// codes.
#pragma once

#include "tools/base/command.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tesuji::tools {

/// Names that `app` does not know, for messages about wrong arguments.
struct ElsewhereNamed {
  std::string others{};              ///< a line about subcommands that are elsewhere
  std::vector<std::string> words{};  ///< that may stand where a subcommand may
};

/// Parses the arguments, of which the first is the program's name, checks the outputs of the chosen
/// subcommand, and runs the action that it has set. Returns the exit code.
[[nodiscard]] int run_arguments(CLI::App& app, const std::vector<char*>& arguments,
                                const ElsewhereNamed& named, const Action& action);

/// Runs a subcommand with these options, in a process that runs others, too: `declare` adds its
/// options, `action` runs it. Prints what goes wrong; returns the exit code.
[[nodiscard]] int run_subcommand(const std::string& name, std::vector<std::string> options,
                                 const std::function<void(Command&)>& declare,
                                 const Action& action);

/// Returns what `run` returns; if it throws, prints the reason on standard error and returns the
/// exit code for it.
[[nodiscard]] int guarded(const std::function<int()>& run);

}  // namespace tesuji::tools

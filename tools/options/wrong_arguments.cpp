#include "tools/options/wrong_arguments.h"

#include "ir/core/diagnostics.h"
#include "tools/base/component.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace tesuji::tools {
namespace {

[[noreturn]] void refuse(const std::string& name) {
  throw CLI::ValidationError(name, "the value is empty");
}

}  // namespace

void refuse_empty_values(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--") return;
    if (argument.size() > 3 && argument.starts_with("--") &&
        argument.find('=') == argument.size() - 1) {
      refuse(std::string(argument.substr(0, argument.size() - 1)));
    }
  }
}

void refuse_empty_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    // A value that may be omitted may be empty.
    if (option->get_items_expected_min() == 0) continue;
    for (const std::string& value : option->results()) {
      if (value.empty()) refuse(option->get_name());
    }
  }
  for (const CLI::App* below : command.get_subcommands()) refuse_empty_values(*below);
}

namespace {

/// An option of a subcommand that has a new name.
struct Renamed {
  std::string_view command;
  std::string_view before;
  std::string_view now;
};

constexpr std::array renamed{
    Renamed{"check", "--play", "--playouts"},
    Renamed{"check", "--steps", "--max-steps"},
    Renamed{"induce", "--nodes", "--max-proof-steps"},
    Renamed{"learn", "--search-steps", "--max-proof-steps"},
    Renamed{"order", "--max-nodes", "--max-trials"},
    Renamed{"perft", "--budget", "--max-transitions"},
    Renamed{"play", "--matches", "--games"},
    Renamed{"play", "--steps", "--max-steps"},
    Renamed{"run", "--max-nodes", "--max-trials"},
    Renamed{"simulate", "--steps", "--max-steps"},
    Renamed{"verify", "--jobs", "--threads"},
    Renamed{"verify", "--states", "--attack-states"},
    Renamed{"verify", "--timeout", "--proof-seconds"},
    Renamed{"verify", "--total-timeout", "--seconds"},
};

/// What people look for under another name.
struct Wanted {
  std::string_view command;
  std::string_view option;
  std::string_view help;
};

constexpr std::array wanted{
    Wanted{"position", "--why", "--ask=strategy:FILE prints the clause behind a move"},
    Wanted{"position", "--moves",
           "the legal moves are printed anyway; --values=S adds their values"},
};

/// Another command's name, or a common one, for what a subcommand does under its own name.
struct Synonym {
  std::string_view command;  ///< empty: every command that has the option
  std::string_view given;
  std::string_view own;  ///< an option, or words
};

constexpr std::array synonyms{
    Synonym{"match", "--games", "--rounds"},
    Synonym{"match", "--simulations", "--players mcts:simulations=N"},
    Synonym{"match", "--quiet", "--no-progress"},
    Synonym{"match", "--summary", "--no-progress"},
    Synonym{"match", "--threads", "--players mcts:threads=N"},
    Synonym{"play", "--rounds", "--games"},
    Synonym{"play", "--parallel", "tesuji match --parallel"},
    Synonym{"play", "--opening", "tesuji match --opening"},
    Synonym{"position", "--player", "--ask"},
    Synonym{"position", "--players", "--ask"},
    Synonym{"regret", "--players", "--player"},
    Synonym{"", "--jobs", "--parallel"},
    Synonym{"", "--jobs", "--threads"},
    Synonym{"", "--parallel", "--jobs"},
    Synonym{"", "--parallel", "--threads"},
    Synonym{"", "--threads", "--parallel"},
    Synonym{"", "--threads", "--jobs"},
    Synonym{"", "--timeout", "--seconds"},
    Synonym{"", "--time-limit", "--seconds"},
    Synonym{"", "--out", "--output"},
};

/// The subcommand that was reached, and its name including those above it.
struct Reached {
  const CLI::App* command;
  std::string name;
};

Reached reached(const CLI::App& app) {
  Reached at{&app, app.get_name()};
  for (auto below = app.get_subcommands(); !below.empty(); below = at.command->get_subcommands()) {
    at.command = below.back();
    at.name += " " + at.command->get_name();
  }
  return at;
}

/// Returns `; did you mean `check`?`, or nothing. `dashes`: the prefix of all names.
std::string guess(std::string_view name, const std::vector<std::string>& known,
                  std::string_view dashes) {
  std::string nearest = ir::nearest_name(name, known);
  const auto begins = [&](const std::string& other) { return other.starts_with(name); };
  // An abbreviation matches regardless of distance, if it is unambiguous.
  if (nearest.empty() && !name.empty() && std::count_if(known.begin(), known.end(), begins) == 1) {
    nearest = *std::find_if(known.begin(), known.end(), begins);
  }
  return nearest.empty() ? "" : fmt::format("; did you mean `{}{}`?", dashes, nearest);
}

std::string about_option(const Reached& at, std::string_view given) {
  const std::string_view option = given.substr(0, given.find('='));
  for (const Renamed& one : renamed) {
    if (one.command == at.command->get_name() && one.before == option) {
      return fmt::format("`{}` is now `{}`", one.before, one.now);
    }
  }
  for (const Wanted& one : wanted) {
    if (one.command == at.command->get_name() && one.option == option) {
      return fmt::format("unknown option `{}`: {}", option, one.help);
    }
  }
  const std::string left_out = about_left_out(fmt::format("{} {}", at.command->get_name(), option));
  if (!left_out.empty()) return left_out;
  std::vector<std::string> known;
  for (const CLI::Option* other : at.command->get_options()) {
    for (const std::string& name : other->get_lnames()) known.push_back(name);
  }
  for (const Synonym& one : synonyms) {
    const bool fits = one.command.empty()
                          ? std::find(known.begin(), known.end(), one.own.substr(2)) != known.end()
                          : one.command == at.command->get_name();
    if (fits && one.given == option) {
      return fmt::format("unknown option `{}`; did you mean `{}`?", option, one.own);
    }
  }
  const std::string_view name =
      option.substr(std::min(option.find_first_not_of('-'), option.size()));
  return fmt::format("unknown option `{}`{}", option, guess(name, known, "--"));
}

std::string about_subcommand(const Reached& at, const std::string& given,
                             const std::vector<std::string>& words) {
  std::error_code error;
  const bool first = at.command->get_parent() == nullptr;
  if (first && std::filesystem::exists(given, error)) {
    return fmt::format("`{}` is a file: a command comes before it, as in `tesuji play {}`", given,
                       given);
  }
  std::vector<std::string> known;
  for (const CLI::App* below : at.command->get_subcommands([](const CLI::App*) { return true; })) {
    known.push_back(below->get_name());
  }
  if (first) known.insert(known.end(), words.begin(), words.end());
  return fmt::format("unknown subcommand `{}`{}", given, guess(given, known, ""));
}

}  // namespace

std::vector<std::string> explain_unknown_arguments(const CLI::App& app,
                                                   const std::vector<std::string>& words) {
  const Reached at = reached(app);
  const bool chooses = !at.command->get_subcommands([](const CLI::App*) { return true; }).empty();
  std::vector<std::string> messages;
  for (const std::string& argument : at.command->remaining()) {
    if (argument.size() > 1 && argument[0] == '-' && argument != "--") {
      messages.push_back(about_option(at, argument));
    } else if (chooses) {
      messages.push_back(about_subcommand(at, argument, words));
      break;  // what follows may belong to it
    }
  }
  return messages;
}

}  // namespace tesuji::tools

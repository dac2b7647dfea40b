// tesuji format: formats rulesheets in a standard layout.
#include "backend/driver/rulesheet/rulesheet.h"
#include "backend/driver/session.h"
#include "frontend/gdl/editing/format_rulesheet.h"
#include "tools/base/command.h"
#include "tools/base/output_file.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {
namespace {

struct FormatArguments {
  std::vector<std::string> paths;
  bool check = false;
  bool in_place = false;
};

/// Formats one file as the options require; sets `unformatted` if --check finds that it would
/// change.
int format_file(const std::string& path, const FormatArguments& arguments, bool& unformatted) {
  driver::Session session;
  bool done = false;
  if (const auto file = driver::read_rulesheet(path, session)) {
    const std::string& text = (*session.sources)[*file].text;
    if (const auto formatted = frontend::format_rulesheet(*file, session.diagnostics)) {
      const bool changes = *formatted != text;
      if (arguments.check) {
        if (changes) fmt::print("{}\n", path);
        unformatted = unformatted || changes;
        done = true;
      } else if (arguments.in_place) {
        done = !changes || write_output(path, *formatted, session.diagnostics);
      } else {
        done = write_output({}, *formatted, session.diagnostics);
      }
    }
  }
  print_diagnostics(session.diagnostics);
  return done ? static_cast<int>(exit_ok) : exit_code_of(session.diagnostics);
}

int run_format(const FormatArguments& arguments) {
  int code = exit_ok;
  bool unformatted = false;
  for (const std::string& path : arguments.paths) {
    code = worse_exit_code(code, format_file(path, arguments, unformatted));
  }
  return unformatted ? worse_exit_code(code, exit_input) : code;
}

}  // namespace

void add_format_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("format",
                         "Lay out rulesheets: one form for lines and indents\n"
                         "Comments and names stay as they are, and the game stays the same.");
  auto arguments = std::make_shared<FormatArguments>();
  command->add_option("FILE", arguments->paths, "Rulesheets (.kif, .gdl); - is standard input")
      ->required();
  Option* check = command->add_flag("--check", arguments->check,
                                    "Print the names of files that would change: exit code 1");
  command->add_flag("-i,--in-place", arguments->in_place, "Change the files")->excludes(check);
  add_examples(*command, {"tesuji format nim.kif", "tesuji format --in-place examples/*.kif",
                          "tesuji format --check examples/*.kif", "tesuji format - < nim.kif"});
  command->callback([arguments, &action] {
    const auto& paths = arguments->paths;
    if (arguments->in_place && std::find(paths.begin(), paths.end(), "-") != paths.end()) {
      throw UsageError("--in-place", "standard input cannot be changed");
    }
    action = [arguments] { return run_format(*arguments); };
  });
}

}  // namespace tesuji::tools

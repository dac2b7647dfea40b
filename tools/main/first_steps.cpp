#include "tools/main/first_steps.h"

#include "backend/driver/file_formats.h"
#include "backend/driver/games/plugin.h"
#include "backend/driver/load.h"
#include "backend/driver/rulesheet/bundled_examples.h"
#include "backend/rules/trial_game.h"
#include "runtime/host/game/game.h"
#include "tools/base/command.h"
#include "tools/base/messages.h"
#include "tools/base/report.h"
#include "tools/files/sheet_title.h"
#include "tools/reports/sheet_check.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

namespace fs = std::filesystem;

/// A command line to try, and what it does.
struct Step {
  std::string_view command;
  std::string arguments;  ///< including the file
  std::string_view what;
};

/// Returns the first `most` steps whose subcommands this program has, one line each.
std::string lines_of(const std::string& program, const std::vector<Step>& steps, std::size_t most) {
  std::vector<std::pair<std::string, std::string_view>> lines;
  std::size_t widest = 0;
  for (const Step& step : steps) {
    if (lines.size() == most) break;
    if (std::ranges::find(commands(), step.command, &NamedCommand::name) == commands().end()) {
      continue;
    }
    lines.emplace_back(fmt::format("{} {} {}", program, step.command, step.arguments), step.what);
    widest = std::max(widest, lines.back().first.size());
  }
  std::string text;
  for (const auto& [line, what] : lines) {
    text += fmt::format("  {:<{}}  # {}\n", line, widest, what);
  }
  return text;
}

/// Quotes a path for shells, if it needs quotes.
std::string shell_word(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char sign) {
    return std::isalnum(static_cast<unsigned char>(sign)) != 0 ||
           std::string_view("/._-+,@%").find(sign) != std::string_view::npos;
  });
  if (plain && !text.empty()) return text;
  std::string quoted = "'";
  for (const char sign : text) quoted += sign == '\'' ? "'\\''" : std::string(1, sign);
  return quoted + "'";
}

std::size_t count_of(ir::Severity severity, const ir::Diagnostics& diagnostics) {
  std::size_t count = 0;
  for (const ir::Diagnostic& one : diagnostics.all()) count += one.severity == severity ? 1 : 0;
  for (const ir::Diagnostics::Omitted& kind : diagnostics.omitted()) {
    if (kind.severity == severity) count += kind.count;
  }
  return count;
}

/// What decides which commands suit a game.
struct Shape {
  std::vector<std::string> players;  ///< roles without chance
  bool chance = false;
  bool hidden = false;  ///< players do not see all
  bool turns = true;    ///< one role at a time has a choice, as far as a few random games show
  bool small = false;   ///< all its states were seen in a moment
};

Shape shape_of(const runtime::Game& game, const runtime::PlayFindings* findings) {
  Shape shape;
  std::vector<bool> plays;
  for (const std::string& role : game.roles()) {
    plays.push_back(role != runtime::chance_role);
    if (plays.back()) shape.players.push_back(role);
  }
  shape.chance = shape.players.size() < plays.size();
  shape.hidden = game.has_percepts();
  if (findings == nullptr) return shape;
  shape.small = findings->states.has_value();
  for (const runtime::RecordedGame& recorded : findings->recorded) {
    for (const std::vector<bool>& choices : recorded.choices) {
      std::size_t choosing = 0;
      for (std::size_t role = 0; role < choices.size(); ++role) {
        choosing += choices[role] && plays[role] ? 1 : 0;
      }
      shape.turns = shape.turns && choosing <= 1;
    }
  }
  return shape;
}

std::string text_of(const Shape& shape) {
  const std::size_t count = shape.players.size();
  std::string text =
      count == 1 ? fmt::format("a game for one player, {}", shape.players.front())
                 : fmt::format("a game for {} players: {}", count, fmt::join(shape.players, ", "));
  if (count > 1) text += shape.turns ? "; they take turns" : "; they move at the same time";
  if (shape.chance) text += "; with chance";
  if (shape.hidden) text += "; players do not see everything";
  return text;
}

std::vector<Step> steps_for(const Shape& shape, const std::string& file) {
  const Step browse{"explore", file, "its board and rules, in the browser"};
  const Step random{"simulate", file + " --seconds=2", "random games: who wins, how long they are"};
  const Step prove{"verify", file, "what holds in every position"};
  const Step position{"position", file, "the first position and its moves"};
  const Step compile{"compile", file, "a library in native code, for programs"};
  const std::size_t count = shape.players.size();
  if (count == 1 && !shape.hidden && !shape.chance) {
    return {{"solve", file, "the best play"},
            {"play", file + " --players human", "play it yourself"},
            browse,
            prove,
            random,
            compile};
  }
  std::string players = "human";
  for (std::size_t role = 1; role < count; ++role) players += ",mcts";
  const Step play{"play", fmt::format("{} --players {}", file, players),
                  count == 1 ? "play it yourself" : "you against tree search"};
  if (count == 2 && shape.turns && !shape.hidden && !shape.chance && shape.small) {
    return {play,
            browse,
            {"solve", file, "what it is worth, and the best play"},
            prove,
            {"learn", file, "a strategy in clauses, learned by playing"},
            random,
            compile};
  }
  return {play, browse, random, prove, position, compile};
}

/// Explains a file that is not a game.
int explain_other(const std::string& program, const std::string& path) {
  for (const driver::FileFormat& format : driver::file_formats()) {
    if (format.readers.empty() || !driver::is_named_as(format.kind, path)) continue;
    std::string readers(format.readers);
    std::erase(readers, '`');
    fmt::print(
        "{}: {}, as its name says; read by {}\nHelp: {} help NAME, for one of these commands\n",
        path, format.name, readers, program);
    return exit_ok;
  }
  print_error(
      fmt::format("`{}` is not a kind of file that a command reads; `{} help files` lists "
                  "these",
                  path, program));
  return exit_usage;
}

}  // namespace

std::string first_steps(const std::string& program) {
  const bool bundled = !driver::bundled_examples().empty();
  const auto example = [&](const char* name) { return bundled ? name : "GAME.kif"; };
  const std::string four = example("connect-four");
  const std::string steps =
      lines_of(program,
               {{"play", four + " --players human,mcts", "you against tree search"},
                {"explore", four, "its board and rules, in the browser"},
                {"simulate", four + " --seconds=2", "random games, as fast as possible"},
                {"verify", example("hexapawn3"), "what holds in every position"},
                {"check", example("hexapawn3"), "is it a game?"},
                {"compile", four, "a library in native code"}},
               4);
  return fmt::format(
      "tesuji compiles rules of games, written in logic, to native code.\n\nFour things to "
      "try{}:\n{}"
      "\n{}"
      "`{} --help` lists all commands; `{} help play` explains one, `{} help games` lists games.\n",
      bundled ? "" : " with a rulesheet", steps,
      bundled ? fmt::format("Games are in {}.\n", driver::bundled_examples().string()) : "",
      program, program, program);
}

bool means_file(const std::string& argument) {
  if (argument.empty() || argument == "help" || argument.starts_with('-')) return false;
  std::error_code error;
  return fs::exists(argument, error) || argument.find_first_of("/.") != std::string::npos ||
         driver::path_of_game(argument) != argument;
}

int explain_file(const std::string& program, const std::string& argument) {
  const std::string path = driver::path_of_game(argument);
  const std::string word = shell_word(argument);
  std::error_code error;
  if (fs::is_directory(path, error)) {
    fmt::print("{}: a folder\n{}", path,
               lines_of(program,
                        {{"explore", word, "its rulesheets, in the browser"},
                         {"check", word + "/*.kif", "faults of its rulesheets"}},
                        2));
    return exit_ok;
  }
  driver::Session session;
  const bool plugin = driver::is_plugin(path);
  const bool other = fs::exists(path, error) && !plugin && !driver::is_ir_path(path) &&
                     !driver::is_named_as(driver::FileKind::rulesheet, path);
  if (other) return explain_other(program, path);
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto game = driver::load_game(path, options, session);
  std::optional<driver::TrialGame> trial;
  if (game && !plugin) {
    if (game->module != nullptr) trial = driver::play_trial(game->module);
    if (!driver::is_ir_path(path)) report_trial(game->module, true, session);
  }
  const std::size_t errors = count_of(ir::Severity::error, session.diagnostics);
  const std::size_t warnings = count_of(ir::Severity::warning, session.diagnostics);
  if (!game && session.sources->size() == 0) {  // cannot be read
    print_diagnostics(session.diagnostics);
    return exit_code_of(session.diagnostics);
  }
  const std::string title =
      session.sources->size() > 0 ? sheet_title((*session.sources)[0].text) : std::string();
  fmt::print("{}{}{}\n", fs::path(path).stem().string(), title.empty() ? "" : ": ", title);
  if (!game || errors > 0) {
    fmt::print("  not a game yet: `check` finds {}{}\n\n{}", counted(errors, "error"),
               warnings > 0 ? " and " + counted(warnings, "warning") : "",
               lines_of(program,
                        {{"check", word, "every fault, with its place"},
                         {"explore", word, "mend it in the browser"}},
                        2));
    return exit_code_of(session.diagnostics);
  }
  const Shape shape = shape_of(*game->game, trial ? &trial->findings : nullptr);
  fmt::print("  {}\n", text_of(shape));
  if (!plugin) {
    fmt::print("  `check` finds {}\n", warnings == 0 ? "no faults" : counted(warnings, "warning"));
  }
  std::vector<Step> steps = steps_for(shape, word);
  if (plugin) {
    std::erase_if(steps, [](const Step& step) {
      return step.command == "explore" || step.command == "verify" || step.command == "compile";
    });
    steps.push_back({"inspect", word, "what the plugin contains"});
  }
  if (warnings > 0) steps.insert(steps.begin(), {"check", word, "the warnings, with their places"});
  fmt::print("\n{}\n`{} --help` lists all commands.\n", lines_of(program, steps, 5), program);
  return exit_ok;
}

}  // namespace tesuji::tools

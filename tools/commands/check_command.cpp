// tesuji check: reports diagnostics for rulesheets, strategies and IR text.
#include "backend/driver/file_formats.h"
#include "backend/driver/games/ir_game.h"

#include "backend/driver/games/plugin.h"
#include "backend/reference/prover.h"
#include "backend/rules/production.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/playouts/play_findings.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/options/cache_options.h"
#include "tools/options/example_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/reports/sheet_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace tesuji::tools {

namespace {

struct CheckArguments {
  std::vector<std::string> paths;
  std::optional<frontend::Syntax> syntax;
  std::string engine = "tiers";
  std::optional<std::uint64_t> ground_steps;
  std::optional<std::uint64_t> playouts;  ///< nothing: a few games
  runtime::PlayoutOptions play;
  CacheOptions cache;
  OrderingFlags ordering;
  PipelineFlags pipeline;
  bool json = false;
  bool warnings_are_errors = false;
};

/// Plays random playouts of a game; returns their findings, null if the game could not be played to
/// the end (reported in the session's diagnostics).
Json check_play(const driver::LoadedGame& game, const std::string& path,
                const CheckArguments& arguments, driver::Session& session) {
  try {
    runtime::PlayoutOptions play = arguments.play;
    play.count = arguments.playouts.value_or(0);
    const runtime::PlayFindings findings =
        runtime::find_play_faults(*game.game, play, &watch_interrupts());
    report_findings(findings, game, true, session);
    if (!driver::is_plugin(path) && !driver::is_ir_path(path)) {
      report_lost_fluents(findings, session);
      report_unseen_goals(findings, game, session);
    }
    return to_json(findings, *game.game);
  } catch (const runtime::LimitReached& limit) {
    // Concerns the file as a whole, not a line.
    session.diagnostics.error({0, {0, 0}, {0, 0}}, "limit", limit.what());
  } catch (const reference::ReasoningError& error) {
    session.diagnostics.error(error.span(), error.code(), error.what());
  }
  return nullptr;
}

/// Returns the command that reads the file, if that is not `check`; else nothing.
std::string read_elsewhere(const std::string& path) {
  if (driver::is_rules_path(path)) return "production rules are read by `tesuji run`";
  if (driver::is_named_as(driver::FileKind::metarules, path)) {
    return "ordering metarules are read by `tesuji run --metarules FILE`, and for games by "
           "`tesuji check --metarules FILE GAME`";
  }
  return {};
}

/// The report on a file besides the session's diagnostics.
struct FileReport {
  Json play;             ///< null without --playouts
  std::string ir_scope;  ///< for IR text: which checks were made, and which were not; else empty
  std::string extent;    ///< how much was played, in words; empty: nothing
};

/// Checks that only the clauses of a rulesheet allow.
constexpr std::string_view not_looked_for =
    "not checked: warnings of rulesheets (rules that can never fire, misspelt names, lost fluents, "
    "..)";

std::string scope_of(std::string_view made) {
  return fmt::format("IR text, {}; {}", made, not_looked_for);
}

/// Checks IR text by itself; it need not be complete enough to run, nor be a game.
std::string check_ir(const std::string& path, const std::shared_ptr<ir::Module>& module, bool trial,
                     driver::Session& session) {
  if (!driver::check_ir_game(path, session)) return scope_of("verified; it belongs to no game");
  if (const auto reason = driver::why_not_played(*module)) {
    return scope_of("verified; not played: " + *reason);
  }
  if (!trial) return scope_of("verified; not played");
  const bool played = !session.diagnostics.has_errors() &&
                      driver::make_runnable(*module, path, session) &&
                      report_trial(module, false, session).has_value();
  return scope_of(played ? "verified and played" : "verified");
}

/// Adds findings to the session's diagnostics.
FileReport check_file(const std::string& path, CheckArguments& arguments,
                      driver::Session& session) {
  if (driver::is_strategy_path(path)) {
    static_cast<void>(driver::load_strategy(path, session));
    return {};
  }
  if (const std::string reader = read_elsewhere(path); !reader.empty()) {
    session.diagnostics.error({}, "usage", path + ": " + reader);
    return {};
  }
  driver::Options options;
  const auto ordering = arguments.ordering.load(session);
  if (!ordering) return {};
  options.pipeline = arguments.pipeline.make();
  options.pipeline.ordering = *ordering;
  options.engine = engine_named(arguments.engine);
  options.ground_steps = arguments.ground_steps;
  const bool asked = arguments.playouts.value_or(0) > 0;
  if (!asked && driver::is_plugin(path)) {
    static_cast<void>(driver::load_plugin(path, session));
    return {};
  }
  const bool trial = !arguments.playouts;
  if (!asked) {
    const auto module = driver::load_module(path, options, session);
    if (!module) return {};
    if (driver::is_ir_path(path)) return {nullptr, check_ir(path, module, trial, session), {}};
    const bool fits = module->level == ir::Level::plans && driver::fits(*module, session);
    FileReport report;
    if (fits && trial) report.extent = report_trial(module, true, session).value_or("");
    return report;
  }
  options.cache = arguments.cache.open(arguments.pipeline.times());
  const auto game = driver::load_game(path, options, session);
  if (!game) return {};
  FileReport report;
  if (driver::is_ir_path(path)) {
    static_cast<void>(driver::check_ir_game(path, session));
    report.ir_scope = scope_of("verified and played");
  }
  report.play = check_play(*game, path, arguments, session);
  if (!report.play.is_null()) {
    report.extent = counted(report.play["playouts"].get<std::uint64_t>(), "random game");
  }
  return report;
}

/// Includes those that are not shown.
std::size_t count_warnings(const ir::Diagnostics& diagnostics) {
  std::size_t count = 0;
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity == ir::Severity::warning) ++count;
  }
  for (const ir::Diagnostics::Omitted& kind : diagnostics.omitted()) {
    if (kind.severity == ir::Severity::warning) count += kind.count;
  }
  return count;
}

/// Whether a warning is about a fault in play, which --playouts reports as an error.
bool has_play_fault(const ir::Diagnostics& diagnostics) {
  using runtime::PlayFault;
  const auto is_fault = [](const ir::Diagnostic& diagnostic) {
    return std::ranges::any_of(std::array{PlayFault::no_legal, PlayFault::goal_missing,
                                          PlayFault::goal_several, PlayFault::goal_value},
                               [&](PlayFault fault) {
                                 return diagnostic.code == runtime::code_of(fault) &&
                                        !diagnostic.notes.empty();
                               });
  };
  return std::ranges::any_of(diagnostics.all(), [&](const ir::Diagnostic& diagnostic) {
    return diagnostic.severity == ir::Severity::warning && is_fault(diagnostic);
  });
}

void print_text(const std::string& path, const FileReport& report,
                const ir::Diagnostics& diagnostics, bool warnings_are_errors) {
  const Json& play = report.play;
  print_diagnostics(diagnostics);
  if (!play.is_null()) {
    fmt::print("{}: {}, {}, {} cut at the step limit\n", path,
               counted(play["playouts"].get<std::uint64_t>(), "playout"),
               counted(play["steps"].get<std::uint64_t>(), "joint move"),
               play["cut"].get<std::uint64_t>());
  }
  if (diagnostics.has_errors()) return;
  if (!report.ir_scope.empty()) fmt::print("{}: {}\n", path, report.ir_scope);
  const std::size_t warnings = count_warnings(diagnostics);
  if (warnings > 0) {
    fmt::print("{}: {}{}\n", path, counted(warnings, "warning"),
               warnings_are_errors           ? ", which count as errors (--werror)"
               : has_play_fault(diagnostics) ? "; with --playouts=N faults in play are errors"
                                             : "");
    return;
  }
  fmt::print("{}: ok{}\n", path, report.extent.empty() ? "" : " (" + report.extent + ")");
}

int run_check(CheckArguments& arguments) {
  int code = exit_ok;
  Json files = Json::array();
  for (const std::string& path : arguments.paths) {
    driver::Session session;
    session.syntax = arguments.syntax;
    FileReport report = check_file(path, arguments, session);
    const std::size_t warnings = count_warnings(session.diagnostics);
    const bool wrong = arguments.warnings_are_errors && warnings > 0;
    code = worse_exit_code(code, exit_code_of(session.diagnostics, driver::is_ir_path(path)));
    if (wrong) code = worse_exit_code(code, exit_input);
    if (arguments.json) {
      Json file{{"file", path},
                {"ok", !session.diagnostics.has_errors() && !wrong},
                {"warnings", warnings},
                {"diagnostics", to_json(session.diagnostics)}};
      if (!report.ir_scope.empty()) file["scope"] = report.ir_scope;
      if (!report.play.is_null()) file["play"] = std::move(report.play);
      files.push_back(std::move(file));
    } else {
      print_text(path, report, session.diagnostics, arguments.warnings_are_errors);
    }
  }
  arguments.pipeline.finish();
  if (arguments.json) print_json({{"files", std::move(files)}});
  return code;
}

}  // namespace

void add_check_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("check", "Report faults in rulesheets, strategies and IR text");
  auto arguments = std::make_shared<CheckArguments>();
  or_example(command->add_option("FILE", arguments->paths,
                                 "Rulesheets (.kif, .gdl), strategies (.pl) or IR text (.tir)"))
      ->required();
  add_syntax_option(*command, arguments->syntax);
  command
      ->add_option("--playouts", arguments->playouts,
                   "Play N random games, report faults in them; 0: none (default: a few)")
      ->check(natural_number)
      ->type_name("N");
  command->add_option("--seed", arguments->play.seed, "--playouts: seed of the random moves")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--max-steps", arguments->play.step_limit,
                   "--playouts: maximum number of joint moves of a game; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str();
  command->add_flag("--werror", arguments->warnings_are_errors,
                    "Treat warnings as errors: exit code 1");
  add_engine_option(*command, arguments->engine);
  add_ground_steps_option(*command, arguments->ground_steps);
  add_json_flag(*command, arguments->json);
  arguments->cache.add_to(*command);
  arguments->ordering.add_to(*command);
  arguments->pipeline.add_to(*command);
  command->group("Game and engine", {"--syntax", "--max-ground-steps"});
  add_examples(*command, {"tesuji check examples/*.kif", "tesuji check --json noughts.pl",
                          "tesuji check --playouts=1000 --seed=7 hexapawn3.kif"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_check(*arguments); }; });
}

}  // namespace tesuji::tools

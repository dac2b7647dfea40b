#include "tools/options/game_options.h"

#include "backend/driver/engines.h"
#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/plugin.h"
#include "backend/driver/games/tiers.h"
#include "backend/open/batch_game.h"
#include "backend/rules/production.h"
#include "ir/text/text.h"
#include "ir/text/text_diff.h"
#include "passes/core/pass.h"
#include "tools/base/messages.h"
#include "tools/base/outputs.h"
#include "tools/files/invariants_file.h"
#include "tools/files/move_lists.h"
#include "tools/options/choice_option.h"
#include "tools/options/example_option.h"
#include "tools/options/number_checks.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

namespace tesuji::tools {

void InvariantsOption::add_to(Command& command) {
  command
      .add_option("--invariants", file_,
                  "Invariants of `verify --save`: proved again, they make nets smaller")
      ->type_name("FILE");
}

bool InvariantsOption::read(const std::string& path, driver::Options& options,
                            driver::Session& session) {
  if (file_.empty()) return true;
  if (driver::is_plugin(path)) {
    session.diagnostics.error({}, "usage", "--invariants is for rulesheets, not for plugins");
    return false;
  }
  const driver::EngineInfo& engine = driver::info_of(options.engine);
  // With the default engine, only uses of the net besides play can use them: lanes, proofs.
  const bool has_nets = engine.form == driver::GameForm::net ||
                        engine.form == driver::GameForm::chosen ||
                        engine.engine == driver::Engine::tiers;
  if (!has_nets) {
    session.diagnostics.error({}, "usage", "--invariants is for nets; this engine has none");
    return false;
  }
  read_ = read_invariants_file(file_, session);
  options.invariants = read_;
  return read_ != nullptr;
}

std::string check_pass_name(std::string_view name, std::span<const passes::Pass> table) {
  std::vector<std::string> names;
  for (const passes::Pass& pass : table) {
    if (pass.name == name) return {};
    names.emplace_back(pass.name);
  }
  const std::string near = ir::nearest_name(std::string(name), names);
  // `opt` lists the passes over modules and nets; others fit into the message.
  const bool listed = table.data() == passes::all_passes().data();
  const std::string known =
      listed ? "see `tesuji opt --help-all`" : fmt::format("there are {}", fmt::join(names, ", "));
  return fmt::format("unknown pass `{}`", name) +
         (near.empty() ? " (" + known + ")" : "; did you mean `" + near + "`?");
}

namespace {

/// Printed warnings must not be printed again with later ones: the caller gets its session back
/// without any.
void forget_printed(driver::Session& session) {
  session.diagnostics = ir::Diagnostics(*session.sources);
}

}  // namespace

void PipelineFlags::add_to(Command& command) {
  const std::string group = "Compiler passes";
  command
      .add_option("--print-after", print_after_,
                  "Print the IR after this pass, or after every pass (all)")
      ->check([this](const std::string& name) {
        return name == "all" ? std::string() : check_pass_name(name, table_);
      })
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PASS")
      ->group(group);
  add_choice_flag<Changed>(command, "--print-changed", print_changed_,
                           {{"all", Changed::all}, {"diff", Changed::diff}},
                           "Print the IR after passes that change it (all), or the changes (diff)")
      ->type_name("FORM")
      ->group(group);
  command.add_option("--stop-after", stop_after_, "Stop the pipeline after this pass")
      ->check([this](const std::string& name) { return check_pass_name(name, table_); })
      ->type_name("PASS")
      ->group(group);
  command.add_option("--disable-pass", disabled_, "Leave this pass out")
      ->check([this](const std::string& name) { return check_pass_name(name, table_); })
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PASS")
      ->group(group);
  command.add_flag("--time-passes", time_passes_, "Print the time of each pass")->group(group);
  command.add_flag("--verify-each", verify_each_, "Verify the IR after each pass")->group(group);
}

passes::PipelineOptions PipelineFlags::make() {
  passes::PipelineOptions options;
  options.disabled = disabled_;
  options.stop_after = stop_after_;
  if (verify_each_) options.verify_each = true;
  if (!print_after_.empty() || print_changed_ != Changed::no || time_passes_) {
    options.after = [this](const passes::PassUnit& unit, const passes::PassTime& time) {
      const std::lock_guard lock(mutex_);
      after_pass(unit, time);
    };
  }
  if (time_passes_) {
    options.after_code = [this](std::chrono::nanoseconds time) {
      const std::lock_guard lock(mutex_);
      code_time_ = code_time_.value_or(std::chrono::nanoseconds{0}) + time;
    };
  }
  return options;
}

void PipelineFlags::print_difference(const passes::PassUnit& unit, const passes::PassTime& time) {
  Before& before = before_[&unit];
  if (!time.pass.empty() && !time.changed) {
    ++before.steps;
    return;
  }
  std::string text = unit.text(ir::PrintedPlaces::none);
  if (time.pass.empty()) {
    before.steps = 0;
  } else {
    fmt::print(stderr, "@@ step {}: {} ({}) @@\n{}", ++before.steps, time.pass, unit.size(),
               ir::diff_texts(before.text, text));
  }
  before.text = std::move(text);
}

void PipelineFlags::after_pass(const passes::PassUnit& unit, const passes::PassTime& time) {
  if (print_changed_ == Changed::diff) print_difference(unit, time);
  if (time.pass.empty()) return;  // the unit before the first pass
  times_.emplace_back(time.pass, time);
  const bool asked = std::any_of(print_after_.begin(), print_after_.end(), [&](const auto& name) {
    return name == "all" || name == time.pass;
  });
  if (asked || (print_changed_ == Changed::all && time.changed)) {
    fmt::print(stderr, "; after {}{}\n{}", time.pass, time.changed ? "" : " (nothing changed)",
               unit.text(places_));
  }
}

void PipelineFlags::finish() const {
  if (!time_passes_) return;
  double total = 0;
  for (const auto& [name, time] : times_) {
    const double milliseconds = std::chrono::duration<double, std::milli>(time.time).count();
    total += milliseconds;
    fmt::print(stderr, "{:>12.3f} ms  {}{}\n", milliseconds, name, time.changed ? "" : "  (-)");
  }
  fmt::print(stderr, "{:>12.3f} ms  all passes\n", total);
  if (code_time_) {
    const double code = std::chrono::duration<double, std::milli>(*code_time_).count();
    fmt::print(stderr, "{:>12.3f} ms  code generation and LLVM\n", code);
  }
}

void OrderingFlags::add_to(Command& command) {
  const std::string group = "Order of premises";
  command
      .add_option("--order", order_,
                  "Order of literals: metarules (estimates), cheapest, source (as written)")
      ->check(one_of({"metarules", "cheapest", "source"}))
      ->type_name("ORDER")
      ->default_str("metarules")
      ->group(group);
  command
      .add_option("--metarules", metarules_,
                  "Ordering metarules to use beside those of domains and facts")
      ->type_name("FILE")
      ->group(group);
}

std::optional<passes::Ordering> OrderingFlags::load(driver::Session& session) const {
  passes::Ordering ordering;
  if (order_ == "source") ordering.by = passes::Ordering::By::source;
  if (order_ == "cheapest") ordering.by = passes::Ordering::By::cheapest;
  if (metarules_.empty()) return ordering;
  auto metarules = driver::load_metarules(metarules_, session);
  if (!metarules) return std::nullopt;
  ordering.metarules = std::make_shared<const passes::Metarules>(std::move(*metarules));
  return ordering;
}

bool is_rulesheet_path(const std::string& path) {
  return driver::is_named_as(FileKind::rulesheet, path);
}

void add_syntax_option(Command& command, std::optional<frontend::Syntax>& syntax,
                       const std::string& name, const std::string& help) {
  add_choice(
      command, name, syntax,
      {{"auto", std::nullopt}, {"kif", frontend::Syntax::kif}, {"infix", frontend::Syntax::infix}},
      help)
      ->type_name("SYNTAX")
      ->default_str("auto");
}

void add_engine_option(Command& command, std::string& engine) {
  std::vector<std::string> listed;
  std::vector<std::string> for_tests;
  for (const driver::EngineInfo& info : driver::engines()) {
    (info.in_lanes() ? for_tests : listed).emplace_back(info.name);
  }
  command
      .add_option(
          "--engine", engine,
          fmt::format("{} or {}", fmt::join(listed.begin(), listed.end() - 1, ", "), listed.back()))
      ->check(one_of(listed, for_tests))
      ->type_name("ENGINE")
      ->capture_default_str();
}

driver::Engine engine_named(const std::string& name) {
  if (const auto engine = driver::find_engine(name)) return *engine;
  return driver::Engine::jit;  // --tier=fast or optimised
}

void add_ground_steps_option(Command& command, std::optional<std::uint64_t>& steps) {
  command
      .add_option("--max-ground-steps", steps,
                  "Maximum number of join steps that ground a net; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->type_name("N");
}

void GameOptions::add_to(Command& command, bool with_engine, GameFiles files) {
  constexpr std::array<const char*, 3> accepted{
      "Rulesheet (.kif, .gdl), IR text or plugin (.so); - is standard input",
      "Rulesheet (.kif, .gdl) or IR text; - is standard input",
      "Rulesheet (.kif, .gdl); - is standard input"};
  or_example(command.add_option("GAME", path_, accepted.at(static_cast<std::size_t>(files))))
      ->required();
  add_syntax_option(command, syntax_);
  const std::string group = "Game and engine";
  command.group(group, {"--syntax"});
  if (with_engine) {
    add_engine_option(command, engine_);
    command
        .add_option("--tier", tier_, "Run one tier only: interpreter, stencils, fast or optimised")
        ->check(one_of({"interpreter", "stencils", "fast", "optimised"}))
        ->type_name("TIER")
        ->excludes("--engine");
    command
        .add_option("--start-clock", start_clock_,
                    "Wait for the fastest code at most so many seconds (tiers: 0, auto: 0.5)")
        ->check(some_seconds)
        ->type_name("S");
    command.group(group, {"--tier", "--start-clock"});
    command.parse_complete_callback([this, &command] { check_engine(command); });
    cache_.add_to(command);
    runs_ = true;
  }
  invariants_.add_to(command);
  add_ground_steps_option(command, ground_steps_);
  command.group(group, {"--invariants", "--max-ground-steps"});
  ordering_.add_to(command);
  pipeline_.add_to(command);
}

void GameOptions::check_engine(const Command& command) {
  if (!profile_.empty() && command.count("--engine") == 0 && tier_.empty()) engine_ = "interpreter";
  const std::string& chosen = tier_.empty() ? engine_ : tier_;
  if (!profile_.empty() && chosen != "interpreter") {
    throw UsageError("--profile", "only --engine=interpreter counts trials, not " + chosen);
  }
  if (command.count("--start-clock") > 0 && chosen != "tiers" && chosen != "auto") {
    throw UsageError("--start-clock",
                     "only --engine=tiers and auto wait for faster code, not " + chosen);
  }
}

void GameOptions::add_profile_to(Command& command) {
  Option* const profile =
      command
          .add_option_function(
              "--profile", [this](const std::string& file) { profile_ = file; },
              "Write how often each literal was tried and matched (interpreter only)")
          ->type_name("FILE");
  declare_output(command, profile, FileKind::profile);
}

driver::Options GameOptions::driver_options() {
  driver::Options options;
  options.count_trials = !profile_.empty();
  options.engine = engine_named(engine_);
  if (!tier_.empty()) {
    options.engine = engine_named(tier_);  // jit, unless it is the interpreter
    options.fast_tier = tier_ == "fast";
  }
  options.patience = start_clock_.value_or(patience_);
  options.ground_steps = ground_steps_;
  if (runs_) options.cache = cache_.open(pipeline_.times());
  options.invariants = invariants_.read();
  return options;
}

bool GameOptions::complete(driver::Options& options, driver::Session& session) {
  auto ordering = ordering_.load(session);
  if (!ordering) return false;
  options.pipeline = pipeline_.make();
  options.pipeline.ordering = std::move(*ordering);
  return invariants_.read(path_, options, session);
}

std::optional<driver::LoadedGame> GameOptions::load(driver::Session& session) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  session.syntax = syntax_;
  driver::Options options = driver_options();
  std::optional<driver::LoadedGame> game;
  plugin_ = driver::is_plugin(path_);
  if (plugin_ && (engine_ != "tiers" || !tier_.empty() || !profile_.empty())) {
    session.diagnostics.error(
        {}, "usage", "`" + path_ + "` is a compiled plugin: it has no engines to choose from");
    print_diagnostics(session.diagnostics);
    return std::nullopt;
  }
  if (complete(options, session)) game = driver::load_game(path_, options, session);
  pipeline_.finish();
  print_diagnostics(session.diagnostics);
  if (game) forget_printed(session);
  if (game && game->tiers) {
    const std::chrono::duration<double> spent = Clock::now() - begin;
    game->tiers->wait(std::clamp(start_clock_.value_or(0) - spent.count(), 0.0, most_seconds));
  }
  return game;
}

std::optional<driver::BatchGame> GameOptions::load_batch(std::uint32_t blocks,
                                                         const runtime::GpuChoice& gpu,
                                                         const std::string& weights,
                                                         driver::Session& session) {
  session.syntax = syntax_;
  driver::Options options = driver_options();
  options.gpu = gpu;
  std::optional<driver::BatchGame> game;
  if (complete(options, session)) {
    std::optional<driver::MoveWeights> read = driver::MoveWeights();
    if (!weights.empty()) {
      const auto file = driver::read_file(weights, session);
      read = file ? read_move_weights(*file, session.diagnostics) : std::nullopt;
    }
    if (read) game = driver::load_batch_game(path_, blocks, options, session, {*read});
  }
  pipeline_.finish();
  print_diagnostics(session.diagnostics);
  if (game) forget_printed(session);
  return game;
}

void GameOptions::report_tiers(const driver::LoadedGame& game) const {
  if (!game.tiers) return;
  const std::string failure = game.tiers->failure();
  if (!failure.empty()) fmt::print(stderr, "tesuji: internal error: {}\n", failure);
  const std::string trouble = game.tiers->trouble();
  if (!trouble.empty()) print_warning(trouble);
  if (!pipeline_.times()) return;
  for (const driver::Tiers::Ready& tier : game.tiers->ready()) {
    fmt::print(stderr, "{:>12.3f} ms  after loading: {} can answer{}\n", 1000 * tier.seconds,
               tier.tier, tier.cached ? " (from the cache)" : "");
  }
}

std::string GameOptions::engine_name() const {
  if (plugin_) return "plugin";
  if (tier_.empty()) return engine_;
  return tier_ == "fast" ? "jit, fast tier" : tier_ == "optimised" ? "jit" : tier_;
}

int GameOptions::exit_code(const driver::Session& session) const {
  return exit_code_of(session.diagnostics, driver::is_ir_path(path_));
}

void add_json_flag(Command& command, bool& json) {
  command.add_flag("--json", json, "Print the result as JSON");
}

void add_examples(Command& command, const std::vector<std::string>& lines) {
  std::string text = "Examples:";
  for (const std::string& line : lines) text += "\n  " + line;
  command.footer(text);
}

void print_outlook(const driver::LoadedGame& game) {
  const std::string outlook = game.tiers ? game.tiers->outlook() : std::string();
  if (!outlook.empty()) fmt::print(stderr, "loading: {}\n", outlook);
}

}  // namespace tesuji::tools

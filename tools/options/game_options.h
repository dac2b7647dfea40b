// Adds options that subcommands share: the game, proved facts about it (docs/proving/saving.md),
// its engine, and compiler passes.
#pragma once

#include "backend/driver/invariants/saved_invariants.h"
#include "backend/driver/load.h"
#include "backend/driver/session.h"
#include "tools/base/arguments.h"
#include "tools/base/command.h"
#include "tools/base/report.h"
#include "tools/options/cache_options.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::driver {
struct BatchGame;
}

namespace tesuji::tools {

class InvariantsOption {
 public:
  void add_to(Command& command);

  /// Reads the file, if one is named, into options.invariants. Reports errors in the file, and code
  /// "usage" if the game at `path` is a plugin, or options.engine has no net.
  [[nodiscard]] bool read(const std::string& path, driver::Options& options,
                          driver::Session& session);
  /// Returns the file's facts; null: none were read.
  [[nodiscard]] const std::shared_ptr<const driver::SavedInvariants>& read() const { return read_; }

 private:
  std::string file_;
  std::shared_ptr<const driver::SavedInvariants> read_;
};

/// --print-after, --print-changed, --stop-after, --disable-pass, --time-passes,
/// --verify-each; dumps go to standard error. Pipelines may run in several threads.
class PipelineFlags {
 public:
  /// `table`: the available passes.
  explicit PipelineFlags(std::span<const passes::Pass> table = passes::all_passes())
      : table_(table) {}
  void add_to(Command& command);
  /// Returns the options for one run of the pipeline; call finish() after it.
  [[nodiscard]] passes::PipelineOptions make();
  /// Prints the table of --time-passes.
  void finish() const;
  /// Omits source places from dumps.
  void omit_places() { places_ = ir::PrintedPlaces::none; }
  [[nodiscard]] bool times() const { return time_passes_; }

 private:
  /// diff: a unit's text before the current pass, and how many passes have run.
  struct Before {
    std::string text;
    std::size_t steps = 0;
  };

  void after_pass(const passes::PassUnit& unit, const passes::PassTime& time);
  void print_difference(const passes::PassUnit& unit, const passes::PassTime& time);

  std::span<const passes::Pass> table_;
  std::vector<std::string> print_after_;
  enum class Changed { no, all, diff };
  Changed print_changed_ = Changed::no;
  std::string stop_after_;
  std::vector<std::string> disabled_;
  bool time_passes_ = false;
  bool verify_each_ = false;
  ir::PrintedPlaces places_ = ir::PrintedPlaces::all;
  std::mutex mutex_;  ///< for the members that follow, and the output
  std::map<const passes::PassUnit*, Before> before_;
  std::vector<std::pair<std::string, passes::PassTime>> times_;
  std::optional<std::chrono::nanoseconds> code_time_;  ///< nothing: no native code was compiled
};

/// --order and --metarules: how bodies are ordered.
class OrderingFlags {
 public:
  void add_to(Command& command);
  /// Reads the file of metarules, if one is given; returns nothing if it is wrong (reported).
  [[nodiscard]] std::optional<passes::Ordering> load(driver::Session& session) const;

 private:
  std::string order_ = "metarules";
  std::string metarules_;
};

/// For CLI11: returns an empty text if the table has such a pass, else the error, with a
/// suggestion.
[[nodiscard]] std::string check_pass_name(
    std::string_view name, std::span<const passes::Pass> table = passes::all_passes());

/// Whether the extension is that of a game's rulesheet (.kif, .gdl).
[[nodiscard]] bool is_rulesheet_path(const std::string& path);

/// --syntax=auto|kif|infix, for rulesheets or what `help` says; `syntax` stays empty for auto.
void add_syntax_option(
    Command& command, std::optional<frontend::Syntax>& syntax, const std::string& name = "--syntax",
    const std::string& help = "Syntax of rulesheets: kif (prefix), infix, or auto (by content)");

/// Adds --engine; `engine` keeps its name.
void add_engine_option(Command& command, std::string& engine);
[[nodiscard]] driver::Engine engine_named(const std::string& name);

/// Adds --max-ground-steps, for commands that make a net: driver::Options::ground_steps.
void add_ground_steps_option(Command& command, std::optional<std::uint64_t>& steps);

/// The kinds of files that a command accepts as GAME.
enum class GameFiles : std::uint8_t {
  all,         ///< rulesheets, IR text and plugins
  no_plugins,  ///< rulesheets and IR text
  rulesheets,
};

/// GAME, --syntax, --engine and the pipeline's options.
class GameOptions {
 public:
  explicit GameOptions() = default;
  /// `with_engine` is false for subcommands that compile but do not run.
  void add_to(Command& command, bool with_engine = true, GameFiles files = GameFiles::all);
  /// Adds --profile, after add_to with an engine: only the interpreter counts, so it becomes the
  /// default engine, and others are rejected.
  void add_profile_to(Command& command);

  /// Loads and compiles, in the given syntax, and waits for the start clock. Prints warnings and
  /// errors; on failure returns nothing, and exit_code() gives the reason.
  [[nodiscard]] std::optional<driver::LoadedGame> load(driver::Session& session);
  /// As load(), for a game in lanes of this many blocks (driver::load_batch_game). `weights`: a
  /// file of move_lists.h; may be empty.
  [[nodiscard]] std::optional<driver::BatchGame> load_batch(std::uint32_t blocks,
                                                            const runtime::GpuChoice& gpu,
                                                            const std::string& weights,
                                                            driver::Session& session);
  [[nodiscard]] int exit_code(const driver::Session& session) const;

  /// For commands that play long: --engine=auto waits for the fastest code, at most this many
  /// seconds, unless --start-clock is given.
  void wait_for_fastest(double seconds = driver::forever) { patience_ = seconds; }

  /// Returns the driver's options from the command line.
  [[nodiscard]] driver::Options driver_options();

  /// Reads the files that options name: sets the pipeline's options and the invariants. Call
  /// pipeline().finish() after the pipeline. Returns false (reported) if one of the files is wrong.
  [[nodiscard]] bool complete(driver::Options& options, driver::Session& session);
  [[nodiscard]] std::optional<frontend::Syntax> syntax() const { return syntax_; }
  PipelineFlags& pipeline() { return pipeline_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string engine_name() const;
  /// With --time-passes: reports when each tier could answer. Also reports errors of the compiler
  /// in the meantime.
  void report_tiers(const driver::LoadedGame& game) const;
  /// Returns the file of --profile; may be empty.
  [[nodiscard]] const std::string& profile() const { return profile_; }

 private:
  /// After parsing: chooses the engine that --profile requires, and rejects incompatible options.
  void check_engine(const Command& command);

  std::string path_;
  std::optional<frontend::Syntax> syntax_;
  std::string engine_ = "tiers";
  std::string tier_;
  std::optional<double> start_clock_;  ///< as given
  double patience_ = 0.5;              ///< seconds, for --engine=auto without a start clock
  std::string profile_;
  bool plugin_ = false;  ///< whether GAME turned out to be one
  std::optional<std::uint64_t> ground_steps_;
  OrderingFlags ordering_;
  InvariantsOption invariants_;
  CacheOptions cache_;
  bool runs_ = false;
  PipelineFlags pipeline_;
};

/// Adds --json, for results on standard output as docs/cli/README.md describes them.
void add_json_flag(Command& command, bool& json);

/// Sets the footer of --help: example command lines, one per line.
void add_examples(Command& command, const std::vector<std::string>& lines);

/// Prints to standard error why the requested native code is not ready yet, and when it will be;
/// nothing if it is ready, or if tiers were requested.
void print_outlook(const driver::LoadedGame& game);

}  // namespace tesuji::tools

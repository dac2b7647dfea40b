// Declares exit codes and registration of the subcommands of `tesuji`.
#pragma once

#include "tools/base/arguments.h"

#include <functional>
#include <span>
#include <string_view>

namespace tesuji::tools {

enum ExitCode : int {
  exit_ok = 0,
  exit_input = 1,  ///< the input is wrong, or a comparison found differences
  exit_usage = 2,  ///< the command line is wrong
  exit_limit = 3,  ///< a limit was reached
  exit_bug = 70,   ///< a bug of ours
};

/// Runs the command; returns the exit code.
using Action = std::function<int()>;

// Each adds one subcommand to `app`, which sets `action` when it is chosen.
void add_cache_command(Command& app, Action& action);
void add_check_command(Command& app, Action& action);
void add_compile_command(Command& app, Action& action);
void add_convert_command(Command& app, Action& action);
void add_dump_command(Command& app, Action& action);
void add_experiment_command(Command& app, Action& action);
void add_explain_command(Command& app, Action& action);
void add_features_command(Command& app, Action& action);
void add_fit_command(Command& app, Action& action);
void add_format_command(Command& app, Action& action);
void add_gdl_perf_command(Command& app, Action& action);
void add_generalise_command(Command& app, Action& action);
void add_generate_command(Command& app, Action& action);
void add_iggp_command(Command& app, Action& action);
void add_induce_command(Command& app, Action& action);
void add_inspect_command(Command& app, Action& action);
void add_learn_command(Command& app, Action& action);
void add_match_command(Command& app, Action& action);
void add_metarules_command(Command& app, Action& action);
void add_opt_command(Command& app, Action& action);
void add_order_command(Command& app, Action& action);
void add_perft_command(Command& app, Action& action);
void add_play_command(Command& app, Action& action);
void add_position_command(Command& app, Action& action);
void add_query_command(Command& app, Action& action);
void add_record_command(Command& app, Action& action);
void add_regret_command(Command& app, Action& action);
void add_replay_command(Command& app, Action& action);
void add_run_command(Command& app, Action& action);
void add_serve_command(Command& app, Action& action);
void add_simulate_command(Command& app, Action& action);
void add_solve_command(Command& app, Action& action);
void add_strategy_bench_command(Command& app, Action& action);
void add_verify_command(Command& app, Action& action);

struct NamedCommand {
  std::string_view name;
  void (*add)(Command& app, Action& action);
  bool needs_others = false;  ///< reads the options of all other subcommands
};
/// Returns the program's subcommands, in the order in which --help lists them.
[[nodiscard]] std::span<const NamedCommand> commands();
/// Returns a line about where the other subcommands are; empty in the complete program.
[[nodiscard]] std::string_view about_other_commands();
/// Adds what only the whole program has: components (tools/base/component.h), and kinds of players
/// (tools/play/program_players.h).
void add_parts();

/// Runs the whole command: parses, executes, converts exceptions to exit codes.
[[nodiscard]] int run_command_line(int argc, char** argv);

}  // namespace tesuji::tools

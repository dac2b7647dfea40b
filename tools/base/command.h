// What every subcommand of `tesuji` shares: exit codes and registration.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace tesuji::tools {

enum ExitCode : int {
  exit_ok = 0,
  exit_input = 1,  ///< the input is wrong, or a comparison found differences
  exit_usage = 2,  ///< the command line is wrong
  exit_limit = 3,  ///< a limit was reached
  exit_bug = 70,   ///< a bug of ours
};

/// What the command line asks for; returns the exit code.
using Action = std::function<int()>;

// Each adds one subcommand to `app`, which sets `action` when it is chosen.
void add_cache_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_compile_command(CLI::App& app, Action& action);
void add_convert_command(CLI::App& app, Action& action);
void add_dump_command(CLI::App& app, Action& action);
void add_explain_command(CLI::App& app, Action& action);
void add_features_command(CLI::App& app, Action& action);
void add_fit_command(CLI::App& app, Action& action);
void add_gdl_perf_command(CLI::App& app, Action& action);
void add_induce_command(CLI::App& app, Action& action);
void add_inspect_command(CLI::App& app, Action& action);
void add_learn_command(CLI::App& app, Action& action);
void add_metarules_command(CLI::App& app, Action& action);
void add_opt_command(CLI::App& app, Action& action);
void add_order_command(CLI::App& app, Action& action);
void add_perft_command(CLI::App& app, Action& action);
void add_play_command(CLI::App& app, Action& action);
void add_query_command(CLI::App& app, Action& action);
void add_replay_command(CLI::App& app, Action& action);
void add_run_command(CLI::App& app, Action& action);
void add_simulate_command(CLI::App& app, Action& action);
void add_solve_command(CLI::App& app, Action& action);
void add_strategy_bench_command(CLI::App& app, Action& action);
void add_verify_command(CLI::App& app, Action& action);

/// The whole command: parses, runs, turns exceptions into exit codes.
[[nodiscard]] int run_command_line(int argc, char** argv);

}  // namespace tesuji::tools

// Lists the subcommands of `tesuji`, in the order of --help. Those of components that may be left
// out are added by these (tools/base/component.h).
#include "backend/puzzles/solve_puzzle.h"
#include "tools/answers/goal_learning.h"
#include "tools/base/command.h"
#include "tools/base/component.h"
#include "tools/play/program_players.h"

#include <vector>

namespace tesuji::tools {

namespace {

std::vector<NamedCommand> all_commands() {
  std::vector<NamedCommand> all{
      {"check", add_check_command},
      {"play", add_play_command},
      {"position", add_position_command},
      {"serve", add_serve_command},
      {"match", add_match_command},
      {"record", add_record_command},
      {"replay", add_replay_command},
      {"simulate", add_simulate_command},
      {"perft", add_perft_command},
      {"features", add_features_command},
      {"fit", add_fit_command},
      {"gdl-perf", add_gdl_perf_command},
      {"query", add_query_command},
      {"run", add_run_command},
      {"order", add_order_command},
      {"metarules", add_metarules_command},
      {"learn", add_learn_command},
      {"experiment", add_experiment_command},
      {"solve", add_solve_command},
      {"iggp", add_iggp_command},
      {"induce", add_induce_command},
      {"generalise", add_generalise_command},
      {"strategy-bench", add_strategy_bench_command},
      {"regret", add_regret_command},
      {"verify", add_verify_command},
      {"compile", add_compile_command},
      {"inspect", add_inspect_command},
      {"convert", add_convert_command},
      {"format", add_format_command},
      {"explain", add_explain_command},
      {"dump", add_dump_command},
      {"opt", add_opt_command},
      {"generate", add_generate_command, true},
      {"cache", add_cache_command},
  };
  for (const Component& one : components()) {
    if (one.add != nullptr) one.add(all);
  }
  return all;
}

}  // namespace

std::span<const NamedCommand> commands() {
  static const std::vector<NamedCommand> all = all_commands();
  return all;
}

std::string_view about_other_commands() {
  return {};
}

void add_parts() {
  components() = all_components();
  game_learner() = learn_game_of;
  plan_maker_of_program() = [](const std::string& path, const driver::Options& options) {
    return [=](const driver::LoadedGame& game) { return driver::plan_search(path, game, options); };
  };
}

}  // namespace tesuji::tools

// The subcommands of `tesuji`, in the order in which --help lists them.
#include "tools/base/command.h"

namespace tesuji::tools {

std::span<const AddCommand> commands() {
  static constexpr AddCommand all[] = {
      add_check_command,
      add_play_command,
      add_position_command,
      add_explore_command,
      add_serve_command,
      add_lsp_command,
      add_match_command,
      add_record_command,
      add_replay_command,
      add_simulate_command,
      add_perft_command,
      add_features_command,
      add_fit_command,
      add_gdl_perf_command,
      add_query_command,
      add_run_command,
      add_order_command,
      add_metarules_command,
      add_learn_command,
      add_experiment_command,
      add_solve_command,
      add_iggp_command,
      add_induce_command,
      add_strategy_bench_command,
      add_regret_command,
      add_verify_command,
      add_check_certificate_command,
      add_spread_command,
      add_merge_command,
      add_compile_command,
      add_inspect_command,
      add_convert_command,
      add_format_command,
      add_explain_command,
      add_dump_command,
      add_opt_command,
      add_generate_command,
      add_cache_command,
  };
  return all;
}

std::string_view about_other_commands() {
  return {};
}

}  // namespace tesuji::tools

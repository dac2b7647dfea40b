// Adds what spreads work over threads and machines: spread, merge, and --ranks of `solve`.
#include "tools/base/component.h"
#include "tools/commands/solve_ranks.h"

namespace tesuji::tools {

void add_merge_command(Command& app, Action& action);
void add_spread_command(Command& app, Action& action);

void add_cluster_component(std::vector<NamedCommand>& commands) {
  insert_command(commands, "verify", {"merge", add_merge_command});
  insert_command(commands, "verify", {"spread", add_spread_command, true});
  rank_solver() = {some_ranks, solve_on_ranks};
}

}  // namespace tesuji::tools

#include "tools/reports/partition_report.h"

#include "tools/base/json.h"
#include "tools/base/rate.h"
#include "tools/reports/solve_report.h"

#include <fmt/core.h>

namespace tesuji::tools {

using runtime::PartitionedSolution;

std::string partition_text(const PartitionScene& scene) {
  const PartitionedSolution& solved = scene.solution;
  std::string text = fmt::format("{}: {}\n", scene.path,
                                 value_text(solved.value, runtime::PlayEnd::terminal, scene.game));
  text += fmt::format("{}, {} of them terminal", counted(solved.states, "state"), solved.terminal);
  if (solved.stuck > 0) text += fmt::format(", {} more without a move", solved.stuck);
  if (solved.endless > 0) text += fmt::format(", {} endless", solved.endless);
  text += fmt::format("; {:.2f} s\n", scene.seconds);
  text += fmt::format("  {} has more in the end of {}, {} of {}; {} are draws; at most {}\n",
                      scene.game.roles()[0], solved.first_wins, scene.game.roles()[1],
                      solved.second_wins, solved.drawn, counted(solved.longest, "move"));
  text += fmt::format("  {} of states{}, {} of states with their values on {}\n",
                      counted(solved.levels.size(), "level"),
                      solved.layered ? "" : ", and moves back to earlier ones",
                      fmt::format("{:.1f} MiB", static_cast<double>(solved.bytes) / (1U << 20U)),
                      counted(scene.ranks, "rank"));
  return text;
}

Json partition_json(const PartitionScene& scene) {
  const PartitionedSolution& solved = scene.solution;
  const auto states = static_cast<double>(solved.states);
  return {
      {"game", scene.path},
      {"value", value_json(solved.value, runtime::PlayEnd::terminal)},
      {"states", solved.states},
      {"terminal", solved.terminal},
      {"stuck", solved.stuck},
      {"endless", solved.endless},
      {"drawn", solved.drawn},
      {"more_in_the_end",
       {{scene.game.roles()[0], solved.first_wins}, {scene.game.roles()[1], solved.second_wins}}},
      {"most_moves", solved.longest},
      {"levels", solved.levels},
      {"layered", solved.layered},
      {"digest", fmt::format("{:016x}", solved.digest)},
      {"ranks", scene.ranks},
      {"resumed", solved.resumed},
      {"facts", scene.facts},
      {"key_bits", solved.key_bits},
      {"bytes", solved.bytes},
      {"bytes_per_state", static_cast<double>(solved.bytes) / states},
      {"edges", solved.edges},
      {"sent", solved.sent},
      {"asked", solved.asked},
      {"setup_seconds", scene.setup_seconds},
      {"search_seconds", solved.search_seconds},
      {"value_seconds", solved.value_seconds},
      {"seconds", scene.seconds},
      {"states_per_second", rate(solved.states, scene.seconds)}};
}

}  // namespace tesuji::tools

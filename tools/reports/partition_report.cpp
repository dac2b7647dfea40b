#include "tools/reports/partition_report.h"

#include "tools/base/json.h"
#include "tools/base/rate.h"
#include "tools/reports/solve_report.h"

#include <fmt/core.h>

namespace tesuji::tools {

using runtime::PartitionedSolution;

SolveScene lines_of(const PartitionScene& scene, const std::vector<ListedState>& listed) {
  SolveScene lines{scene.path, scene.game, {}, {}, {}, {}, false, 0, {}};
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const runtime::StateAnswer& answer = scene.solution.answers[i];
    if (!answer.value) continue;
    lines.lines.push_back(
        {listed[i].line, listed[i].state, *answer.value, answer.end, answer.best});
  }
  return lines;
}

std::vector<std::uint32_t> unreached_lines(const PartitionScene& scene,
                                           const std::vector<ListedState>& listed) {
  std::vector<std::uint32_t> lines;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (!scene.solution.answers[i].value) lines.push_back(listed[i].line);
  }
  return lines;
}

std::string partition_text(const PartitionScene& scene) {
  const PartitionedSolution& solved = scene.solution;
  std::string text =
      fmt::format("{}: {}\n", scene.path, value_text(solved.value, solved.end, scene.game));
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
  if (solved.symmetries > 1) {
    text += fmt::format("  {} symmetries leave {} to be stored\n", solved.symmetries,
                        counted(solved.stored, "state"));
  }
  text += fmt::format("best play: {}{}\n", play_text(solved.best_play, scene.game),
                      solved.value.endless ? ", and so on" : "");
  return text;
}

Json partition_json(const PartitionScene& scene) {
  const PartitionedSolution& solved = scene.solution;
  const auto stored = static_cast<double>(solved.stored);
  return {
      {"game", scene.path},
      {"value", value_json(solved.value, solved.end)},
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
      {"best_play", play_json(solved.best_play, scene.game)},
      {"symmetries", solved.symmetries},
      {"stored", solved.stored},
      {"stored_levels", solved.level_stored},
      {"digest", fmt::format("{:016x}", solved.digest)},
      {"ranks", scene.ranks},
      {"resumed", solved.resumed},
      {"facts", scene.facts},
      {"key_bits", solved.key_bits},
      {"bytes", solved.bytes},
      {"bytes_per_state", static_cast<double>(solved.bytes) / stored},
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

#include "tools/reports/partition_report.h"

#include "tools/base/json.h"
#include "tools/base/report_text.h"
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

SolveScene whole_of(const PartitionScene& scene) {
  const PartitionedSolution& solved = scene.solution;
  SolveScene whole{scene.path, scene.game, solved.survey, solved.best_play,    {},
                   {},         false,      scene.seconds, solved.survey.faults};
  whole.tells_movers = solved.survey.stuck == 0;
  return whole;
}

std::string partition_text(const PartitionScene& scene) {
  const PartitionedSolution& solved = scene.solution;
  std::string text = solve_text(whole_of(scene));
  text += fmt::format("{} of states{}, {} of states with their values on {}\n",
                      counted(solved.levels.size(), "level"),
                      solved.layered ? "" : ", and moves back to earlier ones",
                      fmt::format("{:.1f} MiB", static_cast<double>(solved.bytes) / (1U << 20U)),
                      counted(scene.ranks, "rank"));
  if (solved.symmetries > 1) {
    text += fmt::format("{} symmetries leave {} to be stored\n", solved.symmetries,
                        counted(solved.stored, "state"));
  }
  return text;
}

Json partition_json(const PartitionScene& scene) {
  const PartitionedSolution& solved = scene.solution;
  const auto stored = static_cast<double>(solved.stored);
  Json json = solve_json(whole_of(scene));
  json.update(Json{
      {"drawn", solved.drawn},
      {"more_in_the_end",
       {{scene.game.roles()[0], solved.first_wins}, {scene.game.roles()[1], solved.second_wins}}},
      {"most_moves", solved.longest},
      {"levels", solved.levels},
      {"layered", solved.layered},
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
      {"states_per_second", rate(solved.survey.states, scene.seconds)}});
  return json;
}

}  // namespace tesuji::tools

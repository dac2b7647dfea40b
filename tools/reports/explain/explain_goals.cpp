#include "tools/reports/explain/explain_goals.h"

#include "tools/base/json.h"

#include "ir/core/counted.h"

#include <fmt/format.h>

namespace tesuji::tools {

std::string goals_text(const driver::Explanation& explanation) {
  if (!explanation.goals) return {};
  const ir::GoalCosts& costs = *explanation.goals;
  std::string text = fmt::format("  evaluation by the goal: {}\n",
                                 ir::counted(ir::goal_features(costs).size(), "feature"));
  for (const ir::GoalPart& part : costs.parts) {
    text += fmt::format("    {}, up to {} missing\n", part.text, part.most);
  }
  for (const ir::ContentCount& content : costs.contents) {
    text +=
        fmt::format("    {} like {}\n", ir::counted(content.fluents.size(), "place"), content.text);
  }
  for (const std::string& goal : costs.left_out) text += fmt::format("    too large: {}\n", goal);
  return text;
}

Json goals_json(const driver::Explanation& explanation) {
  if (!explanation.goals) return {};
  const ir::GoalCosts& costs = *explanation.goals;
  Json parts = Json::array();
  for (const ir::GoalPart& part : costs.parts) {
    const bool is_end = part.role == ir::no_id;
    parts.push_back({{"role", is_end ? Json() : Json(explanation.roles[part.role])},
                     {"goal", is_end ? Json() : Json(part.goal)},
                     {"part", part.text},
                     {"ways", part.ways.size()},
                     {"most_missing", part.most}});
  }
  Json contents = Json::array();
  for (const ir::ContentCount& content : costs.contents) {
    contents.push_back({{"content", content.text}, {"places", content.fluents.size()}});
  }
  return {{"features", ir::goal_features(costs).size()},
          {"parts", std::move(parts)},
          {"contents", std::move(contents)},
          {"left_out", costs.left_out}};
}

}  // namespace tesuji::tools

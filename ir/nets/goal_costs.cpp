#include "ir/nets/goal_costs.h"

#include <algorithm>

namespace tesuji::ir {

std::vector<GoalFeature> goal_features(const GoalCosts& costs) {
  std::vector<GoalFeature> features;
  for (std::uint32_t p = 0; p < costs.parts.size(); ++p) {
    const GoalPart& part = costs.parts[p];
    const bool are_few = part.ways.size() <= most_single_ways && part.most > most_counted_cost;
    if (part.ways.size() == 1 || are_few) {
      for (std::uint32_t way = 0; way < part.ways.size(); ++way) {
        features.push_back({GoalFeature::Kind::cost, p, 0, way});
      }
      continue;
    }
    for (Cost cost = 0; cost <= std::min(part.most, most_counted_cost); ++cost) {
      features.push_back({GoalFeature::Kind::ways, p, cost});
    }
  }
  for (std::uint32_t c = 0; c < costs.contents.size(); ++c) {
    features.push_back({GoalFeature::Kind::content, c, 0});
  }
  return features;
}

std::string text_of(const GoalCosts& costs, const GoalFeature& feature) {
  switch (feature.kind) {
    case GoalFeature::Kind::cost:
      return costs.parts[feature.of].text + (costs.parts[feature.of].ways.size() == 1
                                                 ? ""
                                                 : ", way " + std::to_string(feature.way + 1));
    case GoalFeature::Kind::ways:
      return costs.parts[feature.of].text + ", " + std::to_string(feature.cost) + " missing";
    case GoalFeature::Kind::content:
      return costs.contents[feature.of].text;
  }
  return "";
}

}  // namespace tesuji::ir

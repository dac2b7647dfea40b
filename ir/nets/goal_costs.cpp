#include "ir/nets/goal_costs.h"

#include <algorithm>

namespace tesuji::ir {

std::vector<GoalFeature> goal_features(const GoalCosts& costs) {
  std::vector<GoalFeature> features;
  for (std::uint32_t p = 0; p < costs.parts.size(); ++p) {
    const GoalPart& part = costs.parts[p];
    if (part.ways.size() == 1) {
      features.push_back({GoalFeature::Kind::cost, p, 0});
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
      return costs.parts[feature.of].text;
    case GoalFeature::Kind::ways:
      return costs.parts[feature.of].text + ", " + std::to_string(feature.cost) + " missing";
    case GoalFeature::Kind::content:
      return costs.contents[feature.of].text;
  }
  return "";
}

}  // namespace tesuji::ir

#include "tools/reports/rule_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace tesuji::tools {
namespace {

struct RuleCosts {
  std::string rule;
  std::uint64_t nanoseconds = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t trials = 0;

  void add(const RuleCosts& other) {
    nanoseconds += other.nanoseconds;
    evaluations += other.evaluations;
    trials += other.trials;
  }
};

RuleCosts costs_of(const passes::ProfiledRule& plan) {
  RuleCosts costs;
  costs.rule = plan.name;
  if (plan.place.known()) costs.rule += fmt::format(" (line {})", plan.place.begin.line);
  costs.nanoseconds = plan.nanoseconds;
  costs.evaluations = plan.evaluations;
  for (const passes::ProfiledPremise& premise : plan.premises) costs.trials += premise.trials;
  return costs;
}

std::vector<RuleCosts> slowest_first(const passes::Profile& profile) {
  std::map<std::string_view, RuleCosts> rules;
  for (const passes::ProfiledRule& plan : profile) {
    const RuleCosts costs = costs_of(plan);
    const auto [at, is_new] = rules.try_emplace(plan.name, costs);
    if (!is_new) at->second.add(costs);
  }
  std::vector<RuleCosts> sorted;
  for (auto& [name, costs] : rules) sorted.push_back(std::move(costs));
  std::ranges::stable_sort(sorted, std::ranges::greater(), &RuleCosts::nanoseconds);
  return sorted;
}

}  // namespace

std::string rule_costs_text(const passes::Profile& profile, std::size_t most) {
  std::vector<RuleCosts> rules = slowest_first(profile);
  RuleCosts all;
  for (const RuleCosts& rule : rules) all.add(rule);
  if (all.nanoseconds == 0) return "";
  if (rules.size() > most + 1) {
    RuleCosts others;
    others.rule = fmt::format("{} others", rules.size() - most);
    for (std::size_t i = most; i < rules.size(); ++i) others.add(rules[i]);
    rules.resize(most);
    rules.push_back(std::move(others));
  }
  std::string text = "  time of the interpreter by rule:\n";
  text +=
      fmt::format("{:>9}{:>12}{:>13}{:>13}  {}\n", "share", "ms", "evaluations", "trials", "rule");
  for (const RuleCosts& rule : rules) {
    text += fmt::format(
        "{:>7.1f} %{:>12.3f}{:>13}{:>13}  {}\n",
        100.0 * static_cast<double>(rule.nanoseconds) / static_cast<double>(all.nanoseconds),
        1e-6 * static_cast<double>(rule.nanoseconds), rule.evaluations, rule.trials, rule.rule);
  }
  return text;
}

}  // namespace tesuji::tools

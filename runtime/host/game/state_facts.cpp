#include "runtime/host/game/state_facts.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::runtime {
namespace {

bool allows(const StateFact& fact, std::size_t held) {
  switch (fact.kind) {
    case StateFact::Kind::always:
      return held == fact.fluents.size();
    case StateFact::Kind::never:
      return held == 0;
    case StateFact::Kind::equal:
      return held == 0 || held == fact.fluents.size();
    case StateFact::Kind::at_most_one:
      return held <= 1;
    case StateFact::Kind::exactly_one:
      return held == 1;
  }
  return false;
}

}  // namespace

std::string text_of(const StateFact& fact, std::size_t most_fluents) {
  std::string names;
  for (std::size_t i = 0; i < fact.fluents.size() && i < most_fluents; ++i) {
    names += (i == 0 ? "" : ", ") + fact.fluents[i];
  }
  if (fact.fluents.size() > most_fluents) {
    names += " and " + std::to_string(fact.fluents.size() - most_fluents) + " others";
  }
  switch (fact.kind) {
    case StateFact::Kind::always:
      return "always " + names;
    case StateFact::Kind::never:
      return "never " + names;
    case StateFact::Kind::equal:
      return "all or none of " + names;
    case StateFact::Kind::at_most_one:
      return "at most one of " + names;
    case StateFact::Kind::exactly_one:
      return "exactly one of " + names;
  }
  return names;
}

StateFacts::StateFacts(std::vector<StateFact> facts) : facts_(std::move(facts)) {
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    for (const std::string& fluent : facts_[i].fluents) by_fluent_.emplace(fluent, i);
  }
}

const StateFact* StateFacts::violated(std::span<const std::string> fluents) const {
  std::vector<std::size_t> held(facts_.size(), 0);
  const std::set<std::string> once(fluents.begin(), fluents.end());
  for (const std::string& fluent : once) {
    const auto [first, last] = by_fluent_.equal_range(fluent);
    for (auto i = first; i != last; ++i) ++held[i->second];
  }
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    if (!allows(facts_[i], held[i])) return &facts_[i];
  }
  return nullptr;
}

}  // namespace tesuji::runtime

#include "ir/clause_metarule.h"

#include <utility>

namespace tesuji::ir {

std::vector<ClauseMetarule> migo_metarules() {
  ClauseMetarule postcond;
  postcond.name = "postcond";
  postcond.predicates = {{"P"}, {"R"}, {"Q"}};
  postcond.variables = {"A", "B"};
  postcond.constant = {false, false};
  postcond.arity = 2;
  postcond.body = {{1, {0, 1}, false, {}}, {2, {1}, false, {}}};

  ClauseMetarule negation = postcond;
  negation.name = "negation";
  negation.body[1] = {2, {1, ClauseMetarule::any}, true, {}};
  return {postcond, negation};
}

ClauseMetarule continuation_metarule() {
  ClauseMetarule metarule = migo_metarules().front();
  metarule.name = "continuation";
  metarule.variables.emplace_back("C");
  metarule.constant.push_back(false);
  metarule.body[1].args = {1, 2};
  return metarule;
}

std::vector<ClauseMetarule> usual_metarules() {
  using Literals = std::vector<ClauseMetarule::Literal>;
  std::vector<ClauseMetarule> all;
  const auto add = [&](const char* name, Literals body) {
    ClauseMetarule& metarule = all.emplace_back();
    metarule.name = name;
    metarule.predicates = {{"P"}};
    metarule.variables = {"A", "B"};
    metarule.arity = 2;
    constexpr const char* names[] = {"P", "Q", "R"};
    for (const ClauseMetarule::Literal& literal : body) {
      while (metarule.predicates.size() <= literal.predicate) {
        metarule.predicates.push_back({names[metarule.predicates.size()]});
      }
      for (const std::uint32_t arg : literal.args) {
        if (arg == metarule.variables.size()) metarule.variables.emplace_back("C");
      }
    }
    metarule.constant.assign(metarule.variables.size(), false);
    metarule.body = std::move(body);
  };
  add("identity", {{1, {0, 1}, false, {}}});
  add("inverse", {{1, {1, 0}, false, {}}});
  add("precon", {{1, {0}, false, {}}, {2, {0, 1}, false, {}}});
  add("postcond", {{1, {0, 1}, false, {}}, {2, {1}, false, {}}});
  add("chain", {{1, {0, 2}, false, {}}, {2, {2, 1}, false, {}}});
  add("tailrec", {{1, {0, 2}, false, {}}, {0, {2, 1}, false, {}}});
  return all;
}

}  // namespace tesuji::ir

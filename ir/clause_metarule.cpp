#include "ir/clause_metarule.h"

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

}  // namespace tesuji::ir

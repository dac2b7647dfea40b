#include "ir/formulas/clause_metarule.h"

#include <algorithm>
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

ClauseMetarule lack_metarule() {
  ClauseMetarule metarule = migo_metarules().front();
  metarule.name = "lack";
  metarule.body[1].negated = true;
  return metarule;
}

namespace {

/// Builds a list of metarules over P, Q, R and A, B, C.
class MetaruleList {
 public:
  using Literals = std::vector<ClauseMetarule::Literal>;

  /// Numbers variables from those of the head on.
  void add(const char* name, std::uint32_t arity, Literals body) {
    ClauseMetarule& metarule = all_.emplace_back();
    metarule.name = name;
    metarule.predicates = {{"P"}};
    metarule.arity = arity;
    constexpr const char* predicates[] = {"P", "Q", "R"};
    constexpr const char* variables[] = {"A", "B", "C"};
    std::uint32_t last = arity - 1;
    for (const ClauseMetarule::Literal& literal : body) {
      while (metarule.predicates.size() <= literal.predicate) {
        metarule.predicates.push_back({predicates[metarule.predicates.size()]});
      }
      for (const std::uint32_t arg : literal.args) last = std::max(last, arg);
    }
    for (std::size_t v = 0; v <= last; ++v) metarule.variables.emplace_back(variables[v]);
    metarule.constant.assign(metarule.variables.size(), false);
    metarule.body = std::move(body);
  }

  std::vector<ClauseMetarule> take() { return std::move(all_); }

 private:
  std::vector<ClauseMetarule> all_;
};

}  // namespace

std::vector<ClauseMetarule> usual_metarules(std::size_t target_arity) {
  MetaruleList list;
  const bool unary = target_arity == 1;
  if (unary) {
    list.add("class", 1, {{1, {0}, false, {}}});
    list.add("both", 1, {{1, {0}, false, {}}, {2, {0}, false, {}}});
    list.add("any", 1, {{1, {0, 1}, false, {}}});
    list.add("member", 1, {{1, {0, 1}, false, {}}, {2, {1}, false, {}}});
    list.add("follow", 1, {{1, {0, 1}, false, {}}, {0, {1}, false, {}}});
  }
  list.add("identity", 2, {{1, {0, 1}, false, {}}});
  list.add("inverse", 2, {{1, {1, 0}, false, {}}});
  if (!unary) {
    list.add("precon", 2, {{1, {0}, false, {}}, {2, {0, 1}, false, {}}});
    list.add("postcond", 2, {{1, {0, 1}, false, {}}, {2, {1}, false, {}}});
  }
  list.add("chain", 2, {{1, {0, 2}, false, {}}, {2, {2, 1}, false, {}}});
  if (!unary) list.add("tailrec", 2, {{1, {0, 2}, false, {}}, {0, {2, 1}, false, {}}});
  return list.take();
}

}  // namespace tesuji::ir

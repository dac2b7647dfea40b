// Which premises ordering metarules match.
#include "passes/core/metarules.h"
#include "tests/unit/support/read_metarules.h"

using namespace tesuji;
using namespace tesuji::tests;
using Read = ReadMetarules;
using Kind = passes::LiteralArgument::Kind;

namespace {

/// A rule's body: n(X, Y), n(Y, X), p(X), p(k), different(X, Y).
std::vector<passes::LiteralView> body() {
  const auto variable = [](std::uint32_t number) {
    return passes::LiteralArgument{Kind::variable, number, {}};
  };
  using Premise = ir::PremisePattern::Kind;
  return {{Premise::present, "n", {variable(0), variable(1)}},
          {Premise::present, "n", {variable(1), variable(0)}},
          {Premise::present, "p", {variable(0)}},
          {Premise::absent, "p", {{Kind::constant, 0, "k"}}},
          {Premise::compare, "different", {variable(0), variable(1)}}};
}

std::optional<double> priority(const std::string& text, std::size_t which,
                               const std::vector<bool>& bound) {
  const Read read(text);
  INFO(read.diagnostics.render());
  REQUIRE(read.metarules);
  return passes::Metarules(*read.metarules).priority(body(), which, bound);
}

}  // namespace

TEST_CASE("Metarules of many conditions", "[metarules]") {
  const auto with = [](std::size_t conditions) {
    std::string premises = own + "(bound ?a ?b)";
    for (std::size_t i = 0; i < conditions; ++i) {
      const std::string number = std::to_string(i);
      premises += "(condition ?r (present (n ?x" + number + " ?y" + number + ")))";
    }
    return premises;
  };
  CHECK(Read(metarule(with(frontend::max_conditions + 1), assign)).error() == "1 limit");
  // None of the variables is unbound, in any of 60^8 combinations; or in none of 60^7.
  std::vector<passes::LiteralView> rule;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const passes::LiteralArgument variable{Kind::variable, i, {}};
    rule.push_back({ir::PremisePattern::Kind::present, "n", {variable, variable}});
  }
  const std::vector<bool> bound(60, true);
  for (const std::string more : {"(unbound ?x7)", "(condition ?r (present (m ?x0 ?x6)))"}) {
    const std::size_t conditions = more[1] == 'u' ? 8 : 7;
    const Read read(metarule(with(conditions) + more, assign));
    REQUIRE(read.metarules);
    CHECK(!passes::Metarules(*read.metarules).priority(rule, 0, bound));
  }
  const Read read(metarule(with(8), assign));
  REQUIRE(read.metarules);
  CHECK(passes::Metarules(*read.metarules).priority(rule, 0, bound) == 2.5);
}

TEST_CASE("What a metarule matches", "[metarules]") {
  const std::vector<bool> none{false, false};
  const std::vector<bool> first{true, false};
  const std::vector<bool> both{true, true};
  const std::string plain = metarule("", assign);
  CHECK(priority(plain, 0, none) == 2.5);
  CHECK(priority(plain, 1, both) == 2.5);
  CHECK(!priority(plain, 2, none));
  const std::string one = metarule("(bound ?a) (unbound ?b)", assign);
  CHECK(!priority(one, 0, none));
  CHECK(priority(one, 0, first) == 2.5);
  CHECK(!priority(one, 1, first));
  CHECK(!priority(one, 0, both));
  // The same metavariable twice, constants, `_`, kinds.
  CHECK(!priority(metarule("", "(assign_priority (present (n ?a ?a)) 1)"), 0, none));
  CHECK(priority(metarule("", "(assign_priority (present (n _ _)) 1)"), 0, both) == 1);
  CHECK(!priority(metarule("", "(assign_priority (present (n _ _)) 1)"), 0, first));
  CHECK(!priority(metarule("", "(assign_priority (present (n ?a k)) 1)"), 0, none));
  CHECK(!priority(metarule("", "(assign_priority (present (n ?a)) 1)"), 0, none));
  CHECK(priority(metarule("", "(assign_priority (absent (p k)) 1)"), 3, none) == 1);
  CHECK(!priority(metarule("", "(assign_priority (absent (p j)) 1)"), 3, none));
  CHECK(!priority(metarule("", "(assign_priority (absent (p ?a)) 1)"), 3, none));
  CHECK(!priority(metarule("", "(assign_priority (present (p k)) 1)"), 3, none));
  CHECK(priority(metarule("", "(assign_priority (different ?a ?b) 1)"), 4, none) == 1);
  // The smallest counts.
  CHECK(priority(plain + "(metarule (conclusions (assign_priority (present (n _ _)) 1)))", 0,
                 both) == 1);
}

TEST_CASE("Further conditions look at the rest of the rule", "[metarules]") {
  const std::vector<bool> none{false, false};
  const auto with = [](const std::string& condition) {
    return metarule("(condition ?r (present (n ?a ?b))) (condition ?r " + condition + ")", assign);
  };
  CHECK(priority(with("(present (n ?b ?a))"), 0, none) == 2.5);
  CHECK(!priority(with("(present (n ?a ?c))"), 0, none));  // itself is none of the others
  CHECK(priority(with("(present (p ?a))"), 0, none) == 2.5);
  CHECK(!priority(with("(present (p ?a))"), 1, none));
  CHECK(!priority(with("(present (q ?a))"), 0, none));
  const std::string further =
      metarule("(condition ?r (present (p ?a))) (condition ?r (present (n ?a ?b))) (bound ?b)",
               "(assign_priority (present (p ?a)) 7)");
  CHECK(priority(further, 2, {false, true}) == 7);
  CHECK(!priority(further, 2, {true, false}));
}

// Ordering metarules made from domains and facts.
#include "passes/ordering/synthesise.h"
#include "ir/module/agenda_premises.h"
#include "passes/core/metarules.h"
#include "passes/ordering/literal_views.h"
#include "passes/ordering/order_premises.h"
#include "tests/unit/support/chained.h"
#include "tests/unit/support/read_metarules.h"

#include <algorithm>
#include <limits>

using namespace tesuji;
using namespace tesuji::tests;
using Read = ReadMetarules;
using ir::OrderingMetarule;

TEST_CASE("Metarules made from domains and facts", "[metarules][synthesis]") {
  const Chained chained(
      "(rule r (premises (present (n ?x ?y)) (present (c ?y black)) (absent (c ?x white))"
      " (present (d ?x)) (less ?x ?y)) (conclusions (add (d ?y))))",
      "n(1,2). n(1,3). n(2,3). c(1,black). c(2,black). c(3,white). d(1).");
  REQUIRE(chained.module);
  const auto metarules = passes::synthesise_metarules(*chained.module);
  const auto find = [&](const std::string& relation, const std::vector<std::string>& bound) {
    const auto found = std::find_if(metarules.begin(), metarules.end(), [&](const auto& metarule) {
      return metarule.premise.relation == relation && metarule.bound == bound;
    });
    REQUIRE(found != metarules.end());
    return found->priority;
  };
  CHECK(find("n", {}) == 3);
  CHECK(find("n", {"v0"}) == 1.5);  // three facts, two first arguments
  CHECK(find("n", {"v1"}) == 1.5);
  CHECK(find("n", {"v0", "v1"}) == 0.75);  // three facts, two times two values
  CHECK(find("c", {}) == 2);               // black ones
  CHECK(find("less", {}) == 0.5);
  CHECK(find("d", {}) > find("d", {"v0"}));
  // They are text that a person can read and edit.
  const Read read(frontend::print_metarules(metarules));
  INFO(read.diagnostics.render());
  REQUIRE(read.metarules);
  CHECK(read.metarules->size() == metarules.size());
}

TEST_CASE("A test of one column has a share of what other premises bind",
          "[metarules][synthesis]") {
  const Chained chained(
      "(rule r (premises (present (n ?x ?y)) (present (few ?y)) (present (all ?y))"
      " (present (alone ?z))) (conclusions (add (d ?x ?z))))",
      "n(1,2). n(1,3). n(2,4). n(2,5). n(3,5). few(2). few(9). all(2). all(3). all(4). all(5)."
      " alone(1).");
  REQUIRE(chained.module);
  std::vector<std::string> told;
  for (const auto& metarule : passes::synthesise_metarules(*chained.module)) {
    if (metarule.premise.args.size() != 1 || metarule.bound.empty()) continue;
    told.push_back(metarule.premise.relation);
    CAPTURE(metarule.premise.relation);
    // Of 2, 3, 4, 5 and the other's own values: 1 in 4 and in 4, 4 in 4 and 1 in 2.
    CHECK(metarule.priority == (metarule.premise.relation == "few" ? 0.25 : 0.8333));  // rounded
  }
  CHECK(told == std::vector<std::string>{"few", "all"});
}

TEST_CASE("Only what other premises have can be bound", "[metarules][synthesis]") {
  const Chained chained(
      "(rule r (premises (present (n ?x ?y)) (present (m ?y ?z)) (absent (n ?z ?x)))"
      " (conclusions (add (d ?x))))",
      "n(1,2). n(1,3). n(2,3). m(1,2). m(2,1).");
  REQUIRE(chained.module);
  const auto bound = [&](const std::string& relation, ir::PremisePattern::Kind kind) {
    std::vector<std::vector<std::string>> sets;
    for (const auto& metarule : passes::synthesise_metarules(*chained.module)) {
      if (metarule.premise.relation != relation || metarule.premise.kind != kind) continue;
      CHECK(metarule.bound.size() + metarule.unbound.size() == 2);
      sets.push_back(metarule.bound);
    }
    return sets;
  };
  using Sets = std::vector<std::vector<std::string>>;
  using Premise = ir::PremisePattern::Kind;
  // No other premise that is present has ?x, or ?z; comparisons and absent ones bind nothing.
  CHECK(bound("n", Premise::present) == Sets{{}, {"v1"}});
  CHECK(bound("m", Premise::present) == Sets{{}, {"v0"}});
  CHECK(bound("n", Premise::absent) == Sets{{"v0", "v1"}});
}

TEST_CASE("Where anything will do, one fact is as good as several", "[metarules][synthesis]") {
  const Chained chained(
      "(rule r (premises (present (p ?x)) (present (n ?x _)) (absent (n _ ?x)) (present (d ?x _)))"
      " (conclusions (add (d ?x ?x))))",
      "p(1). p(2). p(3). p(4). n(1,2). n(1,3). n(1,4). n(2,4). d(1,1).");
  REQUIRE(chained.module);
  const auto find = [&](ir::PremisePattern::Kind kind, const std::string& relation,
                        const std::vector<std::string>& bound) {
    for (const auto& metarule : passes::synthesise_metarules(*chained.module)) {
      if (metarule.premise.kind == kind && metarule.premise.relation == relation &&
          metarule.bound == bound) {
        return metarule.priority;
      }
    }
    FAIL("no metarule of " << relation);
    return 0.0;
  };
  using Premise = ir::PremisePattern::Kind;
  // A test, of the two values of the column, both of which have a fact; four without.
  CHECK(find(Premise::present, "n", {"v0"}) == 1);
  CHECK(find(Premise::present, "n", {}) == 4);
  // Each of the second column's three values has a fact.
  CHECK(find(Premise::absent, "n", {"v0"}) == 0);
  // Of what rules add, too, a test lets through one binding at most.
  CHECK(find(Premise::present, "d", {"v0"}) <= 1);
}

TEST_CASE("A lone variable counts as it stands, and as nothing in particular",
          "[metarules][synthesis]") {
  const Chained chained(
      "(rule r (premises (present (p ?x)) (present (n ?x ?y))) (conclusions (add (d ?x))))",
      "p(1). p(2). n(1,2). n(1,3). n(1,4). n(2,4).");
  REQUIRE(chained.module);
  const auto metarules = passes::synthesise_metarules(*chained.module);
  const auto of = [&](ir::PremisePattern::Argument::Kind kind) {
    const auto found = std::find_if(metarules.begin(), metarules.end(), [&](const auto& metarule) {
      return metarule.premise.relation == "n" && metarule.premise.args[1].kind == kind &&
             metarule.bound == std::vector<std::string>{"v0"};
    });
    REQUIRE(found != metarules.end());
    return found->priority;
  };
  CHECK(of(ir::PremisePattern::Argument::Kind::variable) == 2);
  CHECK(of(ir::PremisePattern::Argument::Kind::any) == 1);
}

TEST_CASE("Metarules of premises with many variables", "[metarules][synthesis]") {
  // A premise of `width` variables, which another one has, too.
  const auto rule = [](std::size_t width) {
    std::string arguments;
    std::string fact;
    for (std::size_t i = 0; i < width; ++i) {
      arguments += " ?x" + std::to_string(i);
      fact += (i == 0 ? "" : ",") + std::to_string(i % 7);
    }
    return Chained("(rule r (premises (present (n" + arguments + ")) (present (m" + arguments +
                       ")) (absent (l" + arguments + "))) (conclusions (add (d ?x0))))",
                   "n(" + fact + "). m(" + fact + "). l(" + fact + ").");
  };
  const auto count = [](const std::vector<OrderingMetarule>& metarules) {
    return std::count_if(metarules.begin(), metarules.end(),
                         [](const auto& metarule) { return metarule.premise.relation == "n"; });
  };
  const Chained six = rule(6);
  REQUIRE(six.module);
  CHECK(count(passes::synthesise_metarules(*six.module)) == 64);

  for (const std::size_t width : {7, 40}) {
    CAPTURE(width);
    const Chained wide = rule(width);
    REQUIRE(wide.module);
    const auto metarules = passes::synthesise_metarules(*wide.module);
    CHECK(count(metarules) == static_cast<std::ptrdiff_t>(2 * width + 2));
    const Read read(frontend::print_metarules(metarules));
    INFO(read.diagnostics.render());
    REQUIRE(read.metarules);
    // Whatever is bound, there is a priority; more bound, no larger one.
    const auto views =
        passes::views_of(*wide.module, ir::premises_of(wide.module->agendas.front()));
    const passes::Metarules known(*read.metarules);
    for (std::size_t which = 0; which < 2; ++which) {
      std::vector<bool> bound(wide.module->agendas.front().variables.size());
      double before = std::numeric_limits<double>::infinity();
      for (std::size_t v = 0; v <= bound.size(); ++v) {
        const auto priority = known.priority(views, which, bound);
        REQUIRE(priority.has_value());
        CHECK(*priority <= before);
        before = *priority;
        if (v < bound.size()) bound[v] = true;
      }
    }
    CHECK(known.priority(views, 2, std::vector<bool>(width, true)) == 0);
  }
}

TEST_CASE("Priorities of relations so wide that no double tells how seldom they hold",
          "[metarules][synthesis]") {
  // Of 100 values a column: 155 columns have more combinations than there are doubles for,
  // 154 need one that only just is.
  for (const std::size_t width : {150, 153, 154, 155, 157}) {
    CAPTURE(width);
    std::string variables;
    for (std::size_t i = 0; i < width; ++i) variables += " ?x" + std::to_string(i);
    std::string facts;
    for (int row = 0; row < 100; ++row) {
      for (const char* name : {"n(", "m("}) {
        facts += name;
        for (std::size_t i = 0; i < width; ++i)
          facts += (i == 0 ? "c" : ",c") + std::to_string(row);
        facts += "). ";
      }
    }
    Chained wide("(rule r (premises (present (n" + variables + ")) (present (m" + variables +
                     "))) (conclusions (add (d ?x0))))",
                 facts);
    REQUIRE(wide.module);
    const auto metarules = passes::synthesise_metarules(*wide.module);
    const Read read(frontend::print_metarules(metarules));
    INFO(read.diagnostics.render());
    REQUIRE(read.metarules);
    REQUIRE(read.metarules->size() == metarules.size());
    double least = 1;
    for (std::size_t i = 0; i < metarules.size(); ++i) {
      CHECK(read.metarules->at(i).priority == metarules[i].priority);
      least = std::min(least, metarules[i].priority);
    }
    CHECK(least < 1e-290);
    REQUIRE(passes::order_premises(*wide.module, passes::Metarules(metarules)));
    CHECK(ir::verify(*wide.module, wide.diagnostics));
  }
}

TEST_CASE("Priorities are rounded as far as their order allows", "[metarules][synthesis]") {
  const std::vector<double> exact{32 / 9.0,  3.556,     3.5555,    1 / 3.0, 1 / 3.0,   0.33330001,
                                  123456,    123456.5,  0,         2.0,     1.9999999, 1e-9 / 3,
                                  2.0000001, 1e300 / 7, 0.1 + 0.2, 0.3};
  std::vector<OrderingMetarule> metarules;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    OrderingMetarule metarule;
    metarule.name = "m" + std::to_string(i);
    metarule.premise.relation = "r" + std::to_string(i);
    metarule.priority = exact[i];
    metarules.push_back(metarule);
  }
  std::vector<OrderingMetarule> alone{metarules[0]};
  passes::round_priorities(alone);
  CHECK(alone[0].priority == 3.556);

  passes::round_priorities(metarules);
  CHECK(metarules[6].priority == 123456);
  CHECK(metarules[3].priority == metarules[4].priority);
  const Read again(frontend::print_metarules(metarules));
  REQUIRE(again.metarules);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    CHECK((*again.metarules)[i].priority == metarules[i].priority);
    for (std::size_t j = 0; j < exact.size(); ++j) {
      CHECK((metarules[i].priority < metarules[j].priority) == (exact[i] < exact[j]));
    }
  }
}

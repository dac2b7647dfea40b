// The search for cheap orders, on the paper's rule and on small ones.
#include "passes/ordering/order_search.h"

#include "backend/rules/order_rules.h"
#include "ir/module/agenda_premises.h"
#include "passes/core/pass.h"
#include "passes/ordering/order_premises.h"
#include "passes/ordering/synthesise.h"
#include "tests/unit/support/chained.h"
#include "tests/unit/support/folders.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <numeric>

using namespace tesuji;
using namespace tesuji::tests;
using driver::OrderSource;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::string contents(const std::string& name) {
  std::ifstream file(source_dir() + "/examples/ordering/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

void order(Chained& rules, const driver::OrderOptions& options) {
  const auto metarules = passes::synthesise_metarules(*rules.module);
  REQUIRE(driver::order_rules(*rules.module, metarules, options));
  passes::PassContext context{rules.diagnostics, {}};
  passes::PipelineOptions pipeline;
  pipeline.verify_each = true;
  REQUIRE(passes::run_pipeline(*rules.module, options.passes, pipeline, context));
}

/// Of all rules; what they deduce must be so many facts.
std::uint64_t nodes(const Chained& rules, std::size_t facts) {
  const runtime::ProductionResult result = rules.run(driver::ProductionEngine::interpreter);
  CHECK(result.end == runtime::ProductionEnd::fixpoint);
  std::size_t deduced = 0;
  for (const runtime::FactRows& rows : result.deduced) deduced += rows.rows;
  CHECK(deduced == facts);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < result.counts.size(); ++i) {
    sum += driver::count_nodes(rules.module->agendas[i], result.counts[i]);
  }
  return sum;
}

double sum(const std::optional<std::vector<double>>& trials) {
  return trials ? std::accumulate(trials->begin(), trials->end() - 1, 0.0) : infinite;
}

// A triangle with a label, whose source order is a bad one.
const std::string triangle_rules = R"((rule triangle
  (premises
    (present (edge ?x ?y))
    (present (edge ?z ?w))
    (different ?x ?w)
    (present (edge ?y ?z))
    (present (label ?x red))
    (present (edge ?w ?x)))
  (conclusions
    (add (found ?x)))))";

std::string triangle_facts() {
  std::string facts;
  for (int i = 0; i < 24; ++i) {
    for (const int step : {1, 5, 7}) {
      facts +=
          "edge(v" + std::to_string(i) + ",v" + std::to_string((i * step + step) % 24) + ").\n";
    }
    facts += "label(v" + std::to_string(i) + (i % 6 == 0 ? ",red" : ",blue") + ").\n";
  }
  return facts;
}

}  // namespace

TEST_CASE("The shortest path is the cheapest order of all", "[order]") {
  Chained rules(triangle_rules, triangle_facts());
  const ir::Module& module = *rules.module;
  const passes::FreeBody body(module, module.agendas[0]);
  const passes::Metarules metarules(passes::synthesise_metarules(module));
  driver::RuleObservation observation(module, 0, driver::initial_facts(module));
  const passes::PrefixTrials observed = [&](const passes::PremiseOrder& prefix, double limit) {
    return observation.prefix_trials(body.in_order(prefix), limit);
  };
  for (const passes::PrefixTrials& trials : {passes::estimated_trials(body, metarules), observed}) {
    const auto found = passes::shortest_order(body, metarules, trials, infinite, {});
    REQUIRE(found);
    const double least = sum(trials(*found, infinite));
    passes::PremiseOrder any(body.premises().size());
    std::iota(any.begin(), any.end(), std::size_t{0});
    std::size_t dearer = 0;
    do {
      const double cost = sum(trials(passes::with_early_tests(body, any), infinite));
      CHECK(least <= cost);
      dearer += cost > least ? 1 : 0;
    } while (std::next_permutation(any.begin(), any.end()));
    CHECK(dearer > 0);
  }
}

TEST_CASE("Of tests that become possible together, what fewest bindings pass comes first",
          "[order]") {
  // By their own facts both let half of all pass; of what `p` binds, `early` lets through
  // one in a hundred and `late` all.
  std::string facts = "start(w). late(v999,u). ";
  for (int i = 0; i < 1000; ++i) {
    const std::string value = "v" + std::to_string(i);
    if (i < 100) facts += "p(" + value + ",w). ";
    if (i < 890) facts += "late(" + value + ",w). ";
    facts += "early(" + value + (i < 99 ? ",u). " : ",w). ");
  }
  const std::string text =
      "(rule r (premises (present (start ?y)) (present (p ?x ?y)) (present (late ?x ?y))"
      " (present (early ?x ?y))) (conclusions (add (c ?x))))";
  const auto cost = [&](OrderSource source) {
    Chained rules(text, facts);
    driver::OrderOptions options;
    options.source = source;
    order(rules, options);
    return nodes(rules, 1);
  };
  CHECK(cost(OrderSource::greedy) == 1 + 1 + 100 + 100);
  CHECK(cost(OrderSource::observed) == 1 + 1 + 100 + 1);
}

TEST_CASE("What is observed of a prefix is what the whole order counts", "[order]") {
  Chained rules(triangle_rules, triangle_facts());
  const passes::FreeBody body(*rules.module, rules.module->agendas[0]);
  driver::RuleObservation observation(*rules.module, 0, driver::initial_facts(*rules.module));
  const passes::PremiseOrder order{4, 0, 3, 1, 2, 5};
  const auto trials = observation.prefix_trials(body.in_order(order), infinite);
  REQUIRE(trials);
  ir::set_premises(*rules.module, rules.module->agendas[0], body.in_order(order));
  const auto result = rules.run(driver::ProductionEngine::interpreter);
  CHECK(std::vector<double>(result.counts[0].trials.begin(), result.counts[0].trials.end()) ==
        *trials);
  CHECK(observation.nodes(body.in_order(order), {}, infinite) == sum(trials));
  CHECK(!observation.prefix_trials(body.in_order(order), sum(trials) - 1));
  CHECK(!observation.nodes(body.in_order(order), {}, sum(trials) / 2));
}

TEST_CASE("A premise that binds a variable twice counts with its comparison", "[order]") {
  Chained rules(
      "(rule r (premises (present (q ?x)) (present (p ?x ?x))) (conclusions (add (c ?x))))",
      "p(a,a). p(a,b). p(b,b). q(b).");
  const passes::FreeBody body(*rules.module, rules.module->agendas[0]);
  driver::RuleObservation observation(*rules.module, 0, driver::initial_facts(*rules.module));
  const auto trials = observation.prefix_trials(body.in_order({1, 0}), infinite);
  REQUIRE(trials);
  CHECK(*trials == std::vector<double>{1 + 3, 2, 1});
}

TEST_CASE("Orders of several rules, one reading what another concludes", "[order]") {
  const std::string text = R"(
    (rule base (premises (present (edge ?x ?y))) (conclusions (add (path ?x ?y))))
    (rule step (premises (present (edge ?y ?z)) (present (path ?x ?y)))
               (conclusions (add (path ?x ?z))))
    (rule far (premises (present (path ?x ?y)) (present (edge ?x ?z)) (present (goal ?y)))
              (conclusions (add (good ?x)))))";
  std::string facts = "goal(v7).\n";
  for (int i = 0; i < 9; ++i) {
    facts += "edge(v" + std::to_string(i) + ",v" + std::to_string(i + 1) + ").\n";
  }
  for (const OrderSource source :
       {OrderSource::greedy, OrderSource::estimated, OrderSource::observed}) {
    Chained rules(text, facts);
    driver::OrderOptions options;
    options.source = source;
    order(rules, options);
    CHECK(nodes(rules, 45 + 7) > 0);
  }
}

TEST_CASE("Where order is meaning nothing is ordered", "[order]") {
  Chained rules(
      "(rule r (premises (present (p ?x)) (present (q ?x))) (conclusions (remove (p ?x))))",
      "p(a). p(b). q(b).");
  driver::OrderOptions options;
  options.source = OrderSource::observed;
  CHECK(!driver::order_rules(*rules.module, {}, options));
}

TEST_CASE("Table 4's rule by search: the plain nest", "[order][tables][slow]") {
  Chained rules(contents("connect-table4.rules"), contents("position.pl"));
  driver::OrderOptions options;
  options.source = OrderSource::observed;
  order(rules, options);
  CHECK(nodes(rules, 208) == 47'755);
  Chained estimated(contents("connect-table4.rules"), contents("position.pl"));
  options.source = OrderSource::estimated;
  order(estimated, options);
  CHECK(nodes(estimated, 208) <= 80'000);
}

TEST_CASE("Table 4's rule by search: existence tests and absent-checks", "[order][tables][slow]") {
  std::vector<std::uint64_t> found;
  for (const std::uint64_t seed : {1, 1, 2}) {
    Chained rules(contents("connect-table4.rules"), contents("position.pl"));
    driver::OrderOptions options;
    options.source = OrderSource::observed;
    options.passes = {"introduce-exists", "insert-absent"};
    options.evaluations = 1'000;
    options.seed = seed;
    order(rules, options);
    found.push_back(nodes(rules, 208));
    CHECK(found.back() <= 10'851);
  }
  CHECK(found[0] == found[1]);
}

TEST_CASE("A variable that nothing else mentions is told of by metarules", "[order]") {
  std::string facts = "b(x7,y0).\n";
  for (int i = 0; i < 100; ++i) facts += "a(x" + std::to_string(i) + ").\n";
  for (const OrderSource source : {OrderSource::greedy, OrderSource::estimated}) {
    Chained rules(
        "(rule r (premises (present (a ?x)) (present (b ?x ?y))) (conclusions (add (c ?x))))",
        facts);
    driver::OrderOptions options;
    options.source = source;
    order(rules, options);
    CHECK(nodes(rules, 1) == 2);
  }
}

TEST_CASE("An estimated order is not dearer than the greedy one or the source", "[order]") {
  Chained rules(triangle_rules, triangle_facts());
  const ir::Module& module = *rules.module;
  const passes::FreeBody body(module, module.agendas[0]);
  const passes::Metarules metarules(passes::synthesise_metarules(module));
  const passes::PrefixTrials trials = passes::estimated_trials(body, metarules);
  passes::PremiseOrder source(body.premises().size());
  std::iota(source.begin(), source.end(), std::size_t{0});
  driver::OrderOptions options;
  options.source = OrderSource::estimated;
  options.evaluations = 1;
  order(rules, options);
  const passes::FreeBody found(*rules.module, rules.module->agendas[0]);
  const double cost = sum(passes::estimated_trials(found, metarules)(source, infinite));
  CHECK(cost <= sum(trials(passes::greedy_order(body, metarules), infinite)));
  CHECK(cost <= sum(trials(passes::with_early_tests(body, source), infinite)));
}

TEST_CASE("A search ends where its trials are used up", "[order]") {
  std::string facts;
  std::string premises;
  for (int r = 0; r < 8; ++r) {
    const std::string name = "p" + std::to_string(r);
    premises += " (present (" + name + " ?x" + std::to_string(r) + "))";
    for (int i = 0; i < 100; ++i) facts += name + "(v" + std::to_string(i) + ").\n";
  }
  Chained rules("(rule r (premises" + premises + ") (conclusions (add (c ?x0))))", facts);
  driver::OrderOptions options;
  options.source = OrderSource::observed;
  options.passes = {"introduce-exists", "insert-absent"};
  options.max_nodes = 1'000;
  order(rules, options);
  CHECK(nodes(rules, 100) <= 1'000);
}

// Profiles, and the metarules made of them.
#include "passes/ordering/observed_metarules.h"

#include "frontend/rules/metarules_parser.h"
#include "frontend/rules/rules_printer.h"
#include "passes/analysis/profile.h"
#include "passes/core/pass.h"
#include "passes/ordering/order_premises.h"
#include "passes/ordering/synthesise.h"
#include "tests/unit/support/chained.h"
#include "tests/unit/support/words.h"
#include "tools/base/json.h"
#include "tools/reports/profile_file.h"

#include <limits>

using namespace tesuji;
using namespace tesuji::tests;

namespace {

passes::Profile profile_of(const Chained& rules) {
  const runtime::ProductionResult result = rules.run(driver::ProductionEngine::interpreter);
  std::vector<std::vector<std::uint64_t>> trials;
  for (const runtime::AgendaCounts& counts : result.counts) trials.push_back(counts.trials);
  return passes::make_profile(*rules.module, trials, true);
}

// 24 points, twelve of them inner ones with four neighbours, the others with one.
std::string facts() {
  std::string text;
  for (int i = 0; i < 24; ++i) {
    const std::string point = "p" + std::to_string(i);
    text += "point(" + point + ").\n";
    if (i < 12) text += "inner(" + point + ").\n";
    for (int n = 0; n < (i < 12 ? 4 : 1); ++n) {
      text += "next(" + point + ",p" + std::to_string((i + n + 1) % 24) + ").\n";
    }
  }
  return text;
}

const std::string rules_text = R"((rule any
  (premises (present (point ?x)) (present (next ?x ?y)))
  (conclusions (add (a ?x ?y))))
(rule outside
  (premises (present (outer ?z)) (present (next ?z ?y)))
  (conclusions (add (b ?z ?y)))))";

std::string outer_facts() {
  std::string text = facts();
  for (int i = 12; i < 24; ++i) text += "outer(p" + std::to_string(i) + ").\n";
  return text;
}

}  // namespace

TEST_CASE("Trials and matches of every premise", "[profile]") {
  Chained rules(rules_text, outer_facts());
  const passes::Profile profile = profile_of(rules);
  REQUIRE(profile.size() == 2);
  CHECK(profile[0].name == "any");
  REQUIRE(profile[0].premises.size() == 2);
  const passes::ProfiledPremise& neighbour = profile[0].premises[1];
  CHECK(neighbour.premise.relation == "next");
  CHECK(neighbour.bound == std::vector<std::string>{"x"});
  CHECK(neighbour.trials == 24);
  CHECK(neighbour.matches == 60);
  CHECK(!neighbour.first_witness);
  CHECK(profile[1].premises[1].trials == 12);
  CHECK(profile[1].premises[1].matches == 12);
}

TEST_CASE("Premises in existence tests are marked", "[profile]") {
  Chained rules(
      "(rule r (premises (present (point ?x)) (present (next ?x ?y)) (present (inner ?y)))"
      " (conclusions (add (c ?x))))",
      facts());
  passes::PassContext context{rules.diagnostics, {}};
  const std::vector<std::string_view> names{"introduce-exists", "insert-absent"};
  REQUIRE(passes::run_pipeline(*rules.module, names, {}, context));
  const passes::Profile profile = profile_of(rules);
  REQUIRE(profile[0].premises.size() == 3);
  CHECK(!profile[0].premises[0].first_witness);
  CHECK(profile[0].premises[1].first_witness);
  CHECK(profile[0].premises[1].trials == 24);
  CHECK(profile[0].premises[2].bound == std::vector<std::string>{"y"});
  // Every point but those whose only neighbour is an outer one has a witness.
  CHECK(profile[0].premises[2].matches == 12);
}

TEST_CASE("A condition tells places with fewer matches apart", "[profile]") {
  Chained rules(rules_text, outer_facts());
  const auto metarules = passes::observed_metarules(profile_of(rules));
  std::vector<ir::OrderingMetarule> next;
  for (const ir::OrderingMetarule& metarule : metarules) {
    if (metarule.premise.relation == "next") next.push_back(metarule);
  }
  REQUIRE(next.size() == 2);
  CHECK(next[0].conditions.empty());
  CHECK(next[0].priority == 2.5);
  CHECK(next[0].note == "observed: 60 matches in 24 trials");
  REQUIRE(next[1].conditions.size() == 1);
  CHECK(next[1].conditions[0].relation == "outer");
  CHECK(next[1].priority == 1);

  // As text and back they say the same.
  auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  const auto file = sources->add("test.meta", frontend::print_metarules(metarules));
  const auto read = frontend::parse_metarules(file, diagnostics);
  REQUIRE(read);
  REQUIRE(read->size() == metarules.size());
  const passes::FreeBody body(*rules.module, rules.module->agendas[1]);
  const std::vector<bool> bound{true, false};
  CHECK(passes::Metarules(*read).priority(body.views(), 1, bound) == 1);
  const passes::FreeBody other(*rules.module, rules.module->agendas[0]);
  CHECK(passes::Metarules(*read).priority(other.views(), 1, bound) == 2.5);
}

TEST_CASE("What was not observed comes from elsewhere", "[profile]") {
  ir::OrderingMetarule seen;
  seen.name = "seen";
  seen.premise.relation = "p";
  seen.premise.args = {{ir::PremisePattern::Argument::Kind::variable, "a"}};
  seen.bound = {"a"};
  seen.priority = 0.5;
  ir::OrderingMetarule same = seen;
  same.premise.args[0].text = "other_name";
  same.bound = {"other_name"};
  same.priority = 7;
  ir::OrderingMetarule unbound = same;
  unbound.bound.clear();
  unbound.unbound = {"other_name"};
  // A condition makes it speak of some rules only.
  ir::OrderingMetarule conditional = unbound;
  conditional.conditions = {seen.premise};
  CHECK(passes::with_others({conditional}, {unbound}).size() == 2);
  const auto all = passes::with_others({seen}, {same, unbound});
  REQUIRE(all.size() == 2);
  CHECK(all[0].priority == 0.5);
  CHECK(all[1].unbound.size() == 1);
}

TEST_CASE("A profile as JSON and back", "[profile]") {
  Chained rules(rules_text, outer_facts());
  const auto result = rules.run(driver::ProductionEngine::native);
  const std::string text = tools::profile_to_json(*rules.module, result).dump();
  const auto read = tools::profile_from_json(text, "test", rules.diagnostics);
  REQUIRE(read);
  const passes::Profile profile = profile_of(rules);
  REQUIRE(read->size() == profile.size());
  CHECK((*read)[1].premises[1].matches == profile[1].premises[1].matches);
  CHECK((*read)[1].premises[1].bound == profile[1].premises[1].bound);
  for (const char* wrong :
       {"", "[]", "{\"profile\": \"1\"}", "{\"profile\": 1}", "{\"profile\": 1, \"rules\": 3}",
        R"({"profile": 1, "rules": [{"rule": "r", "premises": [{"kind": "p"}]}]})",
        R"({"profile": 1, "rules": [{"rule": "r", "premises": [{"kind": "present", "relation": "p",
            "arguments": [], "bound": [], "trials": -1, "matches": 0}]}]})"}) {
    CAPTURE(wrong);
    ir::Diagnostics diagnostics(*rules.sources);
    CHECK(!tools::profile_from_json(wrong, "test", diagnostics));
    CHECK(diagnostics.all().size() == 1);
  }
}

TEST_CASE("Profiles that make no sense are refused", "[profile]") {
  const auto read = [](const std::string& premises) {
    ir::SourceMap sources;
    ir::Diagnostics diagnostics(sources);
    const auto profile = tools::profile_from_json(
        R"({"profile": 1, "rules": [{"rule": "r", "premises": [)" + premises + "]}]}", "test",
        diagnostics);
    if (!profile) return diagnostics.all().at(0).message;
    const std::string text = frontend::print_metarules(passes::observed_metarules(*profile));
    INFO(text);
    CHECK(frontend::parse_metarules(sources.add("test.meta", text), diagnostics));
    return std::string();
  };
  const auto premise = [](const std::string& relation, const std::string& arguments,
                          const std::string& bound, const std::string& counts,
                          const std::string& kind = "present") {
    return R"({"kind": ")" + kind + R"(", "relation": ")" + relation + R"(", "arguments": [)" +
           arguments + R"(], "bound": [)" + bound + "], " + counts + "}";
  };
  const auto refuse = [&](const std::string& text) {
    const std::string message = read(text);
    CHECK_FALSE(message.empty());
    tests::check_words(message);
  };
  const std::string counts = R"("trials": 2, "matches": 5)";
  CHECK(read(premise("p", R"("?a", "k", "_")", R"("?a")", counts)).empty());
  CHECK(read(premise("<", R"("?a", "3")", "", counts, "compare")).empty());
  for (const std::string name : {"", "a b", "a) (", ";x", "?", "?x", "_", "A", "a\\u0001"}) {
    CAPTURE(name);
    refuse(premise(name, R"("?a")", "", counts));
  }
  for (const std::string name : {"", "a b", ";x", "?", "?a b", "A"}) {
    CAPTURE(name);
    refuse(premise("p", '"' + name + '"', "", counts));
  }
  refuse(premise("p", R"("?a")", R"("?b")", counts));
  refuse(premise("p", "", "", R"("trials": 0, "matches": 5)"));
  refuse(premise("near", R"("?a", "?b")", "", counts, "compare"));
  refuse(premise("same", R"("?a")", "", counts, "compare"));
  const std::string half = R"("trials": 9223372036854775808, "matches": 5)";
  refuse(premise("p", "", "", half) + "," + premise("p", "", "", half));
}

TEST_CASE("Rules as text and back", "[rules]") {
  const std::string text = R"((rule r
  (premises
    (present (p ?x _ 3.79))
    (absent (q ?x))
    (less_or_equal ?x 4)
    (present (start)))
  (conclusions
    (add (s ?x a))
    (remove (p ?x b 1))))
)";
  Chained rules(text, "p(1,b,3.79). start.");
  REQUIRE(rules.module);
  const std::string printed = frontend::print_rules(*rules.module);
  Chained again(printed, "p(1,b,3.79). start.");
  REQUIRE(again.module);
  CHECK(frontend::print_rules(*again.module) == printed);
  CHECK(rules.text(rules.run(driver::ProductionEngine::interpreter).memory) ==
        again.text(again.run(driver::ProductionEngine::interpreter).memory));
}

TEST_CASE("What was hardly tried before a run was broken off is left out", "[profile]") {
  Chained rules(rules_text, outer_facts());
  runtime::ProductionLimits limits;
  limits.nodes = 30;
  const auto result = rules.run(driver::ProductionEngine::interpreter, limits);
  REQUIRE(result.end == runtime::ProductionEnd::nodes);
  const std::string text = tools::profile_to_json(*rules.module, result).dump();
  const auto read = tools::profile_from_json(text, "test", rules.diagnostics);
  REQUIRE(read);
  // The loop over points was tried once, and is not over.
  for (const passes::ProfiledPremise& premise : (*read)[0].premises) CHECK(premise.trials >= 16);
}

TEST_CASE("`_` in a metarule is not for what the premise binds", "[profile]") {
  Chained rules(
      "(rule r (premises (present (a ?x)) (present (b ?x _))) (conclusions (add (c ?x))))"
      "(rule s (premises (present (a ?x)) (present (b ?x ?y))) (conclusions (add (d ?y))))",
      "a(x). b(x,y).");
  ir::OrderingMetarule metarule;
  metarule.premise.relation = "b";
  metarule.premise.args = {{ir::PremisePattern::Argument::Kind::variable, "v"}, {}};
  metarule.bound = {"v"};
  metarule.priority = 1;
  const passes::Metarules metarules({metarule});
  const passes::FreeBody test(*rules.module, rules.module->agendas[0]);
  CHECK(metarules.priority(test.views(), 1, {true}) == 1);
  const passes::FreeBody loop(*rules.module, rules.module->agendas[1]);
  CHECK(!metarules.priority(loop.views(), 1, {true, false}));
  CHECK(metarules.priority(loop.views(), 1, {true, true}) == 1);
}

TEST_CASE("Priorities are rounded, however small they are", "[metarules]") {
  const double smallest = std::numeric_limits<double>::denorm_min();
  CHECK(passes::with_digits(1.0 / 3, 4) == 0.3333);
  CHECK(passes::with_digits(smallest, 4) == smallest);
  std::vector<ir::OrderingMetarule> metarules(5);
  const std::vector<double> numbers{0, smallest, 1e-310, 1.23456e-200, 7};
  for (std::size_t i = 0; i < numbers.size(); ++i) metarules[i].priority = numbers[i];
  passes::round_priorities(metarules);
  CHECK(metarules[0].priority == 0);
  CHECK(metarules[1].priority == passes::least_priority);
  CHECK(metarules[2].priority == passes::least_priority);
  CHECK(metarules[3].priority == 1.235e-200);
  CHECK(metarules[4].priority == 7);
}

TEST_CASE("Synthesised metarules of several sets stand beside observed ones",
          "[metarules][profile]") {
  const auto one = [](const std::string& bound, const std::string& unbound, double priority) {
    ir::OrderingMetarule metarule;
    metarule.name = "n_1";
    metarule.premise.relation = "n";
    for (const char* name : {"a", "b"}) {
      metarule.premise.args.push_back({ir::PremisePattern::Argument::Kind::variable, name});
    }
    metarule.bound = {bound};
    if (!unbound.empty()) metarule.unbound = {unbound};
    metarule.priority = priority;
    return metarule;
  };
  const std::vector<ir::OrderingMetarule> observed{one("a", "b", 2)};
  CHECK(passes::with_others(observed, {one("a", "b", 3)}).size() == 1);
  CHECK(passes::with_others(observed, {one("b", "a", 3)}).size() == 2);
  CHECK(passes::with_others(observed, {one("a", "", 3)}).size() == 2);
}

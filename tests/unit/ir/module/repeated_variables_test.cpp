// Variables that a premise has twice: split in agendas, joined where premises are looked at.
#include "ir/module/agenda_premises.h"

#include "frontend/rules/metarules_parser.h"
#include "frontend/rules/rules_printer.h"
#include "passes/analysis/profile.h"
#include "passes/ordering/order_premises.h"
#include "tests/unit/support/chained.h"

#include <set>

using namespace tesuji;
using namespace tesuji::tests;

namespace {

const std::string clash =
    "(rule r (premises (present (p ?x ?x)) (present (q ?x.2))) (conclusions (add (r ?x ?x.2))))";
const std::string facts = "p(a,a). p(a,b). p(b,c). q(a). q(b).";

std::size_t deduced(const Chained& rules) {
  return rules.run(driver::ProductionEngine::interpreter).deduced[2].rows;
}

}  // namespace

TEST_CASE("Copies of variables have names of their own", "[agenda][repeated]") {
  const Chained rules(clash, facts);
  const std::vector<std::string>& names = rules.module->agendas[0].variables;
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
  CHECK(deduced(rules) == 2);
  const std::string printed = frontend::print_rules(*rules.module);
  INFO(printed);
  CHECK(printed.find("(present (p ?x ?x))") != std::string::npos);
  CHECK(deduced(Chained(printed, facts)) == 2);
}

TEST_CASE("Premises have repeated variables, operations do not", "[agenda][repeated]") {
  Chained rules(
      "(rule r (premises (present (p ?x ?x ?x)) (different ?x c)) "
      "(conclusions (add (r ?x))))",
      "p(a,a,a). p(c,c,c). p(a,a,b).");
  ir::Agenda& agenda = rules.module->agendas[0];
  CHECK(agenda.ops.size() == 5);
  const auto premises = ir::premises_of(agenda);
  REQUIRE(premises.size() == 2);
  for (const ir::Argument& argument : premises[0].args) {
    CHECK(argument.kind == ir::Argument::Kind::variable);
    CHECK(argument.id == premises[0].args[0].id);
  }
  set_premises(*rules.module, agenda, premises);
  CHECK(agenda.ops.size() == 5);
  CHECK(ir::premises_of(agenda).size() == 2);
  CHECK(rules.run(driver::ProductionEngine::interpreter).deduced[1].rows == 1);
}

TEST_CASE("A comparison of what something else asks for stays one", "[agenda][repeated]") {
  for (const std::string conclusion : {"(r ?x ?y)", "(r ?x ?x)"}) {
    const Chained rules(
        "(rule r (premises (present (p ?x ?y)) (same ?x ?y)) "
        "(conclusions (add " +
            conclusion + ")))",
        facts);
    const bool asked = conclusion == "(r ?x ?y)";
    CHECK(ir::premises_of(rules.module->agendas[0]).size() == (asked ? 2 : 1));
  }
  const Chained two(
      "(rule r (premises (present (p ?x _)) (present (q ?y)) (same ?x ?y)) "
      "(conclusions (add (r ?x ?x))))",
      facts);
  CHECK(ir::premises_of(two.module->agendas[0]).size() == 3);
}

TEST_CASE("Metarules and profiles see repeated variables", "[agenda][repeated]") {
  Chained rules(
      "(rule r (premises (present (q ?y)) (present (p ?x ?x))) (conclusions (add (r ?x ?y))))",
      facts);
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const auto metarules = frontend::parse_metarules(
      sources.add("test.meta",
                  "(metarule twice (premises (condition ?r (present (p ?a ?a))))"
                  "(conclusions (assign_priority ?r (present (p ?a ?a)) 1)))"),
      diagnostics);
  REQUIRE(metarules);
  REQUIRE(passes::order_premises(*rules.module, passes::Metarules(*metarules)));
  CHECK(rules.module->relations[rules.module->agendas[0].ops[0].relation].name == "p");

  const runtime::ProductionResult result = rules.run(driver::ProductionEngine::interpreter);
  const passes::Profile profile =
      passes::make_profile(*rules.module, {result.counts[0].trials}, true);
  REQUIRE(profile[0].premises.size() == 2);
  const passes::ProfiledPremise& premise = profile[0].premises[0];
  CHECK(premise.premise.args[0].text == premise.premise.args[1].text);
  CHECK(premise.trials == 1);
  CHECK(premise.matches == 1);
}

TEST_CASE("Variables that differ in case only are printed apart", "[agenda][repeated]") {
  Chained rules("(rule r (premises (present (p ?x ?y))) (conclusions (add (r ?x ?y))))", facts);
  rules.module->agendas[0].variables = {"x", "X"};
  CHECK(frontend::print_rules(*rules.module).find("(p ?x ?x.1)") != std::string::npos);
}

// Premises of production rules in the order of given metarules.
#include "passes/ordering/order_premises.h"
#include "tests/unit/support/chained.h"
#include "tests/unit/support/read_metarules.h"

using namespace tesuji;
using namespace tesuji::tests;
using Read = ReadMetarules;

TEST_CASE("Premises in the order of given metarules", "[metarules][order]") {
  const auto ordered = [](const std::string& meta) {
    Chained chained(
        "(rule r (premises (present (a ?x)) (present (b ?y)) (present (c ?x ?y))"
        " (different ?x ?y)) (conclusions (add (d ?y))))",
        "a(1). b(1). c(1,1).");
    const Read read(meta);
    REQUIRE(read.metarules);
    REQUIRE(passes::order_premises(*chained.module, passes::Metarules(*read.metarules)));
    CHECK(ir::verify(*chained.module, chained.diagnostics));
    std::string names;
    for (const ir::Operation& op : chained.module->agendas[0].ops) {
      names += op.relation == ir::no_id ? "#" : chained.module->relations[op.relation].name;
    }
    return names;
  };
  // Without any: c is mentioned with two variables, so it binds most; tests follow.
  CHECK(ordered("") == "cab#d");
  const auto gives = [](const std::string& premise, const std::string& number) {
    return "(metarule (conclusions (assign_priority " + premise + " " + number + ")))";
  };
  CHECK(ordered(gives("(present (b ?y))", "2")) == "bac#d");
  CHECK(ordered(gives("(present (b ?y))", "2") + gives("(present (a ?y))", "1")) == "abc#d");
  CHECK(ordered(gives("(present (b ?y))", "0.5") + gives("(different ?x ?y)", "0.1")) == "ba#cd");
}

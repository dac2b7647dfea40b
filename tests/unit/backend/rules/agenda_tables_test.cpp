// The tables of Cazenave, Automatic Ordering of Predicates by Metarules, on a position
// on which they come out exactly: every premise's number of trials, in every engine.
#include "backend/rules/order_rules.h"
#include "backend/rules/production.h"
#include "ir/module/agenda_premises.h"
#include "passes/core/pass.h"
#include "tests/unit/support/chained.h"
#include "tests/unit/support/folders.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string_view>

using namespace tesuji;
using namespace tesuji::tests;

namespace {

struct Table {
  driver::Session session;
  std::optional<ir::Module> module;

  explicit Table(const std::string& rules) {
    const std::string folder = source_dir() + "/examples/ordering/";
    module = driver::load_rules(folder + rules, {folder + "position.pl"}, session);
    INFO(session.diagnostics.render());
    REQUIRE(module);
    REQUIRE(session.diagnostics.all().empty());
  }

  void pass(const std::vector<std::string_view>& names) {
    passes::PassContext context{session.diagnostics, {}};
    passes::PipelineOptions options;
    options.verify_each = true;
    REQUIRE(passes::run_pipeline(*module, names, options, context));
  }

  [[nodiscard]] runtime::ProductionResult run(driver::ProductionEngine engine) const {
    const auto system = driver::compile_rules(std::make_shared<const ir::Module>(*module), engine);
    return system->run(driver::initial_facts(*module), {});
  }

  /// The sum without conclusions; every run must deduce the table's 208 facts.
  [[nodiscard]] std::uint64_t nodes(driver::ProductionEngine engine) const {
    const runtime::ProductionResult result = run(engine);
    CHECK(result.end == runtime::ProductionEnd::fixpoint);
    CHECK(result.counts.at(0).added == 208);
    CHECK(result.counts.at(0).productive == 104);
    return driver::count_nodes(module->agendas.at(0), result.counts.at(0));
  }
};

using Trials = std::vector<std::uint64_t>;

// As the paper prints them; conclusions last.
const Trials table3{1,    2,    2,    2,    76,   76,   76,   76,   304,  304,  1216, 1216,
                    912,  3648, 3648, 2736, 1824, 7044, 6912, 5724, 5562, 2676, 852,  832,
                    3328, 328,  328,  222,  114,  108,  432,  170,  170,  166,  112,  112,
                    448,  448,  448,  336,  224,  112,  448,  192,  174,  114,  104,  104};
const Trials table5{1,    2,    2,    2,    76,   76,   76,   76,   304,  304,  1216,
                    1216, 912,  3648, 3648, 2736, 1824, 7044, 6912, 5724, 5562, 2676,
                    852,  832,  3328, 3328, 2496, 1664, 832,  3328, 3328, 2496, 1664,
                    1664, 6656, 6656, 4992, 3328, 1664, 6656, 6576, 4912, 3248, 3248};

}  // namespace

TEST_CASE("Table 3: every count of the rule with explicit absent-checks", "[agenda][tables]") {
  const Table table("connect-table3.rules");
  for (const driver::ProductionEngine engine : production_engines) {
    CHECK(table.run(engine).counts.at(0).trials == table3);
    CHECK(table.nodes(engine) == 54'255);
  }
}

TEST_CASE("Table 5: every count of the ordered rule", "[agenda][tables]") {
  const Table table("connect-table5.rules");
  for (const driver::ProductionEngine engine : production_engines) {
    CHECK(table.run(engine).counts.at(0).trials == table5);
    CHECK(table.run(engine).counts.at(0).firings == 3'248);
    CHECK(table.nodes(engine) == 111'289);
  }
}

TEST_CASE("Table 4: the rule as it was learned, in native code", "[agenda][tables]") {
  const Table table("connect-table4.rules");
  CHECK(table.nodes(driver::ProductionEngine::native) == 30'837'187'425);
}

TEST_CASE("insert-absent on Table 5's order", "[agenda][tables]") {
  Table table("connect-table5.rules");
  table.pass({"insert-absent"});
  for (const driver::ProductionEngine engine : production_engines) {
    CHECK(table.nodes(engine) == 47'655);
  }
}

TEST_CASE("Metarules of domains and facts order Table 4's rule", "[agenda][tables]") {
  Table table("connect-table4.rules");
  table.pass({"order-premises"});
  CHECK(table.nodes(driver::ProductionEngine::interpreter) == 67'540);
  Table checked("connect-table4.rules");
  checked.pass({"order-premises", "insert-absent"});
  CHECK(checked.nodes(driver::ProductionEngine::interpreter) == 14'454);
  table.pass({"introduce-exists", "insert-absent"});
  CHECK(table.nodes(driver::ProductionEngine::interpreter) == 11'402);
  CHECK(table.nodes(driver::ProductionEngine::native) == 11'402);
}

TEST_CASE("The order that comes out hardly depends on the one that goes in", "[agenda][tables]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Table table("connect-table4.rules");
    ir::Agenda& agenda = table.module->agendas.at(0);
    std::vector<ir::Operation> premises = ir::premises_of(agenda);
    std::mt19937_64 random(seed);
    for (std::size_t i = premises.size(); i-- > 1;) {
      std::swap(premises[i], premises[random() % (i + 1)]);
    }
    // What must wait for its variables goes behind the rest.
    std::stable_partition(premises.begin(), premises.end(), [](const ir::Operation& op) {
      return op.kind == ir::Operation::Kind::scan;
    });
    set_premises(*table.module, agenda, premises);
    table.pass({"order-premises"});
    CHECK(table.nodes(driver::ProductionEngine::interpreter) <= 76'692);
    table.pass({"insert-absent"});
    CHECK(table.nodes(driver::ProductionEngine::interpreter) <= 15'500);
  }
}

TEST_CASE("The paper's Table 1, in its own words, is the rule of Table 3", "[agenda][tables]") {
  const std::string position = source_dir() + "/examples/ordering/position.pl";
  driver::Session session;
  const auto module = driver::load_rules(source_dir() + "/tests/cli/inputs/run/paper-table1.rules",
                                         {position}, session);
  INFO(session.diagnostics.render());
  REQUIRE(module);
  const auto system = driver::compile_rules(std::make_shared<const ir::Module>(*module),
                                            driver::ProductionEngine::interpreter);
  const auto result = system->run(driver::initial_facts(*module), {});
  CHECK(result.counts.at(0).trials == table3);
}

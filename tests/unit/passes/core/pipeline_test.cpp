#include "passes/core/pipeline.h"

#include "passes/core/module_unit.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <array>
#include <memory>
#include <string>

namespace tesuji::passes {
namespace {

int runs = 0;

/// Reports a change in every run.
bool restless(ir::Module& /*module*/, PassContext& /*context*/) {
  ++runs;
  return true;
}

bool settled(ir::Module& /*module*/, PassContext& /*context*/) {
  return false;
}

/// Changes something in the first 999 runs.
bool slow(ir::Module& /*module*/, PassContext& /*context*/) {
  return ++runs < static_cast<int>(most_rounds);
}

constexpr std::array table{Pass{"restless", "", UnitKind::module, on_module<restless>},
                           Pass{"settled", "", UnitKind::module, on_module<settled>},
                           Pass{"slow", "", UnitKind::module, on_module<slow>}};

/// What a pipeline reports. It has to come to its end.
std::string reported_by(const std::string& text) {
  runs = 0;
  std::string fault;
  const auto pipeline = parse_pipeline(text, fault);
  REQUIRE(pipeline);
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  PassContext context{diagnostics, {}};
  ir::Module module;
  module.symbols = std::make_shared<ir::SymbolTable>();
  ModuleUnit unit(module);
  CHECK(run_steps(unit, *pipeline, table, {}, context) == PipelineEnd::complete);
  CHECK_FALSE(diagnostics.has_errors());
  return diagnostics.render();
}

}  // namespace

TEST_CASE("a fixpoint that never settles reports its passes", "[passes]") {
  const std::string text = reported_by("settled,fixpoint(settled,fixpoint3(restless))");
  CHECK(runs == 3 * static_cast<int>(most_rounds));
  tesuji::tests::check_words(text);
}

TEST_CASE("a fixpoint that settles, or has a number of rounds, ends silently", "[passes]") {
  CHECK(reported_by("fixpoint(settled)").empty());
  CHECK(reported_by("fixpoint(slow)").empty());
  CHECK(runs == static_cast<int>(most_rounds));
  CHECK(reported_by("fixpoint3(restless)").empty());
  CHECK(runs == 3);
  CHECK(reported_by("fixpoint1000(restless)").empty());
  CHECK(runs == 1000);
}

TEST_CASE("a fixpoint has one round or more", "[passes]") {
  std::string fault;
  CHECK_FALSE(parse_pipeline("fixpoint0(settled)", fault));
  CHECK_FALSE(parse_pipeline("fixpoint99999999999999999999(settled)", fault));
  CHECK(parse_pipeline("fixpoint1(settled)", fault));
}

}  // namespace tesuji::passes

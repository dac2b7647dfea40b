// The interpreter against a naive evaluator, on random modules.
#include "backend/interpreter/interpreter.h"
#include "tests/unit/support/model.h"
#include "tests/unit/support/random_module.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace tesuji;
using namespace tesuji::tests;

namespace {

/// Compares on a few situations; returns the number of tuples derived.
std::size_t compare(std::uint64_t seed, StorageMix mix, interpreter::Execution execution) {
  const auto module = std::make_shared<ir::Module>(random_module(seed, mix));
  const ir::Layout layout = ir::lay_out(*module);
  const interpreter::Program program(module, layout, execution);
  REQUIRE(program.execution() == execution);
  const ir::Entry& entry = *module->find_entry("next");
  runtime::ScratchBlock scratch(table_shapes(*module, layout), layout.scratch_size);
  std::size_t derived = 0;
  for (std::uint64_t situation = 0; situation < 3; ++situation) {
    Model expected = random_situation(*module, seed + situation);
    Model found = expected;
    evaluate_naively(*module, entry, expected);
    REQUIRE(run_entry(*module, layout, entry, program.entry("next"), &program, scratch, found) ==
            TSJ_OK);
    for (std::size_t r = 0; r < module->relations.size(); ++r) {
      INFO("seed " << seed << ", situation " << situation << ", relation "
                   << module->relations[r].name);
      REQUIRE(found[r] == expected[r]);
      if (module->relations[r].kind == ir::RelationKind::derived) derived += found[r].size();
    }
  }
  return derived;
}

}  // namespace

TEST_CASE("the interpreter, and stencils, agree with naive evaluation", "[interpreter][random]") {
  const StorageMix mix = GENERATE(StorageMix::bits, StorageMix::tables, StorageMix::mixed);
  const auto execution =
      GENERATE(interpreter::Execution::interpreted, interpreter::Execution::stencils);
  std::size_t derived = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) derived += compare(seed, mix, execution);
  CHECK(derived > 10'000);  // the modules are not all empty
}

// Native code against a naive evaluator, on random modules, in both tiers.
#include "backend/llvm/plans/jit.h"
#include "tests/unit/support/model.h"
#include "tests/unit/support/random_module.h"

#include <catch2/catch.hpp>

using namespace tesuji;
using namespace tesuji::tests;
using Tier = llvm_backend::JitOptions::Tier;

namespace {

/// Compares on a few situations; returns the number of tuples derived.
std::size_t compare(std::uint64_t seed, StorageMix mix, Tier tier) {
  const ir::Module module = random_module(seed, mix);
  const ir::Layout layout = ir::lay_out(module);
  const auto code = llvm_backend::compile(module, layout, {tier, /*verify=*/true});
  const ir::Entry& entry = *module.find_entry("next");
  runtime::ScratchBlock scratch(table_shapes(module, layout), layout.scratch_size);
  std::size_t derived = 0;
  for (std::uint64_t situation = 0; situation < 5; ++situation) {
    Model expected = random_situation(module, seed + situation);
    Model found = expected;
    evaluate_naively(module, entry, expected);
    REQUIRE(run_entry(module, layout, entry, code->entry("next"), nullptr, scratch, found) ==
            TSJ_OK);
    for (std::size_t r = 0; r < module.relations.size(); ++r) {
      INFO("seed " << seed << ", situation " << situation << ", relation "
                   << module.relations[r].name);
      REQUIRE(found[r] == expected[r]);
      if (module.relations[r].kind == ir::RelationKind::derived) derived += found[r].size();
    }
  }
  return derived;
}

std::size_t compare_many(Tier tier, StorageMix mix, std::uint64_t modules) {
  std::size_t derived = 0;
  for (std::uint64_t seed = 1; seed <= modules; ++seed) derived += compare(seed, mix, tier);
  return derived;
}

}  // namespace

TEST_CASE("quick native code agrees with naive evaluation", "[llvm][random][slow]") {
  const StorageMix mix = GENERATE(StorageMix::bits, StorageMix::tables, StorageMix::mixed);
  CHECK(compare_many(Tier::fast, mix, 40) > 3'000);  // the modules are not all empty
}

TEST_CASE("optimised native code agrees with naive evaluation", "[llvm][random][slow]") {
  const StorageMix mix = GENERATE(StorageMix::bits, StorageMix::tables, StorageMix::mixed);
  CHECK(compare_many(Tier::optimised, mix, 20) > 1'500);
}

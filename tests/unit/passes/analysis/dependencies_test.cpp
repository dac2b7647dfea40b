// What relations are computed from, and what is computed from them.
#include "passes/analysis/dependencies.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace tesuji;

namespace {

/// 0 <- 1 <- 2 <-> 3 <- 4, 5 <- 0: what stands right of an arrow is read by what stands left.
ir::Module chain() {
  ir::Module module;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
    ir::Relation relation;
    relation.name = name;
    module.relations.push_back(std::move(relation));
  }
  const auto rule = [&](ir::RelationId head, ir::RelationId read) {
    ir::Rule& added = module.rules.emplace_back();
    added.head = head;
    added.body.emplace_back().relation = read;
  };
  rule(0, 1);
  rule(1, 2);
  rule(2, 3);
  rule(3, 2);
  rule(3, 4);
  rule(5, 0);
  return module;
}

std::vector<bool> only(ir::RelationId id) {
  std::vector<bool> roots(6, false);
  roots[id] = true;
  return roots;
}

}  // namespace

TEST_CASE("what relations need, and who needs them", "[passes]") {
  const ir::Module module = chain();
  const passes::Dependencies dependencies = passes::find_dependencies(module);
  using Flags = std::vector<bool>;
  CHECK(passes::needed_for(module, dependencies, only(1)) ==
        Flags{false, true, true, true, true, false});
  CHECK(passes::needed_for(module, dependencies, only(4)) == only(4));
  CHECK(passes::computed_from(module, dependencies, only(3)) ==
        Flags{true, true, true, true, false, true});
  CHECK(passes::computed_from(module, dependencies, only(5)) == only(5));
  const Flags named = passes::relations_where(
      module, [](const ir::Relation& relation) { return relation.name == "c"; });
  CHECK(named == only(2));
}

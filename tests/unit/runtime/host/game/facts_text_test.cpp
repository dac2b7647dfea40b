#include "runtime/host/game/facts_text.h"

#include <catch2/catch.hpp>

#include <vector>

namespace tesuji::runtime {
namespace {

TEST_CASE("facts are read as they were written", "[facts]") {
  using Kind = StateFact::Kind;
  const std::vector<StateFact> facts{{Kind::always, {"(control white)"}},
                                     {Kind::never, {"(cell 1 1 b)"}},
                                     {Kind::at_most_one, {"(cell 1 1 x)", "(cell 1 1 o)"}},
                                     {Kind::exactly_one, {"a", "(f (g 1) 2)", "c"}},
                                     {Kind::equal, {"(lamp 1)", "(lamp 2)"}},
                                     {Kind::at_most_one, {}}};
  CHECK(read_facts(facts_text(facts)) == facts);
  CHECK(read_facts("").empty());
}

}  // namespace
}  // namespace tesuji::runtime

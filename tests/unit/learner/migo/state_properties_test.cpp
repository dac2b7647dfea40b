// Learned predicates as properties of states: beside the engines that run them as programs.
#include "learner/migo/learned_program.h"
#include "runtime/host/memory/rng.h"
#include "tests/unit/support/strategy_runtime_support.h"

#include <catch2/catch.hpp>

using namespace tesuji;
using learner::StateProperties;

namespace {

struct RandomProgram {
  std::vector<StateProperties::Id> definitions;
  std::string text;
};

/// p0, p1, ..: each of one or two clauses over those before it and the primitives.
RandomProgram random_program(StateProperties& properties, runtime::Rng& random) {
  RandomProgram program;
  const auto name = [](std::size_t number) { return "p" + std::to_string(number); };
  for (std::size_t number = 0; number < 8; ++number) {
    std::vector<StateProperties::Clause> clauses;
    for (std::uint64_t c = 1 + random.below(2); c > 0; --c) {
      StateProperties::Clause clause;
      std::string base = "move";
      if (const std::size_t pick = random.below(number + 1); pick < number) {
        clause.base = program.definitions[pick];
        base = name(pick);
      }
      std::string condition;
      if (number > 0 && random.below(2) == 0) {
        const std::size_t pick = random.below(number);
        const bool some = random.below(2) == 0;
        clause.test = some ? StateProperties::Test::some : StateProperties::Test::none;
        clause.condition = program.definitions[pick];
        condition = some ? name(pick) + "(B,_)" : "not(" + name(pick) + "(B,_))";
      } else {
        const bool won = random.below(2) == 0;
        clause.condition = won ? StateProperties::won : StateProperties::drawn;
        condition = won ? "won(B)" : "drawn(B)";
      }
      clauses.push_back(clause);
      program.text += name(number) + "(A,B):-" + base + "(A,B)," + condition + ".\n";
    }
    program.definitions.push_back(properties.define(clauses));
  }
  return program;
}

}  // namespace

TEST_CASE("properties of states are what the programs say", "[migo]") {
  const auto game = GENERATE(test::noughts_and_crosses(), test::hexapawn(3));
  const auto positions = test::reachable(*game);
  const runtime::Turns turns(*game, test::BoardGame::turn_rule());
  runtime::StateSpace space(*game, turns);
  StateProperties properties(space);
  runtime::Rng random(7);
  for (int trial = 0; trial < 30; ++trial) {
    const RandomProgram program = random_program(properties, random);
    const auto procs = test::parse_procs(program.text);
    const auto engine = test::strategy_engines().front();
    std::vector<std::string> order;
    for (const ir::Proc& proc : procs) order.push_back(proc.name);
    const runtime::Strategy strategy(game, test::BoardGame::turn_rule(), engine.make(procs, order));
    const auto memory = strategy.make_memory();
    INFO(program.text);
    for (int sample = 0; sample < 60; ++sample) {
      const runtime::State& position = positions[random.below(positions.size())];
      runtime::Node& node = *space.root(position);
      for (std::uint32_t p = 0; p < program.definitions.size(); ++p) {
        INFO(game->board(position) << " p" << p);
        const bool holds = strategy.holds(p, position, *memory);
        REQUIRE(properties.any(program.definitions[p], node) == holds);
        const auto first = strategy.first(p, position, *memory);
        runtime::Node* found = properties.first(program.definitions[p], node);
        REQUIRE((found != nullptr) == first.has_value());
        if (found) REQUIRE(std::ranges::equal(space.state(*found), *first));
      }
    }
  }
}

TEST_CASE("definitions with the same clauses are one", "[migo]") {
  const auto game = test::hexapawn(3);
  const runtime::Turns turns(*game, test::BoardGame::turn_rule());
  runtime::StateSpace space(*game, turns);
  StateProperties properties(space);
  const auto win = properties.define(
      {{StateProperties::move, StateProperties::won, StateProperties::Test::property}});
  CHECK(properties.define({{StateProperties::move, StateProperties::won,
                            StateProperties::Test::property}}) == win);
  CHECK(properties.define({{win, win, StateProperties::Test::none}}) != win);
  CHECK(properties.size() == 5);
}

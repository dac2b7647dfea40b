// Nets mean what they were made from, whatever the builder makes of it.
#include "passes/nets/net_builder.h"

#include "passes/nets/share_pairs.h"
#include "tests/unit/support/net_values.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

using namespace tesuji;
using ir::Signal;
using tests::holds;

namespace {

constexpr std::size_t fluents = 4;
constexpr std::size_t moves = 5;  // of role 0; role 1 has two

/// A formula as it was asked for, beside the signal that came of it.
struct Formula {
  Signal signal;
  std::function<bool(std::uint32_t state, std::uint32_t made)> holds;
};

}  // namespace

TEST_CASE("Random formulas over fluents and moves", "[net]") {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    passes::NetBuilder builder;
    std::vector<Formula> formulas;
    for (std::uint32_t f = 0; f < fluents; ++f) {
      formulas.push_back({builder.add_fluent(f), [f](std::uint32_t state, std::uint32_t) {
                            return (state >> f & 1U) != 0;
                          }});
    }
    for (std::uint32_t m = 0; m < moves + 2; ++m) {
      formulas.push_back(
          {builder.add_move(m, m < moves ? 0 : 1),
           [m](std::uint32_t, std::uint32_t made) { return (made >> m & 1U) != 0; }});
    }
    formulas.push_back({ir::false_signal, [](std::uint32_t, std::uint32_t) { return false; }});
    for (int step = 0; step < 40; ++step) {
      std::vector<Signal> signals;
      std::vector<Formula> parts;
      const std::size_t count = random() % 6;
      for (std::size_t i = 0; i < count; ++i) {
        Formula part = formulas[random() % formulas.size()];
        if (random() % 2 == 0) {
          part = {ir::complement(part.signal),
                  [holds = part.holds](std::uint32_t state, std::uint32_t made) {
                    return !holds(state, made);
                  }};
        }
        signals.push_back(part.signal);
        parts.push_back(std::move(part));
      }
      const bool all = random() % 2 == 0;
      const Signal made_of = all ? builder.all_of(signals) : builder.any_of(signals);
      formulas.push_back({made_of, [parts, all](std::uint32_t state, std::uint32_t made) {
                            for (const Formula& part : parts) {
                              if (part.holds(state, made) != all) return !all;
                            }
                            return all;
                          }});
    }
    // Every formula is an answer, so that sharing keeps it.
    ir::Net before = builder.net();
    before.fluents.resize(fluents);
    before.moves.resize(moves + 2);
    for (const Formula& formula : formulas) before.goals.push_back({{}, 0, formula.signal});
    const ir::Net shared = passes::share_pairs(before);
    const auto gates = [](const ir::Net& net) {
      std::vector<Signal> answers;
      for (const ir::NetAnswer& goal : net.goals) answers.push_back(goal.holds);
      return ir::count_gates(net, answers);
    };
    CHECK(gates(shared) <= gates(before));
    std::size_t wrong = 0;
    for (std::uint32_t state = 0; state < 1U << fluents; ++state) {
      for (std::uint32_t first = 0; first < moves; ++first) {
        for (std::uint32_t second = moves; second < moves + 2; ++second) {
          const std::uint32_t made = 1U << first | 1U << second;
          for (std::size_t i = 0; i < formulas.size(); ++i) {
            const bool wanted = formulas[i].holds(state, made);
            wrong += holds(builder.net(), formulas[i].signal, state, made) == wanted ? 0 : 1;
            wrong += holds(shared, shared.goals[i].holds, state, made) == wanted ? 0 : 1;
          }
        }
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("Of a role's moves exactly one is made", "[net]") {
  passes::NetBuilder builder;
  std::vector<Signal> made;
  for (std::uint32_t m = 0; m < moves; ++m) made.push_back(builder.add_move(m, 0));
  const Signal only = builder.add_move(moves, 1);
  CHECK(builder.all_of({made[0], made[1]}) == ir::false_signal);
  CHECK(builder.all_of({made[0], ir::complement(made[1])}) == made[0]);
  CHECK(builder.any_of({made[0], made[1], made[2], made[3], made[4]}) == ir::true_signal);
  CHECK(builder.any_of({made[0], made[1], made[3], made[4]}) == ir::complement(made[2]));
  CHECK(only == builder.all_of({only, only}));
  CHECK(builder.all_of({ir::complement(only)}) == ir::false_signal);
}

TEST_CASE("Nodes are shared, flattened and absorbed", "[net]") {
  passes::NetBuilder builder;
  const Signal a = builder.add_fluent(0);
  const Signal b = builder.add_fluent(1);
  const Signal c = builder.add_fluent(2);
  const Signal ab = builder.all_of({a, b});
  CHECK(builder.all_of({b, a, a}) == ab);
  CHECK(builder.all_of({ab, c}) == builder.all_of({a, builder.all_of({c, b})}));
  CHECK(builder.any_of({a, ab}) == a);
  CHECK(builder.all_of({a, builder.any_of({a, b})}) == a);
  CHECK(builder.all_of({a, builder.any_of({ir::complement(a), b})}) == ab);
  CHECK(builder.all_of({ab, ir::complement(a)}) == ir::false_signal);
  CHECK(builder.all_of({}) == ir::true_signal);
  CHECK(builder.any_of({}) == ir::false_signal);
}

TEST_CASE("Conjunctions of all inputs but one share what they have in common", "[net]") {
  constexpr std::uint32_t inputs = 300;
  passes::NetBuilder builder;
  std::vector<Signal> all;
  for (std::uint32_t i = 0; i < inputs; ++i) all.push_back(builder.add_fluent(i));
  ir::Net& net = builder.net();
  net.fluents.resize(inputs);
  for (std::uint32_t i = 0; i < inputs; ++i) {
    std::vector<Signal> others = all;
    others.erase(others.begin() + i);
    net.fluents[i].next = builder.all_of(std::move(others));
  }
  const ir::Net shared = passes::share_pairs(net);
  std::vector<Signal> roots;
  for (const ir::NetFluent& fluent : shared.fluents) roots.push_back(fluent.next);
  CHECK(ir::count_gates(shared, roots) < 12 * inputs);  // without sharing 300 x 298
  // The same functions: what is missing must be the own input.
  std::vector<bool> values(shared.nodes.size());
  for (std::uint32_t missing = 0; missing < inputs; missing += 37) {
    for (ir::NodeId node = 0; node < shared.nodes.size(); ++node) {
      const ir::NetNode& here = shared.nodes[node];
      values[node] = here.kind == ir::NetNode::Kind::fluent && here.first != missing;
      if (here.kind != ir::NetNode::Kind::conjunction) continue;
      values[node] = true;
      for (const Signal input : shared.inputs_of(node)) {
        if (values[ir::node_of(input)] == ir::is_complemented(input)) values[node] = false;
      }
    }
    for (std::uint32_t i = 0; i < inputs; ++i) {
      const Signal next = shared.fluents[i].next;
      CHECK((values[ir::node_of(next)] != ir::is_complemented(next)) == (i == missing));
    }
  }
}

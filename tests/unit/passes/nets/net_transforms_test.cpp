// What makes nets smaller or moves things about in them leaves what they mean alone.
#include "passes/nets/factor.h"
#include "passes/nets/fluent_groups.h"
#include "passes/nets/net_builder.h"
#include "passes/nets/net_copy.h"
#include "passes/nets/net_implications.h"
#include "passes/plans/place_fluents.h"
#include "tests/unit/support/net_values.h"
#include "tests/unit/support/random_net.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

using namespace tesuji;
using ir::Signal;
using tests::holds;

namespace {

const tests::RandomNetShape small{5, {3, 2}, 10};
constexpr std::uint32_t states = 1U << 5;

/// Every joint move of the small shape, as bits of Net::moves.
std::vector<std::uint32_t> joint_moves() {
  std::vector<std::uint32_t> all;
  for (std::uint32_t first = 0; first < 3; ++first) {
    for (std::uint32_t second = 3; second < 5; ++second) all.push_back(1U << first | 1U << second);
  }
  return all;
}

/// Answers that differ in this state with these moves.
std::size_t differences(const ir::Net& a, const ir::Net& b, std::uint32_t state,
                        std::uint32_t made) {
  const std::vector<Signal> of_a = ir::net_answers(a);
  const std::vector<Signal> of_b = ir::net_answers(b);
  REQUIRE(of_a.size() == of_b.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    wrong += holds(a, of_a[i], state, made) != holds(b, of_b[i], state, made);
  }
  return wrong;
}

}  // namespace

TEST_CASE("What the ways of a disjunction have in common is taken out of them", "[net]") {
  passes::NetBuilder builder;
  std::array<Signal, 5> f{};
  for (std::uint32_t i = 0; i < f.size(); ++i) f[i] = builder.add_fluent(i);
  // f0 f1, f0 f2, f0 f3, f4: three conjunctions and a disjunction of four.
  const Signal any = builder.any_of({builder.all_of({f[0], f[1]}), builder.all_of({f[0], f[2]}),
                                     builder.all_of({f[0], f[3]}), f[4]});
  ir::Net net = builder.net();
  net.fluents.resize(f.size());
  net.terminal = any;
  REQUIRE(ir::count_gates(net, std::array{net.terminal}) == 6);
  const ir::Net factored = passes::factor(net);
  CHECK(ir::count_gates(factored, std::array{factored.terminal}) == 4);
  std::size_t wrong = 0;
  for (std::uint32_t state = 0; state < states; ++state) {
    wrong += differences(net, factored, state, 0);
  }
  CHECK(wrong == 0);
}

TEST_CASE("Random nets mean the same when they are factored", "[net]") {
  std::mt19937 random(3);
  std::size_t wrong = 0;
  std::size_t smaller = 0;
  for (int round = 0; round < 100; ++round) {
    const ir::Net net = tests::random_net(small, random);
    const ir::Net factored = passes::factor(net);
    for (std::uint32_t state = 0; state < states; ++state) {
      for (const std::uint32_t made : joint_moves()) {
        wrong += differences(net, factored, state, made);
      }
    }
    smaller += ir::count_gates(factored, ir::net_answers(factored)) <
               ir::count_gates(net, ir::net_answers(net));
  }
  CHECK(wrong == 0);
  CHECK(smaller > 0);
}

TEST_CASE("With inputs fixed a net is the same where they have these values", "[net]") {
  std::mt19937 random(4);
  std::size_t wrong = 0;
  std::size_t read = 0;
  std::size_t saved = 0;
  for (int round = 0; round < 100; ++round) {
    const ir::Net net = tests::random_net(small, random);
    // Some of the fluents; of the first role, perhaps, that it makes its move 1.
    const std::uint32_t known = static_cast<std::uint32_t>(random()) % states;
    const std::uint32_t values = static_cast<std::uint32_t>(random()) % states & known;
    const bool moves = random() % 2 == 0;
    passes::FixedInputs fixed(net.nodes.size());
    for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
      const std::uint32_t position = net.nodes[node].first;
      if (net.nodes[node].kind == ir::NetNode::Kind::fluent && (known >> position & 1U) != 0) {
        fixed[node] = (values >> position & 1U) != 0;
      }
      if (net.nodes[node].kind == ir::NetNode::Kind::move && moves && position < 3) {
        fixed[node] = position == 1;
      }
    }
    const ir::Net result = passes::fix_inputs(net, fixed, passes::most_flattened_inputs);
    REQUIRE(result.fluents.size() == net.fluents.size());
    REQUIRE(result.moves.size() == net.moves.size());
    for (std::uint32_t state = 0; state < states; ++state) {
      if ((state & known) != values) continue;
      for (const std::uint32_t made : joint_moves()) {
        if (!moves || (made & 0b10) != 0) wrong += differences(net, result, state, made);
      }
    }
    const std::vector<bool> needed = ir::cone_of(result, ir::net_answers(result));
    for (ir::NodeId node = 0; node < result.nodes.size(); ++node) {
      const ir::NetNode& here = result.nodes[node];
      if (!needed[node]) continue;
      read += here.kind == ir::NetNode::Kind::fluent && (known >> here.first & 1U) != 0;
      read += here.kind == ir::NetNode::Kind::move && moves && here.first < 3;
    }
    saved += ir::count_gates(net, ir::net_answers(net)) -
             ir::count_gates(result, ir::net_answers(result));
  }
  CHECK(wrong == 0);
  CHECK(read == 0);
  CHECK(saved > 100);
}

TEST_CASE("Fluents get other places, and so do their answers", "[net]") {
  std::mt19937 random(5);
  const ir::Net net = tests::random_net(small, random);
  const std::array<std::uint32_t, 5> places{6, 0, 3, 2, 5};
  const ir::Net placed = passes::place_fluents(net, places, 8);
  REQUIRE(placed.fluents.size() == 8);
  CHECK(placed.fluents[1].atom.relation == ir::no_id);
  CHECK(placed.fluents[1].next == ir::false_signal);
  std::size_t wrong = 0;
  for (std::uint32_t state = 0; state < states; ++state) {
    std::uint32_t moved = 0;
    for (std::uint32_t f = 0; f < 5; ++f) moved |= (state >> f & 1U) << places[f];
    for (const std::uint32_t made : joint_moves()) {
      for (std::uint32_t f = 0; f < 5; ++f) {
        wrong += holds(net, net.fluents[f].next, state, made) !=
                 holds(placed, placed.fluents[places[f]].next, moved, made);
      }
      wrong += holds(net, net.terminal, state, made) != holds(placed, placed.terminal, moved, made);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Nodes of fluents that are gone stay within the net", "[net]") {
  // Fluent 1 is of no relation; passes that make a node for each fluent leave one that nothing
  // reads.
  ir::Net net;
  net.nodes = {{ir::NetNode::Kind::constant, 0, 0},
               {ir::NetNode::Kind::fluent, 0, 0},
               {ir::NetNode::Kind::fluent, 1, 0}};
  net.fluents.resize(2);
  net.fluents[0].next = ir::signal_of(1);
  for (const std::size_t count : {1, 3}) {
    const std::array<std::uint32_t, 2> places{0, ir::no_fluent};
    const ir::Net placed = passes::place_fluents(net, places, count);
    REQUIRE(placed.fluents.size() == count);
    for (const ir::NetNode& node : placed.nodes) {
      if (node.kind == ir::NetNode::Kind::fluent) CHECK(node.first < count);
    }
    CHECK_FALSE(holds(placed, ir::signal_of(2), 1, 0));
    CHECK(holds(placed, placed.fluents[0].next, 1, 0));
  }
}

TEST_CASE("Uses of a node say how it is used", "[net]") {
  passes::NetBuilder builder;
  const Signal a = builder.add_fluent(0);
  const Signal b = builder.add_fluent(1);
  const Signal c = builder.add_fluent(2);
  const Signal both = builder.all_of({a, ir::complement(b)});
  const Signal neither = builder.all_of({ir::complement(a), ir::complement(c)});
  const ir::Net net = builder.net();
  const passes::NetUses uses(net);
  const auto of = [&](Signal signal) {
    const auto found = uses.of(ir::node_of(signal));
    return std::vector<Signal>(found.begin(), found.end());
  };
  CHECK(of(a) == std::vector<Signal>{both, ir::complement(neither)});
  CHECK(of(b) == std::vector<Signal>{ir::complement(both)});
  CHECK(of(c) == std::vector<Signal>{ir::complement(neither)});
  CHECK(of(both).empty());
}

TEST_CASE("Groups of fluents are looked for within limits", "[net]") {
  // Three take turns; a fourth of another relation goes its own way.
  passes::NetBuilder builder;
  std::array<Signal, 4> f{};
  for (std::uint32_t i = 0; i < f.size(); ++i) f[i] = builder.add_fluent(i);
  ir::Net net = builder.net();
  for (std::uint32_t i = 0; i < 3; ++i) net.fluents.push_back({{0, {i}}, i == 0, f[(i + 2) % 3]});
  net.fluents.push_back({{1, {0}}, true, ir::complement(f[3])});
  const auto find = [&](const passes::GroupLimits& limits) {
    passes::NetImplications implications(net);
    return passes::find_fluent_groups(net, implications, limits);
  };
  const std::vector<passes::FluentGroup> groups = find({});
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].fluents == passes::FluentList{0, 1, 2});
  CHECK(groups[0].exactly_one);
  passes::GroupLimits limits;
  limits.fluents = 2;
  CHECK(find(limits).empty());
  limits = {};
  limits.joined_fluents = 2;  // the lone one is proved nothing with the group's
  CHECK(find(limits).size() == 1);
  limits = {};
  limits.steps = 8;  // each of three is given a value for each of three to hold
  CHECK(find(limits).empty());
  limits.steps = 9;
  CHECK(find(limits).size() == 1);
}

TEST_CASE("Two relations may be a group together", "[net]") {
  // Two fluents of each of two relations take turns across them; of a third relation one goes its
  // own way.
  passes::NetBuilder builder;
  std::array<Signal, 5> f{};
  for (std::uint32_t i = 0; i < f.size(); ++i) f[i] = builder.add_fluent(i);
  ir::Net net = builder.net();
  const std::array<std::uint32_t, 4> before{3, 2, 0, 1};  // 0, 2, 1, 3
  for (std::uint32_t i = 0; i < 4; ++i) {
    net.fluents.push_back({{i / 2, {i % 2}}, i == 0, f[before[i]]});
  }
  net.fluents.push_back({{2, {0}}, true, ir::complement(f[4])});
  const auto find = [&](std::size_t joined) {
    passes::NetImplications implications(net);
    passes::GroupLimits limits;
    limits.joined_fluents = joined;
    return passes::find_fluent_groups(net, implications, limits);
  };
  const auto exactly_one = [&](std::size_t joined) {
    std::vector<passes::FluentList> groups;
    for (const passes::FluentGroup& group : find(joined)) {
      if (group.exactly_one) groups.push_back(group.fluents);
    }
    return groups;
  };
  CHECK(exactly_one(0).empty());
  CHECK(exactly_one(1).empty());
  CHECK(exactly_one(2) == std::vector<passes::FluentList>{{0, 1, 2, 3}});
}

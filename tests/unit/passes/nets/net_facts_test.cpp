// What is said of nets holds: against all states and moves of small random ones.
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "passes/nets/fold_inert.h"
#include "passes/nets/net_builder.h"
#include "passes/nets/net_implications.h"
#include "passes/nets/net_statistics.h"
#include "passes/nets/share_pairs.h"
#include "tests/unit/support/net_values.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace tesuji;
using ir::Signal;
using tests::holds;

namespace {

constexpr std::uint32_t fluents = 5;
constexpr std::uint32_t moves = 3;  // of role 0; role 1 has two

std::uint32_t next_state(const ir::Net& net, std::uint32_t state, std::uint32_t made) {
  std::uint32_t next = 0;
  for (std::uint32_t f = 0; f < fluents; ++f) {
    if (holds(net, net.fluents[f].next, state, made)) next |= 1U << f;
  }
  return next;
}

/// Every joint move as bits of Net::moves.
std::vector<std::uint32_t> joint_moves() {
  std::vector<std::uint32_t> all;
  for (std::uint32_t first = 0; first < moves; ++first) {
    for (std::uint32_t second = moves; second < moves + 2; ++second) {
      all.push_back(1U << first | 1U << second);
    }
  }
  return all;
}

bool is_legal(const ir::Net& net, std::uint32_t state, std::uint32_t made) {
  for (std::uint32_t m = 0; m < moves + 2; ++m) {
    if ((made >> m & 1U) != 0 && !holds(net, net.moves[m].legal, state, 0)) return false;
  }
  return true;
}

std::uint32_t initial_state(const ir::Net& net) {
  std::uint32_t state = 0;
  for (std::uint32_t f = 0; f < fluents; ++f) state |= net.fluents[f].initially ? 1U << f : 0;
  return state;
}

std::set<std::uint32_t> reachable(const ir::Net& net) {
  std::set<std::uint32_t> seen{initial_state(net)};
  std::vector<std::uint32_t> open(seen.begin(), seen.end());
  while (!open.empty()) {
    const std::uint32_t state = open.back();
    open.pop_back();
    for (const std::uint32_t made : joint_moves()) {
      if (!is_legal(net, state, made)) continue;
      const std::uint32_t next = next_state(net, state, made);
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return seen;
}

/// Conjunctions and disjunctions of fluents and, for next, moves; many keep their fluent.
ir::Net random_net(std::mt19937& random) {
  passes::NetBuilder builder;
  std::vector<Signal> state;
  std::vector<Signal> all;
  for (std::uint32_t f = 0; f < fluents; ++f) state.push_back(builder.add_fluent(f));
  all = state;
  for (std::uint32_t m = 0; m < moves + 2; ++m) {
    all.push_back(builder.add_move(m, m < moves ? 0 : 1));
  }
  const auto pick = [&](const std::vector<Signal>& from) {
    return from[random() % from.size()] ^ (random() % 3 == 0 ? 1U : 0U);
  };
  const auto formula = [&](const std::vector<Signal>& from) {
    const Signal one = builder.all_of({pick(from), pick(from)});
    return random() % 2 == 0 ? one : builder.any_of({one, pick(from)});
  };
  std::vector<Signal> next;
  std::vector<Signal> legal;
  for (std::uint32_t f = 0; f < fluents; ++f) {
    switch (random() % 5) {
      case 0:
        next.push_back(builder.any_of({state[f], formula(all)}));
        break;
      case 1:
        next.push_back(builder.all_of({state[f], formula(all)}));
        break;
      case 2:
        next.push_back(state[random() % fluents]);
        break;
      case 3:
        next.push_back(builder.any_of({formula(all), builder.all_of({state[f], pick(all)})}));
        break;
      default:
        next.push_back(formula(all));
    }
  }
  for (std::uint32_t m = 0; m < moves + 2; ++m) {
    legal.push_back(random() % 3 == 0 ? ir::true_signal : formula(state));
  }
  const Signal terminal = formula(state);
  const Signal goal = formula(state);
  ir::Net net = builder.net();
  for (std::uint32_t f = 0; f < fluents; ++f) {
    net.fluents.push_back({{0, {f}}, random() % 3 == 0, next[f]});
  }
  for (std::uint32_t m = 0; m < moves + 2; ++m) {
    net.moves.push_back({{1, {m}}, m < moves ? 0U : 1U, legal[m]});
  }
  net.terminal = terminal;
  net.goals.push_back({{2, {}}, 0, goal});
  return net;
}

/// The module in a text, verified.
ir::Net net_of(const std::string& declarations) {
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  const auto module =
      ir::parse(sources->add("net.tir",
                             "tir 1\nlevel nets\nroles r\ndomain d = {1 .. 4}\ndomain roles = {r}\n"
                             "relation true.f(d) state\nrelation true.g(d) state\nrelation "
                             "legal(roles, d) derived\nrelation goal(roles, d) derived\n" +
                                 declarations),
                sources, diagnostics);
  INFO(diagnostics.render());
  REQUIRE(module);
  CHECK(ir::verify(*module, diagnostics));
  INFO(diagnostics.render());
  return *module->net;
}

using List = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("Folding what is inert leaves all reachable states alone", "[net]") {
  std::mt19937 random(11);
  std::size_t folded = 0;
  std::size_t smaller = 0;
  for (int round = 0; round < 400; ++round) {
    const ir::Net net = random_net(random);
    const ir::Net result = passes::fold_inert(net);
    REQUIRE(result.fluents.size() == net.fluents.size());
    REQUIRE(result.moves.size() == net.moves.size());
    const std::set<std::uint32_t> states = reachable(net);
    CHECK(reachable(result) == states);
    std::size_t wrong = 0;
    for (const std::uint32_t state : states) {
      for (std::uint32_t m = 0; m < moves + 2; ++m) {
        wrong += holds(net, net.moves[m].legal, state, 0) !=
                 holds(result, result.moves[m].legal, state, 0);
      }
      wrong += holds(net, net.terminal, state, 0) != holds(result, result.terminal, state, 0);
      wrong += holds(net, net.goals[0].holds, state, 0) !=
               holds(result, result.goals[0].holds, state, 0);
      for (const std::uint32_t made : joint_moves()) {
        if (!is_legal(net, state, made)) continue;
        wrong += next_state(net, state, made) != next_state(result, state, made);
      }
      for (std::uint32_t f = 0; f < fluents; ++f) {
        const bool now = (state >> f & 1U) != 0;
        wrong += ir::is_fixed(result.fluents[f]) && now != net.fluents[f].initially;
      }
    }
    CHECK(wrong == 0);
    folded += std::any_of(result.fluents.begin(), result.fluents.end(), ir::is_fixed);
    smaller += ir::count_gates(result, ir::net_answers(result)) <
               ir::count_gates(net, ir::net_answers(net));
  }
  // The test is of some use.
  CHECK(folded > 50);
  CHECK(smaller > 30);
}

TEST_CASE("Fluents that vouch for each other are folded together", "[net]") {
  // 1 and 2 swap, both false; 3 is kept alive by 4, which the move ends.
  const ir::Net net = passes::fold_inert(net_of(R"(
fluent true.f(1)
fluent true.f(2)
fluent true.f(3) initially
fluent true.f(4) initially
move legal(r, 1)
move legal(r, 2)
gate n1 = and(true.f(4), !made legal(r, 1))
legal legal(r, 1) = true
legal legal(r, 2) = true.f(1)
next true.f(1) = true.f(2)
next true.f(2) = true.f(1)
next true.f(3) = true.f(4)
next true.f(4) = n1
terminal = true.f(1)
)"));
  CHECK(ir::is_fixed(net.fluents[0]));
  CHECK(ir::is_fixed(net.fluents[1]));
  CHECK_FALSE(ir::is_fixed(net.fluents[2]));
  CHECK_FALSE(ir::is_fixed(net.fluents[3]));
  CHECK(net.moves[1].legal == ir::false_signal);
  CHECK(net.terminal == ir::false_signal);
}

TEST_CASE("What a net's statistics say holds", "[net]") {
  std::mt19937 random(5);
  std::size_t frames = 0;
  std::size_t latches = 0;
  for (int round = 0; round < 300; ++round) {
    const ir::Net net = passes::share_pairs(passes::fold_inert(random_net(random)));
    const passes::NetStatistics found = passes::net_statistics(net);
    std::size_t wrong = 0;
    for (std::uint32_t state = 0; state < 1U << fluents; ++state) {
      for (const std::uint32_t made : joint_moves()) {
        const std::uint32_t next = next_state(net, state, made);
        for (const std::uint32_t f : found.stay_true) {
          wrong += (state >> f & 1U) != 0 && (next >> f & 1U) == 0;
        }
        for (const std::uint32_t f : found.stay_false) {
          wrong += (state >> f & 1U) == 0 && (next >> f & 1U) != 0;
        }
        for (const std::uint32_t f : found.frame_axioms) {
          // What is true next without f is so with it.
          wrong += (next_state(net, state & ~(1U << f), made) >> f & 1U) != 0 &&
                   (next_state(net, state | 1U << f, made) >> f & 1U) == 0;
        }
      }
    }
    for (const std::uint32_t state : reachable(net)) {
      for (const passes::FluentGroup& group : found.groups) {
        const auto holding = std::count_if(group.fluents.begin(), group.fluents.end(),
                                           [&](auto f) { return (state >> f & 1U) != 0; });
        wrong += group.exactly_one ? holding != 1 : holding > 1;
      }
    }
    CHECK(wrong == 0);
    frames += found.frame_axioms.size();
    latches += found.stay_true.size() + found.stay_false.size();
  }
  CHECK(frames > 100);
  CHECK(latches > 100);
}

TEST_CASE("Statistics of a net", "[net]") {
  const ir::Net net = net_of(R"(
fluent true.f(1) initially
fluent true.f(2)
fluent true.f(3)
fluent true.g(1)
fluent true.g(2)
fluent true.g(3)
fluent true.g(4)
move legal(r, 1)
move legal(r, 2)
move legal(r, 3)
move legal(r, 4)
gate n1 = and(!true.g(1), !made legal(r, 1))
gate n2 = and(true.g(2), !made legal(r, 2))
gate n3 = and(made legal(r, 2), !true.g(1), true.f(3))
gate n4 = and(!n2, !n3)
legal legal(r, 1) = true
legal legal(r, 2) = true.f(1)
legal legal(r, 3) = true.g(2)
legal legal(r, 4) = false
next true.f(1) = true.f(3)
next true.f(2) = true.f(1)
next true.f(3) = true.f(2)
next true.g(1) = !n1
next true.g(2) = !n4
next true.g(3) = false
next true.g(4) = made legal(r, 1)
terminal = true.g(3)
)");
  const passes::NetStatistics found = passes::net_statistics(net);
  REQUIRE(found.questions.size() == 3);  // no goals, no percepts
  const passes::QuestionStatistics& next = found.questions[1];
  CHECK(next.question == ir::NetQuestion::next);
  CHECK(next.answers == 7);
  CHECK(next.constants == 1);
  CHECK(next.nodes == 4);
  CHECK(next.gates == 5);
  CHECK(next.depth == 2);
  CHECK(next.widest == 3);
  CHECK(next.fluents == 5);
  CHECK(next.moves == 2);
  CHECK(found.gates == 5);
  CHECK(found.fixed == List{5});
  CHECK(found.frame_axioms == List{3, 4});
  CHECK(found.stay_true == List{3});
  CHECK(found.stay_false.empty());
  // g(4) matters to nothing.
  CHECK(found.idle == List{6});
  CHECK(found.always_legal == List{0});
  CHECK(found.never_legal == List{3});
  REQUIRE(found.groups.size() == 1);
  CHECK(found.groups[0].fluents == List{0, 1, 2});
  CHECK(found.groups[0].exactly_one);

  // With no budget the dear facts are not looked for.
  const passes::NetStatistics poor = passes::net_statistics(net, 0);
  CHECK(poor.skipped == 6);
  CHECK(poor.frame_axioms.empty());
  CHECK(poor.groups.empty());
  CHECK(poor.stay_true == List{3});
}

TEST_CASE("At most one of a counter's steps holds", "[net]") {
  const passes::NetStatistics found = passes::net_statistics(net_of(R"(
fluent true.f(1) initially
fluent true.f(2)
fluent true.f(3)
fluent true.g(1)
fluent true.g(2)
fluent true.g(3)
gate n1 = and(!true.g(1), !true.g(2))
gate n2 = and(!true.g(1), true.g(3))
next true.f(1) = false
next true.f(2) = true.f(1)
next true.f(3) = true.f(2)
next true.g(1) = n1
next true.g(2) = true.g(1)
next true.g(3) = !n2
terminal = true.f(3)
)"));
  // Of g two come from none.
  REQUIRE(found.groups.size() == 1);
  CHECK(found.groups[0].fluents == List{0, 1, 2});
  CHECK_FALSE(found.groups[0].exactly_one);
}

TEST_CASE("Implications are taken back", "[net]") {
  const ir::Net net = net_of(R"(
fluent true.f(1)
fluent true.f(2)
fluent true.f(3)
gate n1 = and(true.f(1), true.f(2))
gate n2 = and(!n1, true.f(3))
next true.f(1) = n1
next true.f(2) = !n2
next true.f(3) = n2
terminal = false
)");
  passes::NetImplications implications(net);
  const auto value = [&](std::uint32_t f) { return implications.value(net.fluents[f].next); };
  CHECK_FALSE(value(0));
  implications.assume(1, false);
  CHECK(value(0) == false);
  CHECK_FALSE(value(2));
  implications.assume(3, true);
  CHECK(value(1) == false);
  CHECK(value(2) == true);
  implications.forget();
  for (std::uint32_t f = 0; f < 3; ++f) CHECK_FALSE(value(f));
  implications.assume(1, true);
  implications.assume(2, true);
  CHECK(value(0) == true);
  CHECK(value(2) == false);
  CHECK(implications.value(net.terminal) == false);
}

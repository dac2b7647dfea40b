// Subgames of a net are independent of each other: by the definition of a net, on random ones.
#include "passes/nets/subgames.h"
#include "passes/nets/subgame_cuts.h"
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

const tests::RandomNetShape shape{5, {3, 2}, 2};
constexpr std::uint32_t states = 1U << 5;

std::uint32_t bits_of(const std::vector<std::uint32_t>& positions) {
  std::uint32_t bits = 0;
  for (const std::uint32_t i : positions) bits |= 1U << i;
  return bits;
}

std::uint32_t next_state(const ir::Net& net, std::uint32_t state, std::uint32_t made) {
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
    next |= holds(net, net.fluents[i].next, state, made) ? 1U << i : 0U;
  }
  return next;
}

std::vector<std::uint32_t> joint_moves() {
  std::vector<std::uint32_t> all;
  for (std::uint32_t first = 0; first < 3; ++first) {
    for (std::uint32_t second = 3; second < 5; ++second) all.push_back(1U << first | 1U << second);
  }
  return all;
}

bool holds_by_cases(const passes::Subgames& found, const passes::SubgameCondition& condition,
                    std::uint32_t state) {
  const ir::Net& net = found.changes.net;
  return std::ranges::any_of(condition.cases, [&](const passes::SubgameCase& some) {
    const auto all = [&](const std::vector<Signal>& signals) {
      return std::ranges::all_of(signals, [&](Signal one) { return holds(net, one, state, 0); });
    };
    return all(some.shared) &&
           std::ranges::all_of(some.parts, [&](const auto& part) { return all(part.second); });
  });
}

/// `boards` switches in a row each, which move i of a board sets where the one before it is set.
/// With `coupled` the moves of all but the first board wait for the last switch of the first.
ir::Net switches(std::uint32_t boards, std::uint32_t each, bool coupled) {
  passes::NetBuilder builder;
  const std::uint32_t count = boards * each;
  std::vector<Signal> on;
  std::vector<Signal> made;
  for (std::uint32_t i = 0; i < count; ++i) on.push_back(builder.add_fluent(i));
  for (std::uint32_t i = 0; i < count; ++i) made.push_back(builder.add_move(i, 0));
  std::vector<Signal> next;
  std::vector<Signal> legal;
  for (std::uint32_t i = 0; i < count; ++i) {
    next.push_back(builder.any_of({on[i], made[i]}));
    std::vector<Signal> needs;
    if (i % each > 0) needs.push_back(on[i - 1]);
    if (coupled && i >= each) needs.push_back(on[each - 1]);
    legal.push_back(builder.all_of(needs));
  }
  std::vector<Signal> won;
  for (std::uint32_t b = 0; b < boards; ++b) won.push_back(on[b * each + each - 1]);
  const Signal all = builder.all_of(won);
  const Signal any = builder.any_of(won);
  ir::Net net = builder.net();
  for (std::uint32_t i = 0; i < count; ++i) {
    net.fluents.push_back({{}, false, next[i]});
    net.moves.push_back({{}, 0, legal[i]});
  }
  net.terminal = all;
  net.goals = {{{}, 0, all}, {{}, 0, any}, {{}, 0, won.front()}};
  return net;
}

}  // namespace

TEST_CASE("What a subgame does depends on its own fluents and moves alone", "[net]") {
  std::mt19937 random(1);
  std::size_t with_several = 0;
  std::size_t wrong = 0;
  for (int round = 0; round < 1000; ++round) {
    const ir::Net net = tests::random_net(shape, random);
    const auto found = passes::find_subgames(net, 2);
    REQUIRE(found);
    with_several += found->games.size() > 1;
    std::uint32_t all_fluents = bits_of(found->autonomous);
    std::uint32_t all_moves = bits_of(found->neutral);
    for (const passes::Subgame& game : found->games) {
      CHECK((all_fluents & bits_of(game.fluents)) == 0);
      CHECK((all_moves & bits_of(game.moves)) == 0);
      all_fluents |= bits_of(game.fluents);
      all_moves |= bits_of(game.moves);
    }
    CHECK(all_fluents == states - 1);
    CHECK(all_moves == (1U << net.moves.size()) - 1);
    for (const passes::Subgame& game : found->games) {
      const std::uint32_t read = bits_of(game.fluents) | bits_of(found->autonomous);
      const std::uint32_t own = bits_of(game.fluents);
      const std::uint32_t moves = bits_of(game.moves);
      for (std::uint32_t state = 0; state < states; ++state) {
        const std::uint32_t other = (random() % states & ~read) | (state & read);
        for (const std::uint32_t move : game.moves) {
          wrong += holds(net, net.moves[move].legal, state, 0) !=
                   holds(net, net.moves[move].legal, other, 0);
        }
        for (const std::uint32_t a : joint_moves()) {
          for (const std::uint32_t b : joint_moves()) {
            if ((a & moves) != (b & moves)) continue;
            wrong += (next_state(net, state, a) & own) != (next_state(net, other, b) & own);
            const bool passes = (a & moves) == 0;
            wrong += game.is_still && passes && (next_state(net, state, a) & own) != (state & own);
          }
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(with_several > 60);
}

TEST_CASE("Cases of conditions are what terminal and goals are", "[net]") {
  std::mt19937 random(2);
  std::array<std::size_t, 6> seen{};
  std::size_t wrong = 0;
  for (int round = 0; round < 1000; ++round) {
    const ir::Net net = tests::random_net(shape, random);
    const auto found = passes::find_subgames(net, 2);
    REQUIRE(found);
    for (std::uint32_t state = 0; state < states; ++state) {
      wrong += holds_by_cases(*found, found->terminal, state) != holds(net, net.terminal, state, 0);
      for (std::size_t i = 0; i < net.goals.size(); ++i) {
        wrong += holds_by_cases(*found, found->goals[i], state) !=
                 holds(net, net.goals[i].holds, state, 0);
      }
    }
    ++seen[static_cast<std::size_t>(found->terminal.combination)];
    for (const auto& goal : found->goals) ++seen[static_cast<std::size_t>(goal.combination)];
  }
  CHECK(wrong == 0);
  CHECK(seen[static_cast<std::size_t>(passes::Combination::conjunction)] > 5);
  CHECK(seen[static_cast<std::size_t>(passes::Combination::disjunction)] > 5);
}

TEST_CASE("Rows of switches are subgames, until one waits for the other", "[net]") {
  const auto found = passes::find_subgames(switches(3, 4, false), 1);
  REQUIRE(found);
  REQUIRE(found->games.size() == 3);
  for (const passes::Subgame& game : found->games) {
    CHECK(game.fluents.size() == 4);
    CHECK(game.moves == game.fluents);
    CHECK(game.is_still);
    CHECK_FALSE(game.reads_clock);
    CHECK(game.is_relevant);
  }
  CHECK(found->terminal.combination == passes::Combination::conjunction);
  CHECK(found->goals[1].combination == passes::Combination::disjunction);
  CHECK(found->goals[2].combination == passes::Combination::single);
  CHECK(found->goals[2].subgames == std::vector<std::uint32_t>{0});
  CHECK_FALSE(passes::find_subgames(switches(3, 4, false), 1, 5));

  const auto coupled = passes::find_subgames(switches(2, 12, true), 1);
  REQUIRE(coupled);
  REQUIRE(coupled->games.size() == 1);
  const passes::ConjoinedSubgames parts = passes::find_conjoined(*coupled, 0, {.fluents_per_shared = 20});
  REQUIRE(parts.parts.size() == 2);
  CHECK(parts.shared == passes::FluentList{11});
  CHECK(parts.parts[0].moves.size() + parts.parts[1].moves.size() == 24);
  CHECK(passes::find_conjoined(*coupled, 0, {.fluents_per_shared = 30}).parts.empty());
  CHECK(passes::find_conjoined(*coupled, 0, {.most_pins = 10}).parts.empty());
}

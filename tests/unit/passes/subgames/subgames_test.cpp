// Subgames of a net are independent of each other: by the definition of a net, on random ones.
#include "passes/subgames/subgames.h"
#include "passes/subgames/subgame_cuts.h"
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

/// What the joint move does in a subgame, by role.
std::vector<std::vector<std::uint32_t>> effects_in(const passes::Subgames& found,
                                                   std::uint32_t game, std::uint32_t made) {
  std::vector<std::vector<std::uint32_t>> effects(2);
  for (std::uint32_t move = 0; move < found.moves.size(); ++move) {
    if ((made >> move & 1U) == 0) continue;
    for (const passes::MovePart& part : found.moves[move].parts) {
      if (part.set == game) effects[found.moves[move].role] = part.effects;
    }
  }
  return effects;
}

/// Whether a move may be made as far as a subgame decides.
bool is_legal_in(const passes::Subgames& found, std::uint32_t game, std::uint32_t move,
                 std::uint32_t state) {
  const passes::CompoundMove& some = found.moves[move];
  std::vector<Signal> signals = some.shared;
  for (const passes::MovePart& part : some.parts) {
    if (part.set == game) signals.insert(signals.end(), part.legal.begin(), part.legal.end());
  }
  return std::ranges::all_of(
      signals, [&](Signal signal) { return holds(found.changes.net, signal, state, 0); });
}

TEST_CASE("What a subgame does depends on its own fluents and moves alone", "[net]") {
  std::mt19937 random(1);
  std::size_t with_several = 0;
  std::size_t parallel = 0;
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
      if (!game.is_parallel) CHECK((all_moves & bits_of(game.moves)) == 0);
      parallel += game.is_parallel;
      all_fluents |= bits_of(game.fluents);
      all_moves |= bits_of(game.moves);
    }
    CHECK(all_fluents == states - 1);
    CHECK(all_moves == (1U << net.moves.size()) - 1);
    for (std::uint32_t state = 0; state < states; ++state) {
      for (std::uint32_t move = 0; move < net.moves.size(); ++move) {
        bool legal = is_legal_in(*found, ir::no_id, move, state);
        for (std::uint32_t i = 0; i < found->games.size(); ++i) {
          legal = legal && is_legal_in(*found, i, move, state);
        }
        wrong += legal != holds(net, net.moves[move].legal, state, 0);
      }
    }
    for (std::uint32_t i = 0; i < found->games.size(); ++i) {
      const passes::Subgame& game = found->games[i];
      const std::uint32_t read = bits_of(game.fluents) | bits_of(found->autonomous);
      const std::uint32_t own = bits_of(game.fluents);
      for (std::uint32_t state = 0; state < states; ++state) {
        const std::uint32_t other = (random() % states & ~read) | (state & read);
        for (const std::uint32_t move : game.moves) {
          wrong += is_legal_in(*found, i, move, state) != is_legal_in(*found, i, move, other);
        }
        for (const std::uint32_t a : joint_moves()) {
          for (const std::uint32_t b : joint_moves()) {
            if (effects_in(*found, i, a) != effects_in(*found, i, b)) continue;
            wrong += (next_state(net, state, a) & own) != (next_state(net, other, b) & own);
          }
          const bool passes = (a & bits_of(game.moves)) == 0;
          wrong += game.is_still && passes && (next_state(net, state, a) & own) != (state & own);
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(with_several > 60);
  CHECK(parallel > 20);
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
  const passes::ConjoinedSubgames parts =
      passes::find_conjoined(*coupled, 0, {.fluents_per_shared = 20});
  REQUIRE(parts.parts.size() == 2);
  CHECK(parts.shared == passes::FluentList{11});
  CHECK(parts.parts[0].moves.size() + parts.parts[1].moves.size() == 24);
  CHECK(passes::find_conjoined(*coupled, 0, {.fluents_per_shared = 30}).parts.empty());
  CHECK(passes::find_conjoined(*coupled, 0, {.most_pins = 10}).parts.empty());
}

TEST_CASE("Moves that combine moves of boards are split into their parts", "[net]") {
  // Move (i, k) of nine sets switch i of board 1 and switch k of board 2; with fewer of them the
  // one decides over the other.
  const auto boards = [](std::uint32_t moves) {
    passes::NetBuilder builder;
    std::vector<Signal> on;
    std::vector<Signal> made;
    for (std::uint32_t i = 0; i < 6; ++i) on.push_back(builder.add_fluent(i));
    for (std::uint32_t i = 0; i < moves; ++i) made.push_back(builder.add_move(i, 0));
    std::vector<std::vector<Signal>> sets(6);
    for (std::uint32_t i = 0; i < moves; ++i) {
      sets[i / 3].push_back(made[i]);
      sets[3 + i % 3].push_back(made[i]);
    }
    ir::Net net;
    std::vector<Signal> next;
    for (std::uint32_t i = 0; i < 6; ++i) {
      sets[i].push_back(on[i]);
      next.push_back(builder.any_of(sets[i]));
    }
    const Signal won = builder.all_of(on);
    net = builder.net();
    for (const Signal signal : next) net.fluents.push_back({{}, false, signal});
    for (std::uint32_t i = 0; i < moves; ++i) net.moves.push_back({{}, 0, ir::true_signal});
    net.terminal = won;
    net.goals = {{{}, 0, won}};
    return net;
  };
  const auto all = passes::find_subgames(boards(9), 1);
  REQUIRE(all);
  REQUIRE(all->games.size() == 2);
  CHECK(all->games[0].fluents == passes::FluentList{0, 1, 2});
  CHECK(all->games[0].is_parallel);
  CHECK(all->games[0].moves.size() == 9);
  const auto fewer = passes::find_subgames(boards(8), 1);
  REQUIRE(fewer);
  CHECK(fewer->games.size() == 1);
  CHECK_FALSE(fewer->games[0].is_parallel);
}

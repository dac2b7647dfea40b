// Search with an evaluation function against minimax without pruning, table or deepening.
#include "runtime/host/search/alpha_beta.h"
#include "runtime/host/game/state_space.h"
#include "tests/unit/support/graph_game.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace tesuji;
using runtime::AlphaBeta;
using runtime::AlphaBetaOptions;
using test::GraphGame;

namespace {

/// Any value, but the same for the same node; many are equal.
class NodeValues final : public runtime::Evaluation {
 public:
  explicit NodeValues(std::uint64_t seed) : seed_(seed) {}
  double value(runtime::StateView state) override {
    ++asked;
    runtime::Rng rng(seed_, state[0]);
    return static_cast<double>(rng.below(7)) - 3;
  }
  std::uint64_t asked = 0;

 private:
  std::uint64_t seed_;
};

double minimax(const GraphGame& game, runtime::Evaluation& evaluation, std::uint32_t node,
               unsigned depth, unsigned level) {
  const GraphGame::GraphNode& at = game.nodes()[node];
  if (at.next.empty()) {
    if (at.margin == 0) return 0;
    return at.margin > 0 ? runtime::won_value - level : level - runtime::won_value;
  }
  if (depth == 0) return evaluation.value(game.state(node));
  double best = at.mover == 0 ? -1e9 : 1e9;
  for (const std::uint32_t next : at.next) {
    const double value = minimax(game, evaluation, next, depth - 1, level + 1);
    best = at.mover == 0 ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

/// Edges lead to higher numbers only, so that every play ends.
GraphGame acyclic(runtime::Rng& rng, std::uint32_t count) {
  constexpr std::int32_t margins[] = {-100, 0, 0, 100};
  std::vector<GraphGame::GraphNode> nodes(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    nodes[i].mover = static_cast<runtime::Role>(rng.below(2));
    nodes[i].margin = margins[rng.below(4)];
    const std::uint64_t edges =
        i + 1 == count || (i > 3 && rng.below(5) == 0) ? 0 : 1 + rng.below(4);
    for (std::uint64_t e = 0; e < edges; ++e) {
      nodes[i].next.push_back(i + 1 +
                              static_cast<std::uint32_t>(rng.below(std::min(8U, count - i - 1))));
    }
  }
  return GraphGame(std::move(nodes));
}

}  // namespace

TEST_CASE("Alpha-beta gives minimax's value, and a move that has it") {
  runtime::Rng rng(11, 0);
  for (std::uint64_t round = 0; round < 300; ++round) {
    const auto game = std::make_shared<const GraphGame>(
        GraphGame::random(rng, {30, static_cast<std::uint32_t>(rng.below(3)), round % 2 == 0}));
    const GraphGame::GraphNode& first = game->nodes()[0];
    if (first.next.empty()) continue;
    NodeValues values(round);
    for (unsigned depth = 1; depth <= 5; ++depth) {
      AlphaBetaOptions options;
      options.depth = depth;
      options.table_bits = 0;  // with one, some nodes are searched deeper
      AlphaBeta search(game, values, options);
      const auto found = search.best(game->state(0), game->nodes()[0].mover);
      REQUIRE(found);
      const double sign = first.mover == 0 ? 1 : -1;
      // It ends as soon as the outcome is known.
      const unsigned searched = found->depth;
      CHECK((searched == depth || std::abs(found->value) > runtime::most_evaluation));
      INFO("round " << round << " depth " << depth);
      CHECK(found->value == sign * minimax(*game, values, 0, searched, 0));
      CHECK(found->value ==
            sign * minimax(*game, values, first.next[found->move - 1], searched - 1, 1));
    }
  }
}

TEST_CASE("With a table, games that are searched to their ends have the same value") {
  runtime::Rng rng(12, 0);
  for (std::uint64_t round = 0; round < 200; ++round) {
    const auto game = std::make_shared<const GraphGame>(acyclic(rng, 24));
    NodeValues values(round);
    AlphaBetaOptions options;
    options.depth = 24;
    options.table_bits = round % 2 == 0 ? 3 : 12;
    AlphaBeta search(game, values, options);
    // Kept from question to question.
    for (std::uint32_t node = 0; node < 24; ++node) {
      const GraphGame::GraphNode& at = game->nodes()[node];
      const auto found = search.best(game->state(node), at.mover);
      REQUIRE(found.has_value() == !at.next.empty());
      if (!found) continue;
      const double exact = (at.mover == 0 ? 1 : -1) * minimax(*game, values, node, 24, 0);
      INFO("round " << round << " node " << node);
      // A win or a loss is found, though maybe not the shortest way.
      CHECK((found->value > 0) == (exact > 0));
      CHECK((found->value < 0) == (exact < 0));
    }
  }
}

TEST_CASE("With reductions, games that are searched to their ends have the same result") {
  runtime::Rng rng(15, 0);
  for (std::uint64_t round = 0; round < 200; ++round) {
    const auto game = std::make_shared<const GraphGame>(acyclic(rng, 24));
    NodeValues values(round);
    AlphaBetaOptions options;
    options.depth = 60;
    options.reduces = true;
    options.table_bits = round % 2 == 0 ? 0 : 10;
    AlphaBeta search(game, values, options);
    const GraphGame::GraphNode& first = game->nodes()[0];
    const auto found = search.best(game->state(0), first.mover);
    REQUIRE(found.has_value() == !first.next.empty());
    if (!found) continue;
    const double sign = first.mover == 0 ? 1 : -1;
    const double exact = sign * minimax(*game, values, 0, 24, 0);
    INFO("round " << round);
    CHECK((found->value > 0) == (exact > 0));
    CHECK((found->value < 0) == (exact < 0));
    const double after = sign * minimax(*game, values, first.next[found->move - 1], 24, 1);
    CHECK((after > 0) == (exact > 0));
    CHECK((after < 0) == (exact < 0));
  }
}

TEST_CASE("A limit of states ends a search with the move that is known, and the table has a line") {
  runtime::Rng rng(16, 0);
  const auto game = std::make_shared<const GraphGame>(acyclic(rng, 200));
  NodeValues values(1);
  AlphaBetaOptions options;
  options.depth = 50;
  AlphaBeta search(game, values, options);
  const runtime::Role mover = game->nodes()[0].mover;
  const auto found = search.best(game->state(0), mover, {0, 30, nullptr});
  REQUIRE(found);
  CHECK(found->states <= 31);
  CHECK(found->depth >= 1);
  // The waiting role's only move has the negative value.
  AlphaBeta other(game, values, options);
  const auto waiting = other.best(game->state(0), 1 - mover, {0, 30, nullptr});
  REQUIRE(waiting);
  CHECK(waiting->value == -found->value);
  CHECK(waiting->move == 0);
  // A line is a play: each joint move is legal.
  const auto line = search.line(game->state(0), 5);
  REQUIRE(!line.empty());
  CHECK(line.front()[mover] == found->move);
}

TEST_CASE("Alpha-beta looks at fewer states than there are") {
  runtime::Rng rng(13, 0);
  const auto game = std::make_shared<const GraphGame>(acyclic(rng, 200));
  NodeValues all(1);
  static_cast<void>(minimax(*game, all, 0, 8, 0));
  NodeValues some(1);
  AlphaBetaOptions options;
  options.depth = 8;
  AlphaBeta search(game, some, options);
  static_cast<void>(search.best(game->state(0), game->nodes()[0].mover));
  CHECK(some.asked < all.asked / 2);
}

TEST_CASE("A search that is to stop stops, and one without time has a move") {
  runtime::Rng rng(14, 0);
  const auto game = std::make_shared<const GraphGame>(acyclic(rng, 100));
  NodeValues values(1);
  std::atomic<bool> stop = true;
  AlphaBetaOptions options;
  options.stop = &stop;
  AlphaBeta stopped(game, values, options);
  CHECK_THROWS_AS(static_cast<void>(stopped.best(game->state(0), game->nodes()[0].mover)),
                  runtime::Stopped);
  AlphaBetaOptions hasty;
  hasty.seconds = 1e-9;
  hasty.depth = 50;
  AlphaBeta search(game, values, hasty);
  const auto found = search.best(game->state(0), game->nodes()[0].mover);
  REQUIRE(found);
  CHECK(found->move >= 1);
}

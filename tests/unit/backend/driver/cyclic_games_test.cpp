// Games whose states repeat, solved backwards: beside a brute force that knows nothing of
// predecessors.
#include "runtime/host/search/minimax.h"
#include "tests/unit/support/graph_game.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace tesuji;
using runtime::GameValue;
using runtime::Role;
using test::GraphGame;

namespace {

/// The value of every node by iteration, of which none goes beyond the definitions: margins of
/// play that is cut after n plies settle, cut play being worth 0.
std::vector<std::int32_t> iterated_margins(const GraphGame& game) {
  const auto& nodes = game.nodes();
  // Two bounds, cut play being the worst for role 0 and the best for it, would differ on endless
  // play; what role 0 can force above 0 comes from the former, below 0 from the latter.
  const auto settle = [&](std::int32_t cut) {
    std::vector<std::int32_t> values(nodes.size(), cut);
    for (std::size_t round = 0; round < 300 * nodes.size(); ++round) {
      std::vector<std::int32_t> next(nodes.size());
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].next.empty()) {
          next[i] = nodes[i].margin;
          continue;
        }
        next[i] = values[nodes[i].next[0]];
        for (const std::uint32_t n : nodes[i].next)
          next[i] =
              nodes[i].mover == 0 ? std::max(next[i], values[n]) : std::min(next[i], values[n]);
      }
      if (next == values) break;
      values = next;
    }
    return values;
  };
  const auto least = settle(-1000);
  const auto most = settle(1000);
  std::vector<std::int32_t> result(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    result[i] = least[i] > 0 ? least[i] : most[i] < 0 ? most[i] : 0;
  return result;
}

/// Plies of decided nodes: the least number n of plies within which the winner can force its
/// margin, for n = 0, 1, ..; nodes of other margins and draws: nothing.
std::vector<std::optional<std::uint32_t>> iterated_plies(const GraphGame& game,
                                                         const std::vector<std::int32_t>& margins) {
  const auto& nodes = game.nodes();
  std::vector<std::optional<std::uint32_t>> plies(nodes.size());
  for (std::uint32_t n = 0; n <= nodes.size(); ++n) {
    std::vector<std::size_t> now;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (plies[i] || margins[i] == 0) continue;
      const Role winner = margins[i] > 0 ? 0 : 1;
      const auto forced = [&](std::uint32_t to) {
        const bool better = winner == 0 ? margins[to] > margins[i] : margins[to] < margins[i];
        return better || (margins[to] == margins[i] && plies[to].has_value());
      };
      const auto& next = nodes[i].next;
      const bool ends = next.empty()               ? n == 0
                        : nodes[i].mover == winner ? std::any_of(next.begin(), next.end(), forced)
                                                   : std::all_of(next.begin(), next.end(), forced);
      if (ends) now.push_back(i);
    }
    for (const std::size_t i : now) plies[i] = n;
  }
  return plies;
}

/// Whether a draw that ends can be reached by moves that keep the margin.
std::vector<bool> ends_in_draw(const GraphGame& game, const std::vector<std::int32_t>& margins) {
  const auto& nodes = game.nodes();
  std::vector<bool> ends(nodes.size());
  for (std::size_t round = 0; round <= nodes.size(); ++round) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (margins[i] != 0) continue;
      if (nodes[i].next.empty()) ends[i] = true;
      for (const std::uint32_t n : nodes[i].next)
        if (margins[n] == 0 && ends[n]) ends[i] = true;
    }
  }
  return ends;
}

}  // namespace

TEST_CASE("cyclic graphs have the values that iteration gives", "[minimax][cyclic]") {
  runtime::Rng rng(7);
  std::size_t endless = 0;
  std::size_t cyclic = 0;
  std::size_t draws = 0;
  for (int round = 0; round < 400; ++round) {
    INFO("graph " << round);
    const auto game = std::make_shared<const GraphGame>(
        GraphGame::random(rng, {.nodes = 2 + static_cast<std::uint32_t>(rng.below(24)),
                                .ends_in_ten = 1 + static_cast<std::uint32_t>(rng.below(4)),
                                .alternating = round % 2 == 0}));
    const auto margins = iterated_margins(*game);
    const auto plies = iterated_plies(*game, margins);
    const auto ends = ends_in_draw(*game, margins);
    runtime::Minimax whole(game, GraphGame::turn_rule());
    for (std::uint32_t i = 0; i < game->nodes().size(); ++i) {
      INFO("node " << i);
      const runtime::State state = game->state(i);
      const GameValue value = whole.value(state);
      CHECK(value.margin == margins[i]);
      if (margins[i] != 0) {
        CHECK_FALSE(value.endless);
        REQUIRE(plies[i]);
        CHECK(value.plies == *plies[i]);
      } else {
        CHECK(value.endless == !ends[i]);
        ++(value.endless ? endless : draws);
      }
      // From where the game is solved does not matter.
      runtime::Minimax alone(game, GraphGame::turn_rule());
      CHECK(alone.value(state) == value);
      const auto best = whole.best(state);
      REQUIRE(best.has_value() == !game->nodes()[i].next.empty());
      if (!best) continue;
      const runtime::State next(best->successor.begin(), best->successor.end());
      const GameValue reached = whole.value(next);
      CHECK(reached.margin == value.margin);
      CHECK(reached.endless == value.endless);
      if (!value.endless) CHECK(reached.plies + 1 == value.plies);
    }
    cyclic += whole.cyclic() ? 1 : 0;
  }
  CHECK(cyclic > 100);
  CHECK(endless > 100);
  CHECK(draws > 100);
}

TEST_CASE("draws that repeat are ended, as long as they end by themselves drawn out",
          "[minimax][cyclic]") {
  // 0 <-> 1, 1 -> 2 (a draw): who can end the draw does. 3 -> 2, 3 -> 4 -> 2: drawn out.
  // 5 <-> 6, 6 -> 7 (role 0 wins, but role 1 is to move): endless.
  const auto game =
      std::make_shared<const GraphGame>(std::vector<GraphGame::GraphNode>{{0, {1}, 0},
                                                                          {1, {0, 2}, 0},
                                                                          {0, {}, 0},
                                                                          {0, {2, 4}, 0},
                                                                          {1, {2}, 0},
                                                                          {0, {6}, 0},
                                                                          {1, {5, 7}, 0},
                                                                          {0, {}, 100}});
  runtime::Minimax minimax(game, GraphGame::turn_rule());
  CHECK(minimax.value(game->state(0)) == GameValue{0, 2, false});
  CHECK(minimax.value(game->state(1)) == GameValue{0, 1, false});
  CHECK(minimax.value(game->state(3)) == GameValue{0, 2, false});
  CHECK(minimax.value(game->state(5)) == GameValue{0, 0, true});
  CHECK(minimax.value(game->state(6)) == GameValue{0, 0, true});
  CHECK(minimax.best(game->state(6))->move == 1);
  minimax.prefer(runtime::MovePreference::last_first());
  CHECK(minimax.best(game->state(6))->move == 1);
}

// Exact search forwards against complete search, on random games and on examples.
#include "runtime/host/search/forward_solver.h"

#include "backend/driver/load.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/playouts/sampled_positions.h"
#include "runtime/host/search/minimax.h"
#include "runtime/host/search/move_judge.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/graph_game.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace tesuji;
using runtime::ForwardSolver;
using test::GraphGame;

namespace {

/// Edges lead to higher numbers only, so that no state repeats. Plays end at none of the first
/// nodes.
GraphGame graph_without_cycles(runtime::Rng& rng, std::uint32_t count,
                               std::uint32_t without_end = 4) {
  constexpr std::int32_t margins[] = {-100, -40, 0, 0, 1, 100};
  std::vector<GraphGame::GraphNode> nodes(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    nodes[i].mover = static_cast<runtime::Role>(rng.below(2));
    nodes[i].margin = margins[rng.below(6)];
    const std::uint64_t edges =
        i + 1 == count || (i >= without_end && rng.below(5) == 0) ? 0 : 1 + rng.below(4);
    for (std::uint64_t e = 0; e < edges; ++e) {
      nodes[i].next.push_back(i + 1 +
                              static_cast<std::uint32_t>(rng.below(std::min(8U, count - i - 1))));
    }
  }
  return GraphGame(std::move(nodes));
}

runtime::Minimax complete_search(const std::shared_ptr<const GraphGame>& game) {
  return {game, GraphGame::turn_rule()};
}

/// Returns the state after the role's move, while the other role waits.
runtime::State state_after(const runtime::Game& game, const runtime::State& state,
                           runtime::Role role, runtime::Move move) {
  const auto scratch = game.make_scratch();
  std::vector<std::vector<runtime::Move>> legal;
  game.legal(state, *scratch, legal);
  std::vector<runtime::Move> joint{legal[0].front(), legal[1].front()};
  joint[role] = move;
  runtime::State next(state.size());
  game.next(state, joint, *scratch, next);
  return next;
}

/// A role has no move in one state.
class StuckGame final : public GraphGame {
 public:
  StuckGame(std::vector<GraphNode> nodes, std::uint32_t stuck)
      : GraphGame(std::move(nodes)), stuck_(stuck) {}
  void legal(runtime::StateView state, runtime::Scratch& scratch,
             std::vector<std::vector<runtime::Move>>& moves) const override {
    GraphGame::legal(state, scratch, moves);
    if (state[0] == stuck_) moves[1 - nodes()[stuck_].mover].clear();
  }

 private:
  std::uint32_t stuck_;
};

/// Knows nothing, but differs from state to state, and is no number now and then.
class ArbitraryEvaluation final : public runtime::Evaluation {
 public:
  explicit ArbitraryEvaluation(std::uint64_t seed) : rng_(seed, 0) {}
  [[nodiscard]] double value(runtime::StateView) override {
    const std::uint64_t value = rng_.below(100);
    if (value == 0) return std::numeric_limits<double>::quiet_NaN();
    if (value == 1) return -std::numeric_limits<double>::infinity();
    return 0.1 * static_cast<double>(value) - 5;
  }

 private:
  runtime::Rng rng_;
};

}  // namespace

TEST_CASE("Forward search gives the value of complete search, and a move that has it", "[solve]") {
  runtime::Rng rng(5, 0);
  for (std::uint64_t round = 0; round < 300; ++round) {
    const auto game = std::make_shared<const GraphGame>(graph_without_cycles(rng, 60));
    runtime::Minimax minimax = complete_search(game);
    // A small table must not change the result.
    ForwardSolver solver(game, round % 2 == 0 ? 0 : 1U << 20U);
    for (std::uint32_t node = 0; node < 20; ++node) {
      const runtime::State state = game->state(node);
      const std::int32_t margin = minimax.value(state).margin;
      const runtime::ForwardValue found = solver.solve(state, {});
      REQUIRE(found.is_exact());
      REQUIRE(found.low == margin);
      CHECK(solver.is_at_least(state, margin, {}) == true);
      CHECK(solver.is_at_least(state, margin + 1, {}) == false);
      if (!found.move) continue;
      REQUIRE(found.mover == game->nodes()[node].mover);
      const runtime::State next = state_after(*game, state, found.mover, *found.move);
      CHECK(minimax.value(next).margin == margin);
    }
  }
}

TEST_CASE("No order of moves changes the values of forward search", "[solve]") {
  runtime::Rng rng(8, 0);
  std::size_t ordered = 0;
  std::size_t exact = 0;
  for (std::uint64_t round = 0; round < 20; ++round) {
    const auto game = std::make_shared<const GraphGame>(graph_without_cycles(rng, 140, 125));
    runtime::Minimax minimax = complete_search(game);
    std::size_t asked = 0;
    const auto order = [&]() -> std::unique_ptr<runtime::Evaluation> {
      // It is not ready when it is asked for first.
      if (++asked == 1) return nullptr;
      ++ordered;
      return std::make_unique<ArbitraryEvaluation>(round);
    };
    // With hardly a table, searches are long.
    ForwardSolver solver(game, round % 4 == 0 ? 1U << 14U : 0, order);
    for (std::uint32_t node = 0; node < 20; ++node) {
      const runtime::State state = game->state(node);
      const std::int32_t margin = minimax.value(state).margin;
      const runtime::ForwardValue found = solver.solve(state, {.states = 20'000});
      CHECK(found.low <= margin);
      CHECK(margin <= found.high);
      if (found.is_exact()) ++exact;
      if (node % 4 == 0) solver.forget();
    }
    CHECK(asked <= 2);
  }
  CHECK(ordered > 5);
  CHECK(exact > 100);
}

TEST_CASE("A state in which a role has no move ends the game for forward search", "[solve]") {
  // 0 has a choice between 1, which is stuck and even, and 2, which is lost.
  std::vector<GraphGame::GraphNode> nodes(5);
  nodes[0].next = {1, 2};
  nodes[1] = {.mover = 1, .next = {3, 4}, .margin = 0};
  nodes[2].margin = -100;
  nodes[3].margin = -100;
  nodes[4].margin = 100;
  const auto game = std::make_shared<const StuckGame>(nodes, 1);
  ForwardSolver solver(game, 1U << 14U);
  const runtime::ForwardValue stuck = solver.solve(game->state(1), {});
  CHECK(stuck.is_exact());
  CHECK(stuck.low == 0);
  CHECK(stuck.mover == runtime::no_role);
  CHECK_FALSE(stuck.move);
  const runtime::ForwardValue found = solver.solve(game->state(0), {});
  CHECK(found.is_exact());
  CHECK(found.low == 0);
  CHECK(found.move == runtime::Move{1});
}

TEST_CASE("Bounds of forward search hold where a limit ended it", "[solve]") {
  runtime::Rng rng(6, 0);
  std::size_t open = 0;
  for (std::uint64_t round = 0; round < 200; ++round) {
    const auto game = std::make_shared<const GraphGame>(graph_without_cycles(rng, 200));
    runtime::Minimax minimax = complete_search(game);
    ForwardSolver solver(game, 1U << 16U);
    for (const std::uint64_t states : {1U, 3U, 10U, 30U}) {
      const runtime::ForwardValue found = solver.solve(game->initial(), {.states = states});
      const std::int32_t margin = minimax.value(game->initial()).margin;
      CHECK(found.low <= margin);
      CHECK(margin <= found.high);
      CHECK(found.states <= states + 1);
      if (!found.is_exact()) ++open;
    }
  }
  CHECK(open > 100);
}

TEST_CASE("Forward search refuses states that repeat, or does not need them", "[solve]") {
  runtime::Rng rng(7, 0);
  std::size_t refused = 0;
  std::size_t solved = 0;
  for (std::uint64_t round = 0; round < 400; ++round) {
    const auto game =
        std::make_shared<const GraphGame>(GraphGame::random(rng, {30, 3, round % 2 == 0}));
    runtime::Minimax minimax = complete_search(game);
    ForwardSolver solver(game, 1U << 16U);
    for (std::uint32_t node = 0; node < 8; ++node) {
      const runtime::State state = game->state(node);
      try {
        const runtime::ForwardValue found = solver.solve(state, {});
        CHECK(found.is_exact());
        CHECK(found.low == minimax.value(state).margin);
        ++solved;
      } catch (const runtime::CyclicGame&) {
        ++refused;
      }
    }
  }
  CHECK(refused > 100);
  CHECK(solved > 100);
}

TEST_CASE("Forward search and its judge agree with complete search on examples", "[solve]") {
  for (const std::string name : {"noughts-and-crosses", "hexapawn4"}) {
    driver::Session session;
    driver::Options options;
    const auto loaded =
        driver::load_game(tests::source_dir() + "/examples/" + name + ".kif", options, session);
    REQUIRE(loaded);
    runtime::Minimax minimax(loaded->game, driver::turn_rule(*loaded));
    runtime::MoveJudge judge(loaded->game, 1U << 20U);
    std::size_t lost = 0;
    for (const std::uint64_t moves : {0U, 2U, 3U}) {
      for (const runtime::State& state : runtime::random_positions(*loaded->game, 40, moves, 1)) {
        const auto choice = judge.choice(state);
        if (!choice) continue;
        const std::int32_t value = minimax.value(state).margin_for(choice->mover);
        bool can_lose = false;
        for (const runtime::Move move : choice->legal[choice->mover]) {
          const runtime::State next = state_after(*loaded->game, state, choice->mover, move);
          can_lose = can_lose || minimax.value(next).margin_for(choice->mover) < value;
        }
        for (const runtime::Move move : choice->legal[choice->mover]) {
          const auto judged = judge.judge(state, *choice, move, {});
          REQUIRE(judged);
          const runtime::State next = state_after(*loaded->game, state, choice->mover, move);
          CHECK(judged->value == value);
          CHECK(judged->after == minimax.value(next).margin_for(choice->mover));
          CHECK(judged->can_lose == can_lose);
          if (!judged->keeps_value()) ++lost;
        }
      }
    }
    CHECK(lost > 0);
  }
}

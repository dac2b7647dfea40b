// Monte-Carlo tree search against complete search, and what it promises of memory and chance.
#include "runtime/host/mcts/tree_search.h"
#include "backend/open/open_game.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/search/minimax.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/graph_game.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <memory>

using namespace tesuji;
using runtime::TreeSearch;
using runtime::TreeSearchOptions;
using test::GraphGame;

namespace {

/// The goals always have the same sum.
class ZeroSumGraph final : public GraphGame {
 public:
  using GraphGame::GraphGame;
  static int goal_of(std::int32_t margin) { return (100 + margin) / 2; }
  void goal(runtime::StateView state, runtime::Scratch&,
            std::vector<std::vector<std::string>>& goals) const override {
    const int own = goal_of(nodes()[state[0]].margin);
    goals = {{std::to_string(own)}, {std::to_string(100 - own)}};
  }
};

/// Edges lead to higher numbers only, so that every play ends.
std::vector<GraphGame::GraphNode> acyclic(runtime::Rng& rng, std::uint32_t count) {
  constexpr std::int32_t margins[] = {-100, -50, 0, 0, 50, 100};
  std::vector<GraphGame::GraphNode> nodes(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    nodes[i].mover = static_cast<runtime::Role>(rng.below(2));
    nodes[i].margin = margins[rng.below(6)];
    if (i + 1 == count || (i > 3 && rng.below(5) == 0)) continue;
    for (std::uint64_t edges = 1 + rng.below(4); edges > 0; --edges) {
      const std::uint64_t step = rng.below(std::min(8U, count - i - 1));
      nodes[i].next.push_back(i + 1 + static_cast<std::uint32_t>(step));
    }
  }
  return nodes;
}

/// What role 0 gets where both play to win.
int value_of(const std::vector<GraphGame::GraphNode>& nodes, std::uint32_t node) {
  const GraphGame::GraphNode& at = nodes[node];
  if (at.next.empty()) return ZeroSumGraph::goal_of(at.margin);
  int best = at.mover == 0 ? -1 : 101;
  for (const std::uint32_t next : at.next) {
    const int value = value_of(nodes, next);
    best = at.mover == 0 ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

runtime::TreeSearchReport searched(const std::shared_ptr<const runtime::Game>& game,
                                   runtime::Role role, std::uint64_t simulations,
                                   TreeSearchOptions options = {}) {
  options.memory = std::size_t{32} << 20U;
  TreeSearch search(game, runtime::scalar_rollouts(game, {options.seed, 200}), options);
  search.set_root(game->initial());
  search.run({.simulations = simulations});
  return search.report(role);
}

std::shared_ptr<const runtime::Game> example(const std::string& name) {
  auto opened =
      driver::open_game(tests::source_dir() + "/examples/" + name + ".kif", "interpreter");
  REQUIRE(opened.game);
  return opened.game;
}

}  // namespace

TEST_CASE("Proven values are those of complete search", "[mcts]") {
  runtime::Rng rng(5, 0);
  int proven = 0;
  for (std::uint64_t round = 0; round < 300; ++round) {
    const auto nodes = acyclic(rng, 40);
    const runtime::Role mover = nodes[0].mover;
    const auto game = std::make_shared<const ZeroSumGraph>(nodes);
    const runtime::TreeSearchReport report = searched(game, mover, 4000, {.seed = round});
    REQUIRE_FALSE(report.moves.empty());
    const int best = value_of(nodes, 0);
    const int chosen = value_of(nodes, nodes[0].next[report.moves.front().move - 1]);
    if (nodes[0].next.size() == 1) continue;
    CAPTURE(round);
    CHECK(report.proven);
    CHECK(chosen == best);
    if (report.proven) {
      ++proven;
      const int own = mover == 0 ? best : 100 - best;
      CHECK(report.moves.front().bounds.low == own);
    }
  }
  CHECK(proven > 150);
}

TEST_CASE("Games whose goals have no common sum prove nothing false", "[mcts]") {
  // What a role is sure of against all that the other may do.
  const std::function<int(const std::vector<GraphGame::GraphNode>&, std::uint32_t, runtime::Role)>
      sure = [&](const auto& nodes, std::uint32_t node, runtime::Role role) {
        const GraphGame::GraphNode& at = nodes[node];
        if (at.next.empty()) return std::max(0, role == 0 ? at.margin : -at.margin);
        int best = at.mover == role ? -1 : 101;
        for (const std::uint32_t next : at.next) {
          const int value = sure(nodes, next, role);
          best = at.mover == role ? std::max(best, value) : std::min(best, value);
        }
        return best;
      };
  runtime::Rng rng(6, 0);
  for (std::uint64_t round = 0; round < 200; ++round) {
    const auto nodes = acyclic(rng, 30);
    const runtime::Role mover = nodes[0].mover;
    const auto game = std::make_shared<const GraphGame>(nodes);
    const runtime::TreeSearchReport report = searched(game, mover, 3000, {.seed = round});
    CAPTURE(round);
    for (const runtime::MoveEstimate& move : report.moves) {
      CHECK(move.bounds.low <= sure(nodes, nodes[0].next[move.move - 1], mover));
    }
  }
}

TEST_CASE("Cycles end neither search nor what is proven", "[mcts]") {
  runtime::Rng rng(7, 0);
  for (std::uint64_t round = 0; round < 200; ++round) {
    const auto graph = GraphGame::random(rng, {25, 2, round % 2 == 0});
    if (graph.nodes()[0].next.empty()) continue;
    const auto game = std::make_shared<const ZeroSumGraph>(graph.nodes());
    const runtime::TreeSearchReport report =
        searched(game, graph.nodes()[0].mover, 2000, {.seed = round});
    if (!report.proven) continue;
    // Play that never ends is worth 0 to minimax, and nothing proven is about it.
    runtime::Minimax minimax(game, GraphGame::turn_rule());
    const int margin = minimax.value(game->initial()).margin_for(graph.nodes()[0].mover);
    const int goal = report.moves.front().bounds.low;
    CAPTURE(round, margin, goal);
    if (margin > 0) CHECK(2 * goal - 100 >= margin - 1);
    if (margin < 0) CHECK(2 * goal - 100 <= margin + 1);
  }
}

TEST_CASE("Noughts and crosses is played perfectly from every state", "[mcts]") {
  driver::Session session;
  driver::Options interpreted;
  interpreted.engine = driver::Engine::interpreter;
  const auto loaded = driver::load_game(tests::source_dir() + "/examples/noughts-and-crosses.kif",
                                        interpreted, session);
  REQUIRE(loaded);
  const auto game = loaded->game;
  runtime::Minimax minimax(game, driver::turn_rule(*loaded));
  std::vector<runtime::State> states;
  minimax.visit(game->initial(), [&](const runtime::SolvedState& solved) {
    if (solved.mover != runtime::no_role) {
      states.emplace_back(solved.state.begin(), solved.state.end());
    }
  });
  REQUIRE(states.size() > 4000);
  TreeSearchOptions options;
  options.memory = std::size_t{32} << 20U;
  TreeSearch search(game, runtime::scalar_rollouts(game, {1, 200}), options);
  const auto scratch = game->make_scratch();
  std::vector<std::vector<runtime::Move>> legal;
  for (std::size_t i = 0; i < states.size(); i += 7) {
    const runtime::State& state = states[i];
    game->legal(state, *scratch, legal);
    const runtime::Role mover = minimax.best(state)->mover;
    search.set_root(state);
    search.run({.simulations = 1500});
    const runtime::TreeSearchReport report = search.report(mover);
    std::vector<runtime::Move> joint(2);
    joint[mover] = report.moves.front().move;
    joint[1 - mover] = legal[1 - mover].front();
    runtime::State next(state.size());
    game->next(state, joint, *scratch, next);
    CHECK(minimax.value(next).margin == minimax.value(state).margin);
  }
}

TEST_CASE("Ends without goals are worth one half, and end a simulation", "[mcts]") {
  class NoGoals final : public GraphGame {
   public:
    using GraphGame::GraphGame;
    void goal(runtime::StateView, runtime::Scratch&,
              std::vector<std::vector<std::string>>& goals) const override {
      goals = {{}, {"100"}};
    }
  };
  const auto game = std::make_shared<const NoGoals>(
      std::vector<GraphGame::GraphNode>{{0, {1, 2}}, {1, {}}, {1, {}}});
  const runtime::TreeSearchReport report = searched(game, 0, 500);
  REQUIRE(report.moves.size() == 2);
  CHECK_FALSE(report.proven);
  for (const auto& move : report.moves) CHECK(move.value == Approx(50));
}

TEST_CASE("What is proven is attained, however little memory there is", "[mcts]") {
  const auto game = example("noughts-and-crosses");
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    TreeSearchOptions options;
    options.seed = seed;
    options.memory = std::size_t{1} << 20U;
    TreeSearch search(game, runtime::scalar_rollouts(game, {seed, 200}), options);
    const auto scratch = game->make_scratch();
    runtime::State state(game->initial().begin(), game->initial().end());
    std::vector<std::vector<runtime::Move>> legal;
    while (!game->terminal(state, *scratch)) {
      search.set_root(state);
      search.run({.simulations = 30'000});
      game->legal(state, *scratch, legal);
      std::vector<runtime::Move> joint;
      for (runtime::Role role = 0; role < 2; ++role) {
        const auto report = search.report(role);
        if (report.proven) CHECK(report.moves.front().bounds.exact());
        joint.push_back(report.moves.front().move);
      }
      runtime::State next(state.size());
      game->next(state, joint, *scratch, next);
      state = next;
    }
    std::vector<int> goals(2);
    game->goal_values(state, *scratch, goals);
    CHECK(goals == std::vector{50, 50});
  }
}

TEST_CASE("One seed and one thread search the same", "[mcts]") {
  const auto game = example("noughts-and-crosses");
  const auto first = searched(game, 0, 3000, {.seed = 4});
  const auto second = searched(game, 0, 3000, {.seed = 4});
  const auto other = searched(game, 0, 3000, {.seed = 5});
  const auto visits = [](const runtime::TreeSearchReport& report) {
    std::vector<std::uint64_t> all;
    for (const auto& move : report.moves) all.push_back(move.visits);
    return all;
  };
  CHECK(first.simulations == 3000);
  CHECK(visits(first) == visits(second));
  CHECK(visits(first) != visits(other));
}

TEST_CASE("Threads share a tree, and memory is bounded", "[mcts]") {
  const auto game = example("breakthrough");
  TreeSearchOptions options;
  options.threads = 4;
  options.memory = std::size_t{1} << 20U;
  TreeSearch search(game, runtime::scalar_rollouts(game, {1, 300}), options);
  search.set_root(game->initial());
  search.run({.simulations = 6000});
  const runtime::TreeSearchReport report = search.report(0);
  CHECK(report.simulations >= 6000);
  CHECK(report.simulations <= 6000 + 4);
  std::uint64_t visits = 0;
  for (const auto& move : report.moves) visits += move.visits;
  CHECK(visits == report.simulations);  // nothing is counted twice or lost when memory is full
  CHECK(report.nodes < 6000);
}

TEST_CASE("Puzzles are solved along the best game that was found", "[mcts]") {
  const auto game = example("buttons-and-lights");
  TreeSearchOptions options;
  options.memory = std::size_t{32} << 20U;
  TreeSearch search(game, runtime::scalar_rollouts(game, {1, 200}), options);
  const auto scratch = game->make_scratch();
  runtime::State state(game->initial().begin(), game->initial().end());
  for (int step = 0; step < 100 && !game->terminal(state, *scratch); ++step) {
    search.set_root(state);
    search.run({.simulations = 20'000});
    const std::vector<runtime::Move> joint{search.report(0).moves.front().move};
    runtime::State next(state.size());
    game->next(state, joint, *scratch, next);
    state = next;
  }
  std::vector<int> goals(1);
  game->goal_values(state, *scratch, goals);
  CHECK(goals[0] == 100);
}

TEST_CASE("Simultaneous moves are searched for each role", "[mcts]") {
  const auto game = example("goofspiel");
  for (runtime::Role role = 0; role < game->roles().size(); ++role) {
    const runtime::TreeSearchReport report = searched(game, role, 2000);
    CHECK_FALSE(report.proven);
    std::uint64_t visits = 0;
    for (const auto& move : report.moves) visits += move.visits;
    CHECK(visits == 2000);
    CHECK(report.depth > 1);
  }
}

TEST_CASE("The limit of moves is halved where playouts do not end", "[mcts]") {
  runtime::StepLimit limit({1, 2'000, true});
  limit.note(63, 63);
  CHECK(limit.moves() == 2'000);  // too few to judge
  limit.note(1, 1);
  CHECK(limit.moves() == 1'000);
  limit.note(64, 56);
  CHECK(limit.moves() == 1'000);  // some end, and tell something
  for (int i = 0; i < 20; ++i) limit.note(64, 64);
  CHECK(limit.moves() == 50);
  limit.note(64, 10);
  CHECK(limit.moves() == 100);  // most end
  for (int i = 0; i < 20; ++i) limit.note(64, 0);
  CHECK(limit.moves() == 2'000);
  runtime::StepLimit fixed({1, 2'000, false});
  fixed.note(1'000, 1'000);
  CHECK(fixed.moves() == 2'000);
  runtime::StepLimit low({1, 10, true});
  low.note(1'000, 1'000);
  CHECK(low.moves() == 10);  // never above what was asked for
}

TEST_CASE("Flat Monte Carlo tries each of the root's moves equally often", "[mcts]") {
  runtime::Rng rng(3);
  const auto nodes = acyclic(rng, 60);
  const auto game = std::make_shared<ZeroSumGraph>(nodes);
  TreeSearchOptions options;
  options.flat = true;
  options.bounds = options.history = false;
  TreeSearch search(game, runtime::scalar_rollouts(game, {1, 200}), options);
  search.set_root(game->initial());
  search.run({.simulations = 1'000});
  const runtime::TreeSearchReport report = search.report(nodes[0].mover);
  REQUIRE(report.moves.size() == nodes[0].next.size());
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  for (const auto& move : report.moves) {
    least = std::min(least, move.visits);
    most = std::max(most, move.visits);
  }
  CHECK(most - least <= 1);
  CHECK(std::is_sorted(report.moves.begin(), report.moves.end(),
                       [](const auto& a, const auto& b) { return a.value > b.value; }));
}

TEST_CASE("What is said of moves beforehand decides which are tried first", "[mcts]") {
  class LikesLast final : public runtime::MovePriors {
   public:
    void guess(runtime::StateView, runtime::Role, std::span<const runtime::Move>,
               std::span<float> values) override {
      values.back() = 0.99F;
    }
  };
  std::vector<GraphGame::GraphNode> nodes(6);
  nodes[0].next = {1, 2, 3, 4, 5};
  const auto game = std::make_shared<ZeroSumGraph>(nodes);
  TreeSearchOptions options;
  options.bounds = false;
  TreeSearch search(game, runtime::scalar_rollouts(game, {1, 200}), options,
                    [](unsigned) { return std::make_unique<LikesLast>(); });
  search.set_root(game->initial());
  search.run({.simulations = 3});
  const runtime::TreeSearchReport report = search.report(0);
  CHECK(report.moves.front().visits >= 2);
  std::vector<std::vector<runtime::Move>> legal;
  const auto scratch = game->make_scratch();
  game->legal(game->initial(), *scratch, legal);
  CHECK(report.moves.front().move == legal[0].back());
}

TEST_CASE("The best game of a puzzle outlives another look at the same state", "[mcts]") {
  // One way of many is worth 100: the first playouts find it, and then nothing is left to search.
  std::vector<GraphGame::GraphNode> nodes(8);
  nodes[0].next = {1, 2};
  nodes[1].next = {3, 4};
  nodes[2].next = {5, 6};
  nodes[6].next = {7};
  class Puzzle final : public GraphGame {
   public:
    using GraphGame::GraphGame;
    [[nodiscard]] std::span<const std::string> roles() const override { return roles_; }
    void legal(runtime::StateView state, runtime::Scratch& scratch,
               std::vector<std::vector<runtime::Move>>& moves) const override {
      GraphGame::legal(state, scratch, moves);
      moves.resize(1);
    }
    void goal(runtime::StateView state, runtime::Scratch&,
              std::vector<std::vector<std::string>>& goals) const override {
      goals = {{state[0] == 7 ? "100" : "0"}};
    }

   private:
    std::vector<std::string> roles_{"player"};
  };
  const auto game = std::make_shared<Puzzle>(nodes);
  TreeSearchOptions options;
  options.bounds = false;  // so that only the game that was found tells
  TreeSearch search(game, runtime::scalar_rollouts(game, {1, 200}), options);
  search.set_root(game->initial());
  search.run({.simulations = 1'000});
  CHECK(search.simulations() < 1'000);
  REQUIRE(search.is_decided(0));
  search.set_root(game->initial());
  CHECK(search.is_decided(0));
  const auto scratch = game->make_scratch();
  runtime::State state(game->initial().begin(), game->initial().end());
  for (int step = 0; step < 3; ++step) {
    search.set_root(state);
    REQUIRE(search.is_decided(0));
    const runtime::Move move[] = {search.report(0).moves.front().move};
    runtime::State next(state.size());
    game->next(state, move, *scratch, next);
    state = next;
  }
  CHECK(state[0] == 7);
  // Another way: what was found is none of its.
  search.set_root(game->state(1));
  CHECK_FALSE(search.is_decided(0));
}

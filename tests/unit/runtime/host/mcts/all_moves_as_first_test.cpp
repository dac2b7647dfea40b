// Estimates of moves by last states: what is counted, what moves add, and that proofs stay right.
#include "runtime/host/mcts/all_moves_as_first.h"
#include "backend/open/open_game.h"
#include "runtime/host/mcts/tree_search.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/graph_game.h"

#include <catch2/catch.hpp>

#include <array>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace tesuji;
using runtime::AllMovesAsFirst;

namespace {

std::shared_ptr<const runtime::Game> example(const std::string& name, const std::string& engine) {
  auto opened = driver::open_game(tests::source_dir() + "/examples/" + name + ".kif", engine);
  REQUIRE(opened.game);
  return opened.game;
}

/// Its moves add bits 0, 1 and 2 of the node's number. Counts its answers, and may meet a limit.
class CountedGraph final : public test::GraphGame {
 public:
  CountedGraph() : GraphGame({{0, {1, 2, 4}}, {1, {}, 100}, {1, {}, 0}, {}, {1, {}, -100}}) {}
  void next(runtime::StateView state, std::span<const runtime::Move> joint,
            runtime::Scratch& scratch, runtime::StateOut out) const override {
    ++computed;
    GraphGame::next(state, joint, scratch, out);
  }
  runtime::Drawn play_out(runtime::State& state, runtime::Scratch& scratch, runtime::Rng& rng,
                          std::uint64_t step_limit, std::uint64_t& steps) const override {
    if (meets_limit) throw runtime::LimitReached("no more");
    return GraphGame::play_out(state, scratch, rng, step_limit, steps);
  }

  mutable int computed = 0;  ///< next states
  bool meets_limit = false;
};

/// A tree whose only node is the initial state, open.
struct RootOnly {
  explicit RootOnly(std::shared_ptr<const runtime::Game> played)
      : game(std::move(played)),
        scratch(game->make_scratch()),
        tree(game->state_words(), game->roles().size(), std::size_t{1} << 20U) {
    std::vector<std::vector<runtime::Move>> legal;
    game->legal(game->initial(), *scratch, legal);
    root = tree.add(game->initial(), legal, runtime::TreeNode::Kind::inner);
    tree.open(root);
    for (const auto& moves : legal) joint.push_back(moves.front());
  }

  /// Returns the fluent that each of role 0's moves adds.
  std::vector<std::string> added() {
    std::vector<std::string> names;
    for (const runtime::TreeAction& action : tree.actions(root, 0)) {
      if (action.added == runtime::adds_nothing) {
        names.emplace_back();
        continue;
      }
      runtime::State only(game->state_words());
      only[action.added / 64] = std::uint64_t{1} << (action.added % 64);
      const std::vector<std::string> fluents = game->fluents(only);
      REQUIRE(fluents.size() == 1);
      names.push_back(fluents.front());
    }
    return names;
  }

  std::shared_ptr<const runtime::Game> game;
  std::unique_ptr<runtime::Scratch> scratch;
  runtime::Tree tree;
  runtime::TreeNodeId root = 0;
  std::vector<runtime::Move> joint;
};

}  // namespace

TEST_CASE("last states are counted by bit, with their results", "[mcts]") {
  runtime::LastStates ends(2, 2);
  const std::array<std::uint64_t, 2> first{0b11, 0};
  const std::array<std::uint64_t, 2> second{0b01, std::uint64_t{1} << 63U};
  ends.add(first, std::array{1.0F, 0.0F});
  ends.add(second, std::array{0.5F, 0.5F});
  CHECK(ends.playouts(0) == 2);
  CHECK(ends.playouts(1) == 1);
  CHECK(ends.playouts(2) == 0);
  CHECK(ends.playouts(127) == 1);
  CHECK(ends.mean(0, 0) == 0.75F);
  CHECK(ends.mean(0, 1) == 0.25F);
  CHECK(ends.mean(1, 0) == 1.0F);
  CHECK(ends.mean(127, 1) == 0.5F);
}

TEST_CASE("counts of last states do not stop growing in single precision", "[mcts]") {
  runtime::LastStates ends(1, 1);
  const std::array<std::uint64_t, 1> state{1};
  constexpr int many = 20'000'000;  // more than single precision counts
  for (int i = 0; i < many; ++i) ends.add(state, std::array{i % 4 == 0 ? 1.0F : 0.0F});
  CHECK(ends.mean(0, 0) == Approx(0.25).epsilon(0.001));
}

TEST_CASE("a move adds the fluent that no other move adds", "[mcts]") {
  RootOnly at(example("noughts-and-crosses", "interpreter"));
  REQUIRE(AllMovesAsFirst::suits(*at.game));
  AllMovesAsFirst amaf(*at.game, 50, std::size_t{1} << 20U);
  for (int times = 0; times < 20; ++times) {
    amaf.find_added(at.tree, at.root, 0, at.joint, nullptr, *at.scratch);
    const std::vector<std::string> added = at.added();
    const std::set<std::string> different(added.begin(), added.end());
    CHECK(different.size() == 9);
    for (const std::string& fluent : added) {
      INFO(fluent);
      CHECK(fluent.find("cell") != std::string::npos);
    }
  }
}

TEST_CASE("moves that always add the same are remembered", "[mcts]") {
  const auto game = std::make_shared<CountedGraph>();
  RootOnly at(game);
  AllMovesAsFirst amaf(*game, 50, std::size_t{1} << 20U);
  const auto added = [&] {
    amaf.find_added(at.tree, at.root, 0, at.joint, nullptr, *at.scratch);
    std::vector<std::uint32_t> bits;
    for (const runtime::TreeAction& action : at.tree.actions(at.root, 0)) {
      bits.push_back(action.added);
    }
    return bits;
  };
  const std::vector<std::uint32_t> bits{0, 1, 2};
  for (int times = 0; times < 8; ++times) CHECK(added() == bits);
  CHECK(game->computed == 8 * 3);
  CHECK(added() == bits);
  CHECK(game->computed == 8 * 3);
}

TEST_CASE("a playout that meets a limit has no last state", "[mcts]") {
  const auto game = std::make_shared<CountedGraph>();
  const auto rollouts = runtime::scalar_rollouts(game, {1, 200})(0);
  std::vector<float> values(2);
  rollouts->play(game->initial(), values, nullptr);
  CHECK(rollouts->last_state().size() == 2);
  game->meets_limit = true;
  CHECK_THROWS_AS(rollouts->play(game->initial(), values, nullptr), runtime::LimitReached);
  CHECK(rollouts->last_state().empty());
}

TEST_CASE("nodes keep last states after some visits, within memory", "[mcts]") {
  RootOnly at(example("noughts-and-crosses", "interpreter"));
  const runtime::StateView state = at.game->initial();
  std::vector<std::vector<runtime::Move>> none(at.joint.size());
  for (std::size_t role = 0; role < none.size(); ++role) none[role] = {at.joint[role]};
  runtime::State other(state.begin(), state.end());
  other[0] ^= 1;
  const runtime::TreeNodeId next = at.tree.add(other, none, runtime::TreeNode::Kind::inner);
  const std::array<runtime::TreeNodeId, 2> steps{at.root, next};
  const std::array values{1.0F, 0.0F};

  AllMovesAsFirst amaf(*at.game, 10, std::size_t{1} << 20U);
  amaf.count(at.tree, steps, state, values);
  const runtime::LastStates* const of_root = amaf.at(at.root, nullptr);
  REQUIRE(of_root != nullptr);
  CHECK(amaf.at(next, nullptr) == nullptr);
  at.tree.node(next).visits = 10;
  for (int playout = 1; playout <= 10; ++playout) {
    CHECK(amaf.at(next, of_root) == of_root);  // its own are too few
    amaf.count(at.tree, steps, state, values);
    CHECK(amaf.at(next, nullptr) != nullptr);
  }
  CHECK(amaf.at(next, of_root) != of_root);
  CHECK(amaf.at(next, of_root)->playouts() == 10);
  amaf.clear();
  CHECK(amaf.at(at.root, nullptr) == nullptr);

  AllMovesAsFirst little(*at.game, 10, 1);
  little.count(at.tree, steps, state, values);
  CHECK(little.at(at.root, nullptr) != nullptr);
  CHECK(little.at(next, nullptr) == nullptr);
}

TEST_CASE("estimates by last states change the search, not what it proves", "[mcts]") {
  const auto game = example("noughts-and-crosses", "interpreter");
  const auto search = [&](double amaf, std::uint64_t simulations) {
    runtime::TreeSearchOptions options;
    options.amaf = amaf;
    options.memory = std::size_t{32} << 20U;
    runtime::TreeSearch tree(game, runtime::scalar_rollouts(game, {1, 200}), options);
    tree.set_root(game->initial());
    tree.run({.simulations = simulations});
    return tree.report(0);
  };
  const auto visits = [](const runtime::TreeSearchReport& report) {
    std::vector<std::uint64_t> each;
    for (const auto& move : report.moves) each.push_back(move.visits);
    return each;
  };
  CHECK(visits(search(300, 2000)) == visits(search(300, 2000)));
  CHECK(visits(search(300, 2000)) != visits(search(0, 2000)));
  const runtime::TreeSearchReport report = search(300, 0);
  CHECK(report.proven);
  CHECK(report.moves.front().bounds == runtime::ValueBounds{50, 50});
}

TEST_CASE("a search by last states goes on after the tree was collected", "[mcts]") {
  const auto game = example("connect-four", "interpreter");
  runtime::TreeSearchOptions options;
  options.amaf = 300;
  options.memory = std::size_t{1} << 20U;  // full after some thousand nodes
  options.threads = 2;
  runtime::TreeSearch tree(game, runtime::scalar_rollouts(game, {1, 200}), options);
  tree.set_root(game->initial());
  tree.run({.simulations = 20'000});
  const runtime::TreeSearchReport report = tree.report(0);
  std::uint64_t visits = 0;
  for (const auto& move : report.moves) visits += move.visits;
  CHECK(visits >= 20'000);
  CHECK(report.nodes < 15'000);  // others were forgotten
}

// Moves that symmetries leave out are worth what those are worth that stay: beside complete search.
#include "runtime/host/mcts/state_symmetries.h"
#include "backend/driver/load.h"
#include "backend/players/symmetry_loader.h"
#include "backend/players/tree_player.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/search/minimax.h"
#include "tests/unit/support/folders.h"
#include "tools/play/equal_moves.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;

namespace {

struct Symmetric {
  explicit Symmetric(const std::string& name)
      : path(tests::source_dir() + "/examples/" + name + ".kif") {
    driver::Session session;
    loaded = driver::load_game(path, {}, session);
    REQUIRE(loaded);
    loader = driver::symmetry_loader(path, {});
    loader->wait();
    scratch = loaded->game->make_scratch();
  }

  std::string path;
  std::optional<driver::LoadedGame> loaded;
  std::shared_ptr<driver::SymmetryLoader> loader;
  std::unique_ptr<runtime::Scratch> scratch;
};

}  // namespace

TEST_CASE("generators make their group", "[mcts]") {
  Symmetric game("noughts-and-crosses");
  REQUIRE(game.loader->made());
  CHECK(game.loader->made()->size() == 7);  // of the square, without the identity
  const auto some = runtime::group_of(*game.loader->made(), 3);
  CHECK(some.size() == 3);
  CHECK(runtime::group_of({}, 3).empty());
}

TEST_CASE("moves that symmetries leave out are worth what a move is that stays", "[mcts]") {
  for (const std::string name : {"noughts-and-crosses", "hexapawn3"}) {
    Symmetric game(name);
    REQUIRE(game.loader->made());
    const runtime::Game& rules = *game.loaded->game;
    const runtime::StateSymmetries symmetries(rules, game.loader->made());
    const runtime::TurnRule turns = driver::turn_rule(*game.loaded);
    runtime::Minimax minimax(game.loaded->game, turns);
    const runtime::Turns turn_of(rules, turns);
    std::vector<runtime::State> states;
    minimax.visit(rules.initial(), [&](const runtime::SolvedState& solved) {
      if (solved.mover != runtime::no_role) {
        states.emplace_back(solved.state.begin(), solved.state.end());
      }
    });
    std::size_t symmetric = 0;
    std::size_t dropped = 0;
    for (const runtime::State& state : states) {
      std::vector<std::vector<runtime::Move>> legal;
      rules.legal(state, *game.scratch, legal);
      const runtime::Turn turn = turn_of.turn(state, legal);
      const auto values = [&](const std::vector<runtime::Move>& moves) {
        std::set<std::pair<std::int32_t, std::uint32_t>> found;
        for (const runtime::Move move : moves) {
          std::vector<runtime::Move> joint{turn.waiting, turn.waiting};
          joint[turn.mover] = move;
          runtime::State next(state.size());
          rules.next(state, joint, *game.scratch, next);
          const runtime::GameValue value = minimax.value(next);
          found.emplace(value.margin, value.plies);
        }
        return found;
      };
      std::vector<runtime::Move> left = legal[turn.mover];
      const bool any = symmetries.leave_one_of_each(state, turn.mover, left);
      symmetric += any;
      dropped += legal[turn.mover].size() - left.size();
      if (!any) CHECK(left == legal[turn.mover]);
      CHECK(values(left) == values(legal[turn.mover]));
    }
    CHECK(symmetric > 0);
    CHECK(dropped > 0);
    CHECK(symmetric < states.size());
  }
}

TEST_CASE("search tries symmetric moves once", "[mcts]") {
  for (const auto& [name, moves] :
       {std::pair<std::string, std::size_t>{"noughts-and-crosses", 3}, {"connect-four", 4}}) {
    Symmetric game(name);
    REQUIRE(game.loader->made());
    const auto& rules = game.loaded->game;
    runtime::TreeSearch search(rules, runtime::scalar_rollouts(rules, {}), {});
    search.set_root(rules->initial());
    runtime::TreeSearchLimits limits;
    limits.simulations = 100;
    search.run(limits);
    std::vector<std::vector<runtime::Move>> legal;
    rules->legal(rules->initial(), *game.scratch, legal);
    const runtime::Role first = legal[0].size() > 1 ? 0 : 1;
    CHECK(search.report(first).moves.size() == legal[first].size());
    search.set_symmetries(
        std::make_shared<const runtime::StateSymmetries>(*rules, game.loader->made()));
    CHECK(search.simulations() == 0);
    search.run(limits);
    CHECK(search.report(first).moves.size() == moves);
    CHECK(search.simulations() >= 100);
  }
}

TEST_CASE("a player with symmetries goes on to states that its tree does not have", "[players]") {
  Symmetric game("noughts-and-crosses");
  driver::TreePlayerOptions made;
  made.wait = true;
  made.symmetries = game.loader;
  driver::TreePlayer player(*game.loaded, nullptr, made);
  const runtime::Game& rules = *game.loaded->game;
  runtime::TreeSearchLimits limits;
  limits.simulations = 200;
  std::vector<std::vector<runtime::Move>> legal;
  rules.legal(rules.initial(), *game.scratch, legal);
  const runtime::Role first = legal[0].size() > 1 ? 0 : 1;
  // The opponent takes any of the moves, those that were left out as well.
  for (const runtime::Move move : legal[first]) {
    player.forget();
    REQUIRE(player.think(first, limits));
    std::vector<runtime::Move> joint{legal[0].front(), legal[1].front()};
    joint[first] = move;
    runtime::State next(rules.state_words());
    rules.next(rules.initial(), joint, *game.scratch, next);
    player.set_state(next);
    const auto thought = player.think(1 - first, limits);
    REQUIRE(thought);
    CHECK(rules.find_move(thought->move));
    CHECK(thought->simulations >= 200);
  }
}

TEST_CASE("moves that search leaves out get the values of their class", "[mcts]") {
  Symmetric game("noughts-and-crosses");
  const runtime::Game& rules = *game.loaded->game;
  std::vector<std::vector<runtime::Move>> legal;
  rules.legal(rules.initial(), *game.scratch, legal);
  const auto chooser = static_cast<runtime::Role>(legal[0].size() > 1 ? 0 : 1);
  driver::TreePlayerOptions options;
  options.symmetries = game.loader;
  driver::TreePlayer player(*game.loaded, nullptr, options);
  player.set_state(rules.initial());
  runtime::TreeSearchLimits limits;
  limits.simulations = 200;
  limits.seconds = 0;
  std::optional<driver::Thought> thought = player.think(chooser, limits);
  REQUIRE(thought);
  REQUIRE(thought->moves.size() == 3);  // a corner, an edge, the middle
  const std::string best = thought->moves.front().move;
  tools::add_equal_moves(rules, rules.initial(), chooser, legal[chooser], game.loader->made(),
                         *thought);
  CHECK(thought->moves.front().move == best);
  std::map<std::string, double> values;
  for (const driver::MoveValue& each : thought->moves) values[each.move] = each.value;
  REQUIRE(values.size() == 9);
  CHECK(thought->moves.size() == 9);
  for (const char* const corner : {"(mark 1 3)", "(mark 3 1)", "(mark 3 3)"}) {
    CHECK(values.at(corner) == values.at("(mark 1 1)"));
  }
  CHECK(values.at("(mark 1 1)") != values.at("(mark 2 2)"));
  // Nothing to add without symmetries, and after all have values.
  tools::add_equal_moves(rules, rules.initial(), chooser, legal[chooser], nullptr, *thought);
  CHECK(thought->moves.size() == 9);
}

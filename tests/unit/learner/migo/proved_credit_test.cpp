// What is learned from games in which neither player need be perfect, beside the exact solution.
#include "learner/experiments/experiment.h"
#include "runtime/host/search/survey.h"
#include "tests/unit/support/strategy_runtime_support.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace tesuji;
using learner::Goal;
using learner::Outcome;
using runtime::Node;
using runtime::StateSpace;

namespace {

struct Play {
  std::unique_ptr<learner::Arena> arena;
  std::unique_ptr<learner::MigoLearner> learner;
};

/// Plays games from the initial state and from those after a move of each.
Play play(const std::shared_ptr<const test::BoardGame>& game, bool self, std::uint64_t seed,
          bool refute, int games) {
  std::vector<runtime::State> boards{
      runtime::State(game->initial().begin(), game->initial().end())};
  const runtime::Turns turns(*game, test::BoardGame::turn_rule());
  {
    StateSpace space(*game, turns);
    Node& start = *space.root(boards.front());
    space.expand(start);
    Node& middle = *space.successor(start, static_cast<std::uint32_t>(seed % start.edge_count));
    space.expand(middle);
    for (std::uint32_t edge = 0; edge < middle.edge_count; ++edge) {
      const runtime::StateView board = space.state(*space.successor(middle, edge));
      boards.emplace_back(board.begin(), board.end());
    }
  }
  learner::ArenaOptions options;
  options.winnable = false;
  options.opponent = [self](const StateSpace&) -> std::unique_ptr<learner::Opponent> {
    if (self) return std::make_unique<learner::SelfOpponent>();
    return std::make_unique<learner::RandomOpponent>();
  };
  Play result;
  result.arena = std::make_unique<learner::Arena>(game, test::BoardGame::turn_rule(),
                                                  std::move(boards), options);
  learner::MigoOptions migo;
  migo.perfect = false;
  migo.grow = true;
  migo.learning.refute = refute;
  result.learner = std::make_unique<learner::MigoLearner>(result.arena->space(), 3, migo);
  learner::Training training(*result.arena, *result.learner, {seed, false});
  for (int number = 0; number < games; ++number) static_cast<void>(training.next());
  return result;
}

}  // namespace

TEST_CASE("moves credited in self-play keep what they are credited with", "[migo]") {
  const auto game = GENERATE(test::noughts_and_crosses(), test::hexapawn(3), test::hexapawn(4));
  const bool self = GENERATE(true, false);
  std::size_t wins = 0;
  std::size_t draws = 0;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    Play played = play(game, self, seed, false, 80);
    const learner::LevelExamples& examples = played.learner->migo().memory().examples;
    const auto value = [&](learner::Value state, runtime::Role role) {
      const Node& node = played.learner->properties().node(state);
      const auto exact = played.arena->minimax().value(played.arena->space().state(node));
      return std::pair(exact.margin_for(role), exact.plies);
    };
    for (std::uint32_t level = 1; level < examples.levels(); ++level) {
      for (const learner::MoveExample& example : examples.of(Goal::win)[level]) {
        Node& from = played.learner->properties().node(example.from);
        played.arena->space().expand(from);
        const auto [margin, plies] = value(example.to, StateSpace::mover(from));
        INFO(game->board(played.arena->space().state(from)) << " level " << level);
        CHECK(margin > 0);
        CHECK(plies + 1 <= 2 * level - 1);  // a win within so many own moves
        ++wins;
      }
      // Draws are what they are once nothing is left to be learned of winning.
      const auto* win = played.learner->program()->find(Goal::win, 3);
      if (game->name() != test::noughts_and_crosses()->name() || !win) continue;
      for (const learner::MoveExample& example : examples.of(Goal::draw)[level]) {
        Node& from = played.learner->properties().node(example.from);
        INFO(game->board(played.arena->space().state(from)) << " level " << level);
        CHECK(value(example.to, 0).first == 0);
        ++draws;
      }
    }
  }
  CHECK(wins > 20);
  if (game->name() == test::noughts_and_crosses()->name()) CHECK(draws > 20);
}

TEST_CASE("what self-play refutes does not work", "[migo]") {
  const auto game = GENERATE(test::noughts_and_crosses(), test::hexapawn(4));
  const bool self = GENERATE(true, false);
  std::size_t checked = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Play played = play(game, self, seed, true, 80);
    for (const auto& [number, bounds] : played.learner->migo().refutations().all()) {
      for (std::uint32_t edge = 0; edge < bounds.moves.size(); ++edge) {
        if (bounds.moves[edge] == Outcome::won) continue;
        Node& next = *played.arena->space().successor(*bounds.node, edge);
        const auto value = played.arena->minimax().value(played.arena->space().state(next));
        const std::int32_t margin = value.margin_for(StateSpace::mover(*bounds.node));
        INFO(game->board(played.arena->space().state(*bounds.node)) << " edge " << edge);
        CHECK(runtime::points(margin) <= static_cast<int>(bounds.moves[edge]));
        ++checked;
      }
    }
  }
  CHECK(checked > 50);
}

TEST_CASE("a claimed win is no win where an answer refutes it", "[migo]") {
  // win_2 without a move of the opponent holds of a full board.
  const auto game = test::noughts_and_crosses();
  const runtime::Turns turns(*game, test::BoardGame::turn_rule());
  StateSpace space(*game, turns);
  learner::StateProperties properties(space);
  using Properties = learner::StateProperties;
  const auto win_1 = properties.define({{Properties::move, Properties::won}});
  const auto quiet = properties.define({{Properties::move, win_1, Properties::Test::none}});
  const auto win_2 = properties.define({{quiet, quiet, Properties::Test::none}});
  learner::LearnedProgram program;
  program.predicates = {{"win_1", Goal::win, 1, false, {}, win_1},
                        {"win_2", Goal::win, 2, false, {}, win_2}};
  learner::ProvedCredit credit(properties);
  Node& last = *space.root(game->parse_board("b(o,x,o,o,x,x,x,o,e)", 0));
  CHECK(properties.any(win_2, last));
  CHECK_FALSE(credit.wins(last, 5));  // nothing is learned yet
  credit.play_by(program);
  CHECK_FALSE(credit.wins(last, 5));
  Node& double_attack = *space.root(game->parse_board("b(o,x,e,x,e,e,o,e,e)", 0));
  CHECK_FALSE(credit.wins(double_attack, 1));
  REQUIRE(credit.wins(double_attack, 5));
  CHECK(*credit.wins(double_attack, 5) == 2);
  // A drawn game: both moves of its end keep the draw, and nothing before a board that is won.
  Node& before = *space.root(game->parse_board("b(o,x,o,o,x,x,e,o,e)", 1));
  space.expand(before);
  for (std::uint32_t edge = 0; edge < before.edge_count; ++edge) {
    if (space.successor(before, edge) != &last) continue;
    space.expand(last);
    const std::vector<Node*> boards{&before, &last, space.successor(last, 0)};
    REQUIRE(space.drawn(*boards.back()));
    const auto credited = credit.credit(boards);
    REQUIRE(credited.size() == 2);
    for (const learner::CreditedMove& move : credited) {
      CHECK(move.goal == Goal::draw);
      CHECK(move.level == 1);
      CHECK(credit.is_drawn(*move.from, *move.to));
    }
  }
  CHECK(credit.credit({}).empty());
}

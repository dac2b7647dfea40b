// MENACE, HER, Q-learning and deep Q-learning on small games: updates by hand, and what they reach.
#include "learner/experiments/entrants.h"
#include "learner/rivals/matchboxes.h"
#include "learner/rivals/q_table.h"
#include "learner/rivals/rival_learners.h"
#include "tests/unit/support/strategy_runtime_support.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace tesuji;
using learner::Outcome;

namespace {

/// Noughts and crosses from a board on which o, to move, can win, draw or lose.
struct Scene {
  std::shared_ptr<const test::BoardGame> game = test::noughts_and_crosses();
  learner::Arena arena{
      game, test::BoardGame::turn_rule(), {game->parse_board("b(o,o,e,x,x,e,e,e,e)", 0)}, {}};
  runtime::Node& start = *arena.space().root(arena.boards()[0]);

  Scene() { arena.space().expand(start); }

  /// The learner makes one move, and the game ends so.
  [[nodiscard]] learner::PlayedGame one_move(std::uint32_t edge, Outcome outcome) {
    learner::PlayedGame played;
    played.boards = {&start, arena.space().successor(start, edge)};
    played.edges = {edge};
    played.outcome = outcome;
    return played;
  }
};

std::vector<double> final_regret(const char* learner, const std::vector<runtime::State>& boards,
                                 const std::shared_ptr<const test::BoardGame>& game,
                                 std::uint64_t games, std::uint64_t runs) {
  learner::ExperimentOptions options;
  options.games = games;
  options.runs = runs;
  learner::add_rivals();
  const learner::Entrant entrant = learner::entrant(learner);
  const auto make = [&] {
    return std::make_unique<learner::Arena>(game, test::BoardGame::turn_rule(), boards);
  };
  return mean_curve(run_experiment(options, make, {&entrant, 1}).runs).mean;
}

}  // namespace

TEST_CASE("beads are added and removed by the outcome of a game", "[learner][rivals]") {
  Scene scene;
  learner::Matchboxes menace(scene.arena.space(), learner::menace_options());
  runtime::Rng random(1);
  static_cast<void>(menace.choose(scene.start, random));
  CHECK(menace.beads(scene.start) == std::vector<std::uint32_t>{4, 4, 4, 4, 4});
  menace.finish(scene.one_move(1, Outcome::won), scene.arena.learner());
  menace.finish(scene.one_move(2, Outcome::drawn), scene.arena.learner());
  menace.finish(scene.one_move(3, Outcome::lost), scene.arena.learner());
  CHECK(menace.beads(scene.start) == std::vector<std::uint32_t>{4, 7, 5, 3, 4});
  for (int i = 0; i < 3; ++i) {
    menace.finish(scene.one_move(3, Outcome::lost), scene.arena.learner());
  }
  CHECK(menace.beads(scene.start) == std::vector<std::uint32_t>{4, 7, 5, 0, 4});
  for (int i = 0; i < 200; ++i) CHECK(menace.choose(scene.start, random).edge != 3);
}

TEST_CASE("HER takes the last bead of a lost game, and chooses at random without beads",
          "[learner][rivals]") {
  Scene scene;
  learner::Matchboxes her(scene.arena.space(), learner::her_options());
  runtime::Rng random(1);
  for (std::uint32_t edge = 0; edge < scene.start.edge_count; ++edge) {
    CHECK_FALSE(her.choose(scene.start, random).random);
    her.finish(scene.one_move(edge, Outcome::lost), scene.arena.learner());
  }
  CHECK(her.beads(scene.start) == std::vector<std::uint32_t>{0, 0, 0, 0, 0});
  CHECK(her.choose(scene.start, random).random);
}

TEST_CASE("beads of a new box are by the moves made before, also after a game without learning",
          "[learner][rivals]") {
  Scene scene;
  learner::Matchboxes menace(scene.arena.space(), learner::menace_options());
  runtime::Rng random(1);
  runtime::StateSpace& space = scene.arena.space();
  menace.begin_game(true);
  static_cast<void>(menace.choose(scene.start, random));
  menace.begin_game(false);
  static_cast<void>(menace.choose(scene.start, random));
  runtime::Node& answer = *space.successor(scene.start, 4);
  space.expand(answer);
  runtime::Node& second = *space.successor(answer, 0);
  space.expand(second);
  static_cast<void>(menace.choose(answer, random));  // self-play: the other role's first move
  static_cast<void>(menace.choose(second, random));
  CHECK(menace.beads(scene.start).front() == 4);
  CHECK(menace.beads(answer).front() == 4);
  CHECK(menace.beads(second).front() == 3);
}

TEST_CASE("values of moves follow Watkins' rule", "[learner][rivals]") {
  Scene scene;
  learner::QTable q(scene.arena.space(), {});
  CHECK(q.values(scene.start) == std::vector<double>(5, 1.0));
  q.finish(scene.one_move(2, Outcome::lost), scene.arena.learner());
  CHECK(q.values(scene.start)[2] == Approx(1 + 0.3 * (-1 - 1)));
  q.finish(scene.one_move(0, Outcome::drawn), scene.arena.learner());
  CHECK(q.values(scene.start)[0] == Approx(1 + 0.3 * (0.5 - 1)));
  // Two moves of the learner: the first one's target is the best value of its next state.
  runtime::StateSpace& space = scene.arena.space();
  runtime::Node& answer = *space.successor(scene.start, 4);
  space.expand(answer);
  runtime::Node& second = *space.successor(answer, 0);
  space.expand(second);
  learner::PlayedGame played;
  played.boards = {&scene.start, &answer, &second, space.successor(second, 0)};
  played.edges = {4, 0, 0};
  played.outcome = Outcome::lost;
  q.finish(played, scene.arena.learner());
  CHECK(q.values(scene.start)[4] == Approx(1 + 0.3 * (0.9 * 1 - 1)));
  CHECK(q.values(second)[0] == Approx(1 + 0.3 * (-1 - 1)));
}

TEST_CASE("rivals come to play hexapawn without regret", "[learner][rivals]") {
  const auto game = test::hexapawn(3);
  const std::vector<runtime::State> boards = {game->parse_board("b(e,b,b,b,w,e,w,e,w)", 0),
                                              game->parse_board("b(b,e,b,w,b,e,e,w,w)", 0)};
  for (const char* learner : {"q", "menace", "her:lost=-1"}) {
    const std::vector<double> curve = final_regret(learner, boards, game, 400, 10);
    INFO(learner);
    CHECK(curve[399] - curve[199] < 0.25 * curve[199] + 1);
    CHECK(curve[199] < 0.461 * 200);  // a random learner's
  }
}

TEST_CASE("deep Q-learning improves on chance where it learns fast", "[learner][rivals]") {
  const auto game = test::hexapawn(3);
  const std::vector<runtime::State> boards = {game->parse_board("b(e,b,b,b,w,e,w,e,w)", 0),
                                              game->parse_board("b(b,e,b,w,b,e,e,w,w)", 0)};
  const std::vector<double> curve =
      final_regret("deep-q:rate=0.01,target=0.2,last=0,first=0.3,regularisation=0,moves=200",
                   boards, game, 400, 3);
  CHECK(curve[399] - curve[299] < 0.25 * (curve[99] + 4));
}

TEST_CASE("learners are read from texts, and wrong ones refused", "[learner][rivals]") {
  learner::add_rivals();
  for (const learner::NamedLearner& one : learner::named_learners()) {
    std::string text = one.name + ":";
    for (const std::string& parameter : one.parameters) text += parameter + ",";
    CHECK(learner::entrant(text).name == text);
  }
  const auto refuse = [](const char* text) {
    try {
      static_cast<void>(learner::entrant(text));
    } catch (const std::exception& error) {
      tests::check_words(error.what());
      return;
    }
    FAIL(text << " was accepted");
  };
  refuse("qq");
  refuse("q:speed=1");
  refuse("q:rate=2");
  refuse("q:rate");
  refuse("tesuji:plies=2.5");
}

// Games solved as a whole, their symmetries, and the boards that learning starts from: beside the
// ground truth that reference/migo.md gives of these games.
#include "backend/open/symmetries.h"
#include "backend/strategies/strategy.h"
#include "learner/arena/start_boards.h"
#include "runtime/host/search/survey.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/strategy_runtime_support.h"

#include <catch2/catch.hpp>

using namespace tesuji;
using Numbers = std::vector<std::uint64_t>;

namespace {

/// What the table of ground truth says of a game.
struct Truth {
  const char* game;
  Numbers states_and_terminal;
  Numbers to_move;         ///< the learner, the opponent
  Numbers learner_values;  ///< won, drawn, lost
  Numbers won_in;          ///< from 0 own moves on
  Numbers all_boards;      ///< won, drawn, lost
  Numbers some_boards;     ///< the same up to symmetry
};

const Truth truths[] = {
    {"noughts-and-crosses",
     {5478, 958},
     {2423, 2097},
     {1830, 441, 152},
     {0, 1498, 260, 72},
     {48, 24, 0},
     {7, 5, 0}},
    {"hexapawn3", {135, 65}, {33, 37}, {18, 9, 6}, {0, 18}, {4, 6, 0}, {2, 3, 0}},
    {"hexapawn4",
     {20286, 8866},
     {5855, 5565},
     {3971, 458, 1426},
     {0, 3375, 404, 131, 48, 13},
     {10, 4, 2},
     {5, 2, 1}},
};

Numbers values(runtime::Minimax& minimax, const std::vector<runtime::State>& boards) {
  Numbers result(3);
  for (const runtime::State& board : boards) {
    ++result[2 - static_cast<std::size_t>(runtime::points(minimax.value(board).margin))];
  }
  return result;
}

}  // namespace

TEST_CASE("solved games are as their ground truth says", "[solve]") {
  const Truth& truth = truths[GENERATE(0, 1, 2)];
  const std::string path = tests::source_dir() + "/examples/" + truth.game + ".kif";
  INFO(path);
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto loaded = driver::load_game(path, options, session);
  REQUIRE(loaded);
  const runtime::Game& game = *loaded->game;
  runtime::Minimax minimax(loaded->game, driver::turn_rule(*loaded));

  const runtime::Survey survey = runtime::survey(game, minimax, game.initial());
  const runtime::SurveyOfMover& learner = survey.movers[0];
  CHECK(survey.value == minimax.value(game.initial()));
  CHECK(Numbers{survey.states, survey.terminal} == truth.states_and_terminal);
  CHECK(survey.stuck == 0);
  CHECK(Numbers{learner.states, survey.movers[1].states} == truth.to_move);
  CHECK(Numbers{learner.won, learner.drawn, learner.lost} == truth.learner_values);
  CHECK(learner.won_in == truth.won_in);

  const runtime::Turns turns(game, driver::turn_rule(*loaded));
  const std::vector<runtime::State> boards = learner::start_boards(game, turns);
  CHECK(values(minimax, boards) == truth.all_boards);
  const auto generators = driver::symmetries(path, options, session).generators;
  const auto some = learner::up_to_symmetry(game, boards, generators);
  CHECK(values(minimax, some) == truth.some_boards);
  CHECK_FALSE(session.diagnostics.has_errors());
}

TEST_CASE("symmetries map the initial state on itself, and legal moves on legal moves", "[solve]") {
  const std::string path = tests::source_dir() + "/examples/noughts-and-crosses.kif";
  driver::Session session;
  const auto generators = driver::symmetries(path, {}, session).generators;
  REQUIRE(generators.size() >= 2);  // the group of a square needs two
  for (const runtime::NamedSymmetry& generator : generators) {
    REQUIRE(generator.moves.size() == 2);
    for (runtime::Role role : {0U, 1U}) {
      for (const auto& [from, to] : generator.moves[role]) {
        // Cells are mapped as the marks that are made there.
        const auto cell = [](std::string move, const std::string& mark) {
          return move.replace(0, std::string("(mark").size(), "(cell")
              .replace(move.size() - 1, 1, " " + mark + ")");
        };
        CHECK(runtime::image(generator.fluents, cell(from, "x")) == cell(to, "x"));
      }
    }
    for (const auto& [from, to] : generator.fluents) {
      CHECK(from != to);
      // Whose mark it is, and whose turn, stays.
      CHECK(from.substr(from.rfind(' ')) == to.substr(to.rfind(' ')));
      CHECK(from.starts_with("(cell "));
    }
  }
}

TEST_CASE("a random learner's regret is that of the public implementation", "[solve]") {
  // The boards of its runs, in its order of moves: its opponent, too, takes the first best cell.
  const auto game = test::noughts_and_crosses();
  runtime::Minimax minimax(game, test::BoardGame::turn_rule());
  runtime::RandomLearner random(*game, minimax, 0);
  double sum = 0;
  int count = 0;
  for (const char* board :
       {"b(e,e,e,e,e,e,e,o,x)", "b(e,e,e,e,e,e,e,x,o)", "b(e,e,e,e,e,e,o,e,x)",
        "b(e,e,e,e,e,o,e,x,e)", "b(e,e,e,e,e,o,x,e,e)", "b(e,e,e,e,e,x,o,e,e)",
        "b(e,e,e,e,o,e,e,e,x)", "b(e,e,e,e,o,e,e,x,e)", "b(e,e,e,e,x,e,e,e,o)",
        "b(e,e,e,e,x,e,e,o,e)", "b(e,e,e,o,e,x,e,e,e)", "b(e,e,x,e,e,e,o,e,e)"}) {
    sum += random.regret(game->parse_board(board, 0));
    ++count;
  }
  CHECK(sum / count == Approx(1.257).margin(0.0005));
}

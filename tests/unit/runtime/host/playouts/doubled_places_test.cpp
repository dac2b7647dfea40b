// Places of boards that get several contents, and states that a play comes back to.
#include "runtime/host/playouts/doubled_places.h"
#include "backend/driver/load.h"
#include "runtime/host/playouts/repetition.h"
#include "tests/unit/support/folder.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace tesuji;
using runtime::PlaceWatch;

namespace {

const std::vector<std::string> empty_board{"(cell 1 1 empty)", "(cell 1 2 empty)",
                                           "(cell 2 1 empty)", "(cell 2 2 empty)", "(control x)"};

}  // namespace

TEST_CASE("a place with two contents is found in the nearest state", "[runtime][findings]") {
  PlaceWatch watch(empty_board);
  REQUIRE(watch.has_board());
  watch.see(empty_board, 0, 0);
  CHECK(watch.found().empty());
  std::vector<std::string> state = empty_board;
  state.emplace_back("(cell 2 1 x)");
  watch.see(state, 3, 7);
  watch.see(state, 2, 8);
  watch.see(state, 2, 9);
  const auto found = watch.found();
  REQUIRE(found.size() == 1);
  CHECK(found[0].doubled.place == "(cell 2 1 _)");
  CHECK(found[0].doubled.fluents == std::vector<std::string>{"(cell 2 1 empty)", "(cell 2 1 x)"});
  CHECK(found[0].doubled.places == 4);
  CHECK(found[0].length == 2);
  CHECK(found[0].way == 8);
}

TEST_CASE("contents that change or vanish are no fault", "[runtime][findings]") {
  PlaceWatch watch(empty_board);
  watch.see({"(cell 1 1 x)", "(cell 1 2 empty)"}, 1, 0);
  CHECK(watch.found().empty());
}

TEST_CASE("contents of two arguments are on a board, too", "[runtime][findings]") {
  PlaceWatch watch({"(cell 1 a white pawn)", "(cell 2 a white pawn)", "(cell 1 b black pawn)",
                    "(cell 2 b none empty)"});
  watch.see({"(cell 1 a white pawn)", "(cell 1 a none empty)"}, 1, 0);
  CHECK(watch.found().size() == 1);
}

TEST_CASE("unique pieces may meet on a place", "[runtime][findings]") {
  PlaceWatch watch({"(on a 1)", "(on b 2)", "(on c 3)", "(on d 4)"});
  REQUIRE(watch.has_board());
  watch.see({"(on a 2)", "(on b 2)", "(on c 3)", "(on d 4)"}, 1, 0);
  CHECK(watch.found().empty());
  watch.see({"(on a 2)", "(on a 3)"}, 2, 0);
  CHECK(watch.found().size() == 1);
}

TEST_CASE("pieces on a larger board are not a board of their own", "[runtime][findings]") {
  // Initially a column and a colour determine the row.
  CHECK_FALSE(
      PlaceWatch({"(cell 5 1 w)", "(cell 5 2 w)", "(cell 3 1 b)", "(cell 3 2 b)"}).has_board());
  PlaceWatch watch({"(cell 1 1 w)", "(cell 1 2 w)", "(cell 2 1 b)", "(cell 2 2 b)"});
  REQUIRE(watch.has_board());
  watch.see({"(cell 1 1 w)", "(cell 1 1 b)", "(cell 2 1 b)", "(cell 2 2 b)"}, 2, 0);
  CHECK(watch.found().size() == 1);
  watch.see({"(cell 1 1 w)", "(cell 3 2 w)", "(cell 2 1 b)", "(cell 2 2 b)"}, 1, 1);
  CHECK(watch.found().empty());
}

TEST_CASE("few or no fluents are not a board", "[runtime][findings]") {
  CHECK_FALSE(PlaceWatch({"(at a 1)", "(at b 2)"}).has_board());
  CHECK_FALSE(PlaceWatch({"(p 1)", "(p 2)", "(p 3)", "(p 4)", "flag"}).has_board());
  CHECK_FALSE(PlaceWatch({}).has_board());
}

TEST_CASE("the shortest cycle of a play", "[runtime][findings]") {
  const tests::Folder folder;
  const std::filesystem::path path = folder.path / "ring.kif";
  std::ofstream(path) << "(role r) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 0)\n"
                         "(legal r on) (legal r back)\n"
                         "(<= (next (at ?y)) (does r on) (true (at ?x)) (succ ?x ?y))\n"
                         "(<= (next (at ?y)) (does r back) (true (at ?x)) (succ ?y ?x))\n"
                         "(<= terminal (true (at 9))) (goal r 0)\n";
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto loaded = driver::load_game(path.string(), options, session);
  REQUIRE(loaded);
  const runtime::Game& game = *loaded->game;
  const runtime::Move on = game.find_move("on").value();
  const runtime::Move back = game.find_move("back").value();
  CHECK_FALSE(runtime::find_repetition(game, std::vector{on, on, on}));
  const auto around = runtime::find_repetition(game, std::vector{on, on, on, on});
  REQUIRE(around);
  CHECK(around->first == 0);
  CHECK(around->moves == 4);
  const std::vector<runtime::Move> moves{on, on, on, on, on, back};
  const auto shorter = runtime::find_repetition(game, moves);
  REQUIRE(shorter);
  CHECK(shorter->first == 4);
  CHECK(shorter->moves == 2);
  CHECK(game.fluents(runtime::state_after(game, moves, 4)) == std::vector<std::string>{"(at 0)"});
}

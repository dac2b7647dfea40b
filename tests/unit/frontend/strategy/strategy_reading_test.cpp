#include "frontend/strategy/strategy_reading.h"

#include <catch2/catch.hpp>

#include <sstream>
#include <string>

namespace tesuji::frontend {
namespace {

std::string read_out(const std::string& text, const std::string& predicate) {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const std::optional<Strategy> strategy =
      parse_strategy(sources.add("test.pl", text), diagnostics);
  INFO(diagnostics.render());
  REQUIRE(strategy);
  return reading(*strategy, predicate);
}

/// The learned strategy for noughts and crosses (Muggleton and Hocquette 2019).
constexpr const char* noughts_and_crosses =
    "win_1(A,B):-win_1_1_1(A,B),won(B).\n"
    "win_1_1_1(A,B):-move(A,B),won(B).\n"
    "win_2(A,B):-win_2_1_1(A,B),not(win_2_1_1(B,_)).\n"
    "win_2_1_1(A,B):-move(A,B),not(win_1(B,_)).\n"
    "win_3(A,B):-win_3_1_1(A,B),not(win_3_1_1(B,_)).\n"
    "win_3_1_1(A,B):-win_2_1_1(A,B),not(win_2(B,_)).\n"
    "draw_1(A,B):-draw_1_1_1(A,B),not(win_1(B,_)).\n"
    "draw_1_1_1(A,B):-win_2_1_1(A,B),not(win_1(B,_)).\n"
    "draw_1_1_2(A,B):-win_3(A,B),drawn(B).\n"
    "draw_2(A,B):-draw_2_1_2(A,B),not(draw_1_1_2(B,_)).\n"
    "draw_2_1_2(A,B):-draw_1(A,B),not(draw_1_1_2(B,_)).\n";

}  // namespace

TEST_CASE("Reading: the learned strategies as the paper translates them", "[strategy]") {
  const auto says = [](const char* predicate) { return read_out(noughts_and_crosses, predicate); };
  CHECK(says("win_1") ==
        "State A is won at depth 1 if there is a move from A to B such that B is won for the "
        "player.");
  CHECK(says("win_2") ==
        "State A is won at depth 2 if there is a move from A to B such that B is not immediately "
        "won for the opponent and the opponent has no move from B to C that prevents the player "
        "from winning immediately.");
  CHECK(says("win_3") ==
        "State A is won at depth 3 if there is a move from A to B such that B is not won at depth "
        "1 or 2 for the opponent and the opponent has no move from B to C that prevents the "
        "player from winning at depth 1 or 2.");
  CHECK(says("draw_1") ==
        "State A is drawn at depth 1 if there is a move from A to B such that B is not "
        "immediately won for the opponent.");
  CHECK(says("draw_2") ==
        "State A is drawn at depth 2 if there is a move from A to B that draws at depth 1 and "
        "such that the opponent has no move from B to C that wins at depth 3 and such that C is "
        "drawn.");
  CHECK(says("draw_1_1_2") ==
        "State A fulfils draw_1_1_2 if there is a move from A to B that wins at depth 3 and such "
        "that B is drawn.");
  CHECK(says("win_2_1_1") ==
        "State A fulfils win_2_1_1 if there is a move from A to B such that B is not immediately "
        "won for the opponent.");
  CHECK(says("win_9").empty());
}

TEST_CASE("Reading: names of helpers do not matter", "[strategy]") {
  CHECK(read_out("win_1(A,B) :- move(A,B), won(B).\n"
                 "safe(X,Y) :- move(X,Y), not(win_1(Y,_)).\n"
                 "win_2(S,T) :- safe(S,T), \\+ safe(T,_).\n",
                 "win_2") == read_out(noughts_and_crosses, "win_2"));
}

TEST_CASE("Reading: several clauses", "[strategy]") {
  const std::string text =
      "win_1(A,B) :- move(A,B), won(B).\n"
      "good(A,B) :- move(A,B), won(B).\n"
      "good(A,B) :- move(A,B), drawn(B).\n"
      "p(A,B) :- good(A,B), not(won(A)).\n"
      "q(A,B) :- move(A,B), not(good(B,_)).\n";
  CHECK(read_out(text, "p") ==
        "State A fulfils p if there is a move from A to B such that B is won for the player and "
        "A is not won for the opponent; or if there is a move from A to B such that B is drawn "
        "and A is not won for the opponent.");
  CHECK(read_out(text, "q") ==
        "State A fulfils q if there is a move from A to B such that (the opponent has no move "
        "from B to C such that C is won for the opponent) and the opponent has no move from B to "
        "C such that C is drawn.");
}

TEST_CASE("Reading: further moves, further letters", "[strategy]") {
  CHECK(read_out("p(A,B) :- move(A,C), move(C,B), drawn(B), not(move(B,_)).", "p") ==
        "State A fulfils p if there is a move from A to B, followed by a move of the opponent "
        "from B to C, such that C is drawn and the player has no move in C.");
  CHECK(read_out("p(A,B) :- move(A,B), not(q(B)).\n"
                 "q(A) :- move(A,B), drawn(B), not(r(B,_)).\n"
                 "r(A,B) :- move(A,B), won(B), drawn(B).\n",
                 "p") ==
        "State A fulfils p if there is a move from A to B such that the opponent has no move from "
        "B to C such that C is drawn and the player has no move from C to D such that D is won "
        "for the player and D is drawn.");
}

TEST_CASE("Reading: states that nothing speaks of again have no letter", "[strategy]") {
  const std::string text =
      "win_1(A,B) :- win_1_1_1(A,B), not(win_1_1_1(B,_)).\n"
      "win_1_1_1(A,B) :- move(A,B), move(B,_).\n"
      "win_2(A,B) :- move(A,B), not(win_1(B,_)).\n"
      "p(A,B) :- move(A,B), move(B,C), move(C,_), move(C,D), drawn(D).\n"
      "q(A) :- move(A,B).\n";
  CHECK(read_out(text, "win_1") ==
        "State A is won at depth 1 if there is a move from A to B such that the opponent has a "
        "move in B and the opponent has no move from B to C such that the player has a move in C.");
  CHECK(read_out(text, "p") ==
        "State A fulfils p if there is a move from A to B, followed by a move of the opponent from "
        "B to C, followed by a move from C to D, such that the player has a move in C and D is "
        "drawn.");
  CHECK(read_out(text, "q") == "State A fulfils q if the player has a move in A.");
  // A win at depth 1 is no immediate one where it takes more than a move.
  CHECK(read_out(text, "win_2") ==
        "State A is won at depth 2 if there is a move from A to B such that B is not won at depth "
        "1 for the opponent.");
}

TEST_CASE("Reading: denied properties are turned round", "[strategy]") {
  CHECK(read_out("p(A,B) :- move(A,B), not(stuck(B)), not(calm(B)).\n"
                 "stuck(A) :- not(move(A,_)).\ncalm(A) :- not(won(A)), not(drawn(A)).\n",
                 "p") ==
        "State A fulfils p if there is a move from A to B such that the opponent has a move in B "
        "and it is not so that B is not won for the player and B is not drawn.");
}

TEST_CASE("Reading: helpers that double at each level stay folded", "[strategy]") {
  std::ostringstream text;
  text << "p0(A,B) :- move(A,B).\n";
  for (int i = 1; i <= 40; ++i) {
    const int below = i - 1;
    text << 'p' << i << "(A,B) :- p" << below << "(A,C), p" << below << "(C,B).\n";
    text << 'p' << i << "(A,B) :- p" << below << "(A,B), not(p" << below << "(B,_)).\n";
  }
  const std::string sentence = read_out(text.str(), "p40");
  CHECK_THAT(sentence, Catch::StartsWith("State A fulfils p40 if "));
  CHECK(sentence.size() < 20000);
}

}  // namespace tesuji::frontend

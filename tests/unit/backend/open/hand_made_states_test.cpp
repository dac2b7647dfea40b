// Passes that ask what can happen may not change what follows from states and moves made by hand,
// which need not be such as can happen; nor may names mislead them.
#include "backend/open/open_game.h"
#include "tests/unit/support/folder.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

using Terms = std::set<std::string>;

class Opened {
 public:
  Opened(const std::string& sheet, const char* engine) {
    const tests::Folder folder;
    std::ofstream(folder.path / "game.kif") << sheet;
    opened_ = driver::open_game(folder.path / "game.kif", engine);
    CAPTURE(opened_.messages);
    REQUIRE(opened_.game);
    scratch_ = game().make_scratch();
  }

  [[nodiscard]] const runtime::Game& game() const { return *opened_.game; }

  /// The state of these fluents; of none, the initial one.
  [[nodiscard]] runtime::State state(const std::vector<std::string>& fluents) const {
    if (fluents.empty()) return {game().initial().begin(), game().initial().end()};
    std::string unknown;
    const auto state = game().state_of(fluents, &unknown);
    CAPTURE(unknown);
    REQUIRE(state);
    return *state;
  }

  [[nodiscard]] Terms legal(const std::vector<std::string>& fluents) const {
    std::vector<std::vector<runtime::Move>> moves;
    game().legal(state(fluents), *scratch_, moves);
    Terms names;
    for (const runtime::Move move : moves.at(0)) names.insert(game().move_name(move));
    return names;
  }

  [[nodiscard]] Terms next(const std::vector<std::string>& fluents, const std::string& move) const {
    const auto number = game().find_move(move);
    REQUIRE(number);
    runtime::State after(game().state_words());
    game().next(state(fluents), std::vector{*number}, *scratch_, after);
    const auto names = game().fluents(after);
    return {names.begin(), names.end()};
  }

 private:
  driver::OpenedGame opened_;
  std::unique_ptr<runtime::Scratch> scratch_;
};

constexpr const char* engines[] = {"interpreter", "jit", "net"};
/// A net knows the fluents and moves alone that can happen, and says so of others.
constexpr const char* matchers[] = {"interpreter", "jit"};

/// Of letters and numbers in one relation; together in no tuple that can be reached.
const std::string two_sorts = R"(
(role r) (coord a) (coord b) (coord c) (coord d) (coord 1) (coord 2) (coord 3) (coord 4)
(init (cell a 1)) (init (cell b 2)) (init (cell c 3)) (init (cell d 4))
(init (pair a b)) (init (pair b c)) (init (pair c d)) (init (pair d a))
(init (pair 1 2)) (init (pair 2 3)) (init (pair 3 4)) (init (pair 4 1))
(<= (hit ?x) (does r (mv ?x ?y)) (true (cell ?z ?y)))
(<= (near ?x) (coord ?x) (true (pair ?x ?y)) (true (cell ?z ?y)))
(<= (legal r (mv ?x ?y)) (true (pair ?x ?y)))
(<= (legal r (take ?x)) (true (pair ?x ?w)) (not (near ?x)))
(<= (legal r (go ?x ?y)) (true (cell ?x ?z)) (true (pair ?z ?y)))
(<= (next (cell ?x ?y)) (does r (go ?x ?y)))
(<= (next (cell ?x ?y)) (true (cell ?x ?y)) (does r (mv ?u ?v)))
(<= (next (pair ?x ?y)) (true (pair ?x ?y)) (not (hit ?x)))
(<= terminal (true (cell a 4)))
(goal r 100)
)";

/// Of pairs that a bound says little of, and that only small numbers are asked for.
std::string few_are_asked() {
  std::string text =
      "(role r) (init (at 1)) (legal r noop) (goal r 100) (<= terminal (true (at 9)))\n";
  for (int i = 1; i <= 40; ++i) {
    if (i <= 8) text += fmt::format("(small {})", i);
    for (int j = 1 + (i + 1) % 2; j <= 40; j += 2) text += fmt::format("(even {} {})", i, j);
    text += fmt::format("(init (pos {} {} {})) (init (other {} {}))\n", i, (i + 1) % 40 + 1,
                        i * 7 % 40 + 1, i, i * 3 % 40 + 1);
  }
  return text + R"(
(<= (q ?x ?y) (even ?x ?y) (true (other ?x ?w)) (not (true (at ?y))))
(<= (way ?x ?y ?z) (small ?x) (q ?x ?y) (true (other ?z ?w)) (not (true (at ?z))))
(<= (legal r (go ?x ?y ?z)) (true (pos ?x ?y ?z)) (way ?x ?y ?z))
(<= (next (at ?x)) (does r (go ?x ?y ?z)))
(<= (next (at ?x)) (true (at ?x)) (does r noop))
(<= (next (pos ?x ?y ?z)) (true (pos ?x ?y ?z)))
(<= (next (other ?x ?y)) (true (other ?x ?y)))
)";
}

}  // namespace

TEST_CASE("Moves that are not legal have the effect that the rules say", "[hand-made]") {
  const Opened reference(two_sorts, "reference");
  for (const char* engine : matchers) {
    CAPTURE(engine);
    const Opened opened(two_sorts, engine);
    for (const char* move : {"(mv a 1)", "(mv a b)", "(mv 1 2)", "(mv 2 b)", "(go a 4)"}) {
      CAPTURE(move);
      CHECK(opened.next({}, move) == reference.next({}, move));
    }
  }
}

TEST_CASE("States that cannot be reached have the moves that the rules say", "[hand-made]") {
  const Opened reference(two_sorts, "reference");
  for (const char* engine : matchers) {
    CAPTURE(engine);
    const Opened opened(two_sorts, engine);
    for (const auto& fluents : std::vector<std::vector<std::string>>{
             {"(pair a 1)", "(cell a 1)"}, {"(pair 1 a)", "(cell d 3)", "(pair b 3)"}}) {
      CHECK(opened.legal(fluents) == reference.legal(fluents));
      CHECK(opened.next(fluents, "(mv a 1)") == reference.next(fluents, "(mv a 1)"));
    }
  }
}

TEST_CASE("Bounds that are dropped leave the tests that they made needless", "[hand-made]") {
  const std::string sheet = few_are_asked();
  const Terms expected = Opened(sheet, "reference").legal({});
  for (const char* engine : engines) {
    CAPTURE(engine);
    CHECK(Opened(sheet, engine).legal({}) == expected);
  }
}

TEST_CASE("Bounds are not made of facts that join in many ways", "[hand-made]") {
  // By themselves, the facts tell a hundred million chains.
  std::string sheet =
      "(role r) (init (at 1)) (legal r noop) (goal r 0) (<= terminal (true (at 2)))\n";
  for (int i = 1; i <= 100; ++i) {
    for (int j = i + 1; j <= 100; ++j) sheet += fmt::format("(lt {} {})", i, j);
    sheet += fmt::format("(init (f {} {} {} {}))\n", i, i + 1, i + 2, i + 3);
  }
  sheet += R"(
(<= (way ?x ?y) (lt ?x ?a) (lt ?a ?b) (lt ?b ?c) (lt ?c ?d) (lt ?d ?y) (true (f ?a ?b ?c ?d)))
(<= (legal r (go ?x ?y)) (true (f ?x ?y ?z ?w)) (way ?x ?y))
(<= (next (at ?x)) (does r (go ?x ?y)))
(<= (next (f ?a ?b ?c ?d)) (true (f ?a ?b ?c ?d)))
)";
  CHECK(Opened(sheet, "interpreter").legal({}) == Terms{"noop"});
}

TEST_CASE("Relations may be called what passes call theirs", "[hand-made]") {
  for (const char* name : {"bound", "need", "only", "made", "some", "may"}) {
    CAPTURE(name);
    const std::string sheet = fmt::format(
        "(role r) (init (at 1)) (goal r 100) (<= terminal (true (at 5)))\n"
        "(num 1) (num 2) (num 3) (num 4) (num 5) ({0}.at 3)\n"
        "({0} (square 1)) ({0} (square 2)) ({0} (square 3)) ({0} (square 4))\n"
        "(<= (legal r (go ?x)) (num ?x) ({0} (square ?x)) (not ({0}.at ?x)))\n"
        "(<= (next (at ?x)) (does r (go ?x)))\n",
        name);
    for (const char* engine : engines) {
      CAPTURE(engine);
      CHECK(Opened(sheet, engine).legal({}) == Terms{"(go 1)", "(go 2)", "(go 4)"});
    }
  }
}

TEST_CASE("A fluent that is a table in any case keeps the room that it had", "[hand-made]") {
  // Letters and numbers besides each other in `co`, 4,800 links after one move.
  std::string sheet = "(role r) (small 1) (small 2) (small 3) (legal r noop) (goal r 100)\n";
  for (int i = 0; i < 40; ++i) {
    sheet += fmt::format("(co a{0}) (co {1}) (init (link a{0} {1} a{2} {3}))\n", i, i + 1, 39 - i,
                         40 - i);
    sheet += fmt::format("(nx a{} a{}) (nx {} {})\n", i, (i + 1) % 40, i + 1, (i + 1) % 40 + 1);
  }
  sheet += R"(
(init (t 1)) (<= terminal (true (t 5)))
(<= (file ?x) (true (link ?x ?y ?u ?v)))
(<= (rank ?y) (true (link ?x ?y ?u ?v)))
(<= (all ?x ?y ?v) (co ?x) (co ?y) (file ?x) (rank ?y) (small ?v))
(<= (next (link ?x ?y ?x ?v)) (all ?x ?y ?v))
(<= (next (link ?x ?y ?u ?v)) (true (link ?x ?y ?u ?v)))
(<= (next (t ?y)) (true (t ?x)) (nx ?x ?y))
(<= (legal r foo) (true (t 39)))
(<= (sw ?x ?y ?u ?v) (nx ?x ?a) (nx ?y ?b) (nx ?u ?c) (nx ?v ?d) (true (link ?a ?b ?c ?d)))
(<= (next (link ?x ?y ?u ?v)) (sw ?x ?y ?u ?v) (does r foo))
)";
  CHECK(Opened(sheet, "interpreter").next({}, "noop").size() == 4'841);
}

TEST_CASE("A state in which a wall is elsewhere is refused", "[hand-made]") {
  // Every step copies walls and doors; moves make doors, too.
  const std::string sheet = R"(
    (role r) (step 1 2) (step 2 3) (step 3 1) (init (at 2)) (init (wall 1 2)) (init (door 3))
    (<= (open ?x ?y) (step ?x ?y) (not (true (wall ?x ?y))))
    (<= (legal r (go ?y)) (true (at ?x)) (open ?x ?y))
    (legal r stay)
    (<= (next (at ?y)) (does r (go ?y)))
    (<= (next (at ?x)) (true (at ?x)) (does r stay))
    (<= (next (wall ?x ?y)) (true (wall ?x ?y)))
    (<= (next (door ?x)) (true (door ?x)))
    (<= (next (door ?x)) (does r (go ?x)))
    (<= terminal (true (door 2)))
    (goal r 100))";
  for (const char* engine : engines) {
    CAPTURE(engine);
    const Opened opened(sheet, engine);
    const auto refused = [&](const std::vector<std::string>& fluents) {
      std::string unknown;
      return opened.game().state_of(fluents, &unknown) ? "" : unknown;
    };
    CHECK(opened.legal({}) == Terms{"stay", "(go 3)"});
    CHECK(opened.legal({"(at 1)", "(wall 1 2)", "(door 3)"}) == Terms{"stay"});
    CHECK(opened.next({"(at 3)", "(wall 1 2)", "(door 3)"}, "(go 1)") ==
          Terms{"(at 1)", "(wall 1 2)", "(door 1)", "(door 3)"});
    CHECK(refused({"(at 2)", "(door 3)"}) == "(wall 1 2)");
    CHECK_FALSE(refused({"(at 2)", "(door 3)", "(wall 1 2)", "(wall 2 3)"}).empty());
  }
  CHECK(Opened(sheet, "reference").legal({"(at 1)"}) == Terms{"stay", "(go 2)"});
}

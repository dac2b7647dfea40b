#include "tools/boards/board_view.h"

#include "tools/boards/piece_colours.h"

#include <catch2/catch.hpp>

#include <initializer_list>
#include <string>
#include <vector>

using tesuji::ir::Module;
using tesuji::ir::Relation;
using tesuji::ir::RelationKind;
using tesuji::tools::BoardView;

namespace {

Module board_module() {
  Module module;
  const auto symbol = [&](const char* text) { return module.symbols->intern(text); };
  const auto sides = module.intern_domain({symbol("1"), symbol("2"), symbol("3")});
  const auto marks = module.intern_domain({symbol("o"), symbol("x")});
  Relation cell;
  cell.name = "true.cell";
  cell.kind = RelationKind::state;
  cell.columns = {sides, sides, marks};
  cell.term = "(cell ? ? ?)";
  Relation control;
  control.name = "true.control";
  control.kind = RelationKind::state;
  control.columns = {marks};
  control.term = "(control ?)";
  module.relations = {cell, control};
  return module;
}

using Names = std::vector<std::string>;

/// A module of fluents: their term, and the constants of each column.
class Fluents {
 public:
  Fluents& add(const char* term, const std::vector<Names>& columns) {
    Relation relation;
    relation.name = "true." + std::to_string(module_.relations.size());
    relation.kind = RelationKind::state;
    relation.term = term;
    for (const Names& names : columns) {
      std::vector<tesuji::ir::Symbol> values;
      for (const std::string& name : names) values.push_back(module_.symbols->intern(name));
      relation.columns.push_back(module_.intern_domain(std::move(values)));
    }
    module_.relations.push_back(std::move(relation));
    return *this;
  }
  Fluents& roles(const Names& names) {
    for (const std::string& name : names) module_.roles.push_back(module_.symbols->intern(name));
    return *this;
  }
  [[nodiscard]] BoardView view(const std::vector<std::string>& initial = {}) const {
    return BoardView(module_, initial);
  }

 private:
  Module module_;
};

const Names two = {"1", "2"};
const Names three = {"1", "2", "3"};
const Names marks = {"o", "x"};

}  // namespace

TEST_CASE("fluents with two coordinates are drawn as a board", "[tools]") {
  const BoardView view(board_module());
  CHECK(view.draw({"(cell 1 1 o)", "(cell 2 3 x)", "(control o)"}) ==
        "  1 o . .\n"
        "  2 . . x\n"
        "  3 . . .\n"
        "    1 2 3\n"
        "  control o\n");
}

TEST_CASE("what does not fit on the board is listed", "[tools]") {
  const BoardView view(board_module());
  const std::string text = view.draw({"(cell 4 1 o)", "(cell (f 1) 1 o)", "gone"});
  CHECK(text ==
        "  1 . . .\n"
        "  2 . . .\n"
        "  3 . . .\n"
        "    1 2 3\n"
        "  cell 4 1 o · (cell (f 1) 1 o) · gone\n");
}

TEST_CASE("a game without a board gives a list, even an empty one", "[tools]") {
  const BoardView view{Module()};
  CHECK(view.draw({"a", "b"}) == "  a · b\n");
  CHECK(view.draw({}) == "  \n");
}

TEST_CASE("a letter and a number are file and rank", "[tools]") {
  const Names files = {"b", "a", "c"};
  const Names men = {"wp", "bk"};
  const std::string board =
      "  3 . . b\n"
      "  2 . . .\n"
      "  1 w . .\n"
      "    a b c\n"
      "  w wp  b bk\n";
  CHECK(Fluents()
            .add("(cell ? ? ?)", {files, three, men})
            .view()
            .draw({"(cell a 1 wp)", "(cell c 3 bk)"}) == board);
  CHECK(Fluents()
            .add("(cell ? ? ?)", {three, files, men})
            .view()
            .draw({"(cell 1 a wp)", "(cell 3 c bk)"}) == board);
}

TEST_CASE("letters and numbered words are coordinates, other constants are not", "[tools]") {
  const Names letters = {"a", "b"};
  const Names words = {"c2", "c10", "c1"};
  CHECK(Fluents().add("(at ? ? ?)", {letters, letters, marks}).view().draw({"(at a b x)"}) ==
        "  a . x\n"
        "  b . .\n"
        "    a b\n");
  // c2 is before c10.
  CHECK(Fluents().add("(at ? ? ?)", {words, words, marks}).view().draw({"(at c1 c10 x)"}) ==
        "   c1 .   .   x\n"
        "   c2 .   .   .\n"
        "  c10 .   .   .\n"
        "      c1  c2  c10\n");
  const Names gap = {"b", "o", "x"};
  const Names pieces = {"king", "rook"};
  const Names eleven = {"11", "c1"};
  for (const Names& names : {gap, pieces, eleven, Names{"1"}}) {
    CAPTURE(names[0]);
    CHECK_FALSE(Fluents().add("(at ? ? ?)", {names, names, marks}).view().has_board());
  }
  // Players are not places.
  CHECK_FALSE(
      Fluents().roles({"a", "b"}).add("(at ? ? ?)", {letters, letters, marks}).view().has_board());
}

TEST_CASE("a board's fluents tell a place alone, or one or two things of it", "[tools]") {
  CHECK(Fluents().add("(taken ? ?)", {two, three}).view().draw({"(taken 2 3)"}) ==
        "  1 . . .\n"
        "  2 . . #\n"
        "    1 2 3\n");
  CHECK(Fluents()
            .add("(dice ? ? ? ?)", {two, two, {"1", "6"}, marks})
            .roles(marks)
            .view()
            .draw({"(dice 1 2 6 x)"}) ==
        "  1 .   6/x\n"
        "  2 .   .\n"
        "    1   2\n");
  CHECK(Fluents()
            .roles(marks)
            .add("(location ? ? ?)", {marks, two, two})
            .view()
            .draw({"(location x 2 1)", "(location o 2 1)"}) ==
        "  1 .   .\n"
        "  2 x+o .\n"
        "    1   2\n");
  CHECK(Fluents()
            .add("(cell ? ? (piece ? ?))", {two, two, marks, marks})
            .view()
            .draw({"(cell 1 1 (piece o x))"}) ==
        "  1 (piece o x) .\n"
        "  2 .           .\n"
        "    1           2\n");
  // A letter and a number alone may be anything; four coordinates are a move.
  CHECK_FALSE(Fluents().add("(heap ? ?)", {{"a", "b"}, three}).view().has_board());
  CHECK_FALSE(Fluents().add("(moved ? ? ? ?)", {two, two, two, two}).view().has_board());
}

TEST_CASE("places in one word are squares, and others are none", "[tools]") {
  const Names star = {"a1", "a2", "b2", "b10", "c1", "c2"};
  const BoardView view = Fluents().add("(cell ? ?)", {star, marks}).view();
  CHECK(view.draw({"(cell a2 x)", "(cell c1 o)", "(cell c9 x)"}) ==
        "  10   .\n"
        "   2 x . .\n"
        "   1 .   o\n"
        "     a b c\n"
        "  cell c9 x\n");
  CHECK(Fluents().add("(at ?)", {star}).view().draw({"(at b2)"}) ==
        "  10   .\n"
        "   2 . # .\n"
        "   1 .   .\n"
        "     a b c\n");
  CHECK_FALSE(Fluents().add("(hand ?)", {{"c1", "c2", "c3"}}).view().has_board());
  CHECK_FALSE(Fluents().add("(hand ?)", {{"c1", "c2", "c3", "c4", "c5", "c6"}}).view().has_board());
}

TEST_CASE("contents of several shapes are on one board, other fluents on another", "[tools]") {
  const BoardView view = Fluents()
                             .add("(cell ? ? b)", {two, two})
                             .add("(cell ? ? (man ?))", {two, two, marks})
                             .add("(cell ? ? (king ?))", {{"2", "3"}, two, marks})
                             .add("(tried ? ? ?)", {marks, two, two})
                             .view();
  CHECK(view.draw({"(cell 1 2 (man x))", "(tried o 2 2)", "(step 1)"}) ==
        "  1 .       (man x)\n"
        "  2 .       .\n"
        "  3 .       .\n"
        "    1       2\n"
        "  tried o 2 2 · step 1\n");
}

TEST_CASE("pieces are one character each where their names are words", "[tools]") {
  const Names men = {"b", "wk", "wn", "bk", "bb"};
  const std::vector<std::string> initial = {"(cell a 1 wk)", "(cell b 1 b)",  "(cell c 1 wn)",
                                            "(cell a 2 b)",  "(cell b 2 b)",  "(cell c 2 b)",
                                            "(cell a 3 bb)", "(cell b 3 bk)", "(cell c 3 b)"};
  // `b` is on most squares at the start: it is no piece of black's. Capitals are the first role's.
  CHECK(Fluents()
            .roles({"white", "black"})
            .add("(cell ? ? ?)", {{"a", "b", "c"}, three, men})
            .view(initial)
            .draw({"(cell a 1 wk)", "(cell b 1 b)", "(cell c 1 wn)", "(cell b 3 bb)"}) ==
        "  3 . b .\n"
        "  2 . . .\n"
        "  1 K . N\n"
        "    a b c\n"
        "  . b  K wk  N wn  b bb\n");
  CHECK(Fluents()
            .add("(cell ? ? ?)", {two, two, {"blank", "red", "royal"}})
            .view()
            .draw({"(cell 1 1 blank)", "(cell 1 2 red)", "(cell 2 1 royal)"}) ==
        "  1 . r\n"
        "  2 o .\n"
        "    1 2\n"
        "  . blank  r red  o royal\n");
}

TEST_CASE("colours tell whose a piece is", "[tools]") {
  const BoardView view = Fluents().roles({"x", "o"}).add("(cell ? ? ?)", {two, two, marks}).view();
  CHECK(view.draw({"(cell 1 1 x)", "(cell 2 2 o)"}, nullptr, true) ==
        "  1 \x1b[1;36mx\x1b[0m \x1b[2m.\x1b[0m\n"
        "  2 \x1b[2m.\x1b[0m \x1b[1;31mo\x1b[0m\n"
        "    1 2\n");
}

TEST_CASE("colours are those that roles are called by", "[tools]") {
  using tesuji::tools::role_colours;
  const std::string white = "\x1b[1;30;47m";
  const std::string black = "\x1b[1;97;40m";
  const std::string red = "\x1b[1;31m";
  const std::string green = "\x1b[1;32m";
  const std::string cyan = "\x1b[1;36m";
  CHECK(role_colours({"black", "white"}) == Names{black, white});
  CHECK(role_colours({"b", "w"}) == Names{black, white});
  CHECK(role_colours({"b", "a"}) == Names{cyan, red});
  CHECK(role_colours({"xplayer", "oplayer"}) == Names{cyan, red});
  CHECK(role_colours({"red", "other"}) == Names{red, cyan});
  CHECK(role_colours({"other", "cyan_player", "third"}) == Names{red, cyan, green});
  CHECK(role_colours({"redplayer", "playerwhite", "red2"}) == Names{red, white, cyan});
  CHECK(role_colours({"fred", "whites"}) == Names{cyan, red});
  // Pieces have the colour of their role, wherever it stands.
  const Names men = {"red", "white"};
  const BoardView view =
      Fluents().roles({"white", "red"}).add("(cell ? ? ?)", {two, two, men}).view();
  const std::string board = view.draw({"(cell 1 1 red)", "(cell 2 2 white)"}, nullptr, true);
  CHECK(board.find(red + "r") != std::string::npos);
  CHECK(board.find(white) != std::string::npos);
}

TEST_CASE("the first role is at the bottom where the initial state parts the pieces", "[tools]") {
  const Names sides = {"white", "black"};
  const auto fluents = [&] {
    return Fluents().roles(sides).add("(at ? ? ?)", {three, three, sides});
  };
  // The second coordinate goes up the board: files and ranks as numbers.
  CHECK(fluents()
            .view({"(at 1 1 white)", "(at 2 1 white)", "(at 2 3 black)"})
            .draw({"(at 1 1 white)", "(at 2 1 white)", "(at 2 3 black)"}) ==
        "  3 . b .\n"
        "  2 . . .\n"
        "  1 w w .\n"
        "    1 2 3\n"
        "  w white  b black\n");
  // The first one does, and the first role's side is below already.
  CHECK(fluents().view({"(at 3 1 white)", "(at 1 3 black)", "(at 1 1 black)"}).draw({}) ==
        "  1 . . .\n"
        "  2 . . .\n"
        "  3 . . .\n"
        "    1 2 3\n");
  // Rows as they are, upside down.
  CHECK(fluents().view({"(at 1 2 white)", "(at 3 2 black)"}).draw({"(at 1 2 white)"}) ==
        "  3 . . .\n"
        "  2 . . .\n"
        "  1 . w .\n"
        "    1 2 3\n"
        "  w white\n");
}

TEST_CASE("a board that is empty at the start is none beside one that is not", "[tools]") {
  CHECK(Fluents()
            .add("(cell ? ? ?)", {two, two, marks})
            .add("(check ? ? ?)", {two, two, marks})
            .view({"(cell 1 1 x)"})
            .draw({"(cell 1 1 x)", "(check 2 2 o)"}) ==
        "  1 x .\n"
        "  2 . .\n"
        "    1 2\n"
        "  check 2 2 o\n");
}

TEST_CASE("what differs from another state is marked", "[tools]") {
  const BoardView view(board_module());
  const std::vector<std::string> before = {"(cell 1 1 o)", "(cell 2 2 x)", "(control o)"};
  const std::vector<std::string> after = {"(cell 1 1 o)", "(cell 3 3 x)", "(control x)", "(won <)"};
  CHECK(view.draw(after, &before) ==
        "  1 o  .  .\n"
        "  2 .  .* .\n"
        "  3 .  .  x*\n"
        "    1  2  3\n"
        "  control x* · won <*\n");
  CHECK(view.draw(after, &after) == view.draw(after));
}

#include "tools/boards/board_finder.h"
#include "tools/boards/board_view.h"
#include "tools/boards/hexagons.h"
#include "tools/boards/piece_colours.h"
#include "tools/boards/side_panel.h"

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

using tesuji::ir::Module;
using tesuji::ir::Relation;
using tesuji::ir::RelationKind;
using tesuji::tools::BoardView;
using tesuji::tools::PieceLook;
using tesuji::tools::PieceShape;
using tesuji::tools::Tiling;

namespace {

using Words = std::vector<std::string>;

/// A module of fluents and facts.
class BoardRules {
 public:
  BoardRules& roles(const Words& names) {
    for (const std::string& name : names) module_.roles.push_back(module_.symbols->intern(name));
    return *this;
  }
  BoardRules& fluent(const char* term, const std::vector<Words>& columns) {
    Relation relation = make(columns);
    relation.kind = RelationKind::state;
    relation.term = term;
    module_.relations.push_back(std::move(relation));
    return *this;
  }
  BoardRules& facts(const std::vector<Words>& rows) {
    std::vector<Words> columns(rows.front().size());
    for (const Words& row : rows)
      for (std::size_t i = 0; i < row.size(); ++i) columns[i].push_back(row[i]);
    Relation relation = make(columns);
    relation.kind = RelationKind::fixed;
    relation.facts.rows = rows.size();
    for (const Words& row : rows)
      for (const std::string& cell : row)
        relation.facts.cells.push_back(module_.symbols->intern(cell));
    module_.relations.push_back(std::move(relation));
    return *this;
  }
  [[nodiscard]] const Module& module() const { return module_; }
  /// Returns how a thing is drawn, alone on the square 1 1.
  [[nodiscard]] PieceLook look(const std::string& thing) const {
    const BoardView view(module_, {});
    const auto looks = view.squares({"(cell 1 1 " + thing + ")"}).boards.at(0).squares.at(0).looks;
    return looks.empty() ? PieceLook{PieceShape::text, "none", {}} : looks.front();
  }

 private:
  Relation make(const std::vector<Words>& columns) {
    Relation relation;
    relation.name = "r" + std::to_string(module_.relations.size());
    for (const Words& names : columns) {
      std::vector<tesuji::ir::Symbol> values;
      for (const std::string& name : names) values.push_back(module_.symbols->intern(name));
      relation.columns.push_back(module_.intern_domain(std::move(values)));
    }
    return relation;
  }

  Module module_;
};

const Words one_two = {"1", "2"};
const Words sides = {"white", "black"};

PieceLook shape(PieceShape shape, const char* colour) {
  return {shape, colour, {}};
}

}  // namespace

TEST_CASE("pieces by the names of all contents", "[boards]") {
  const auto with = [](const Words& contents) {
    return BoardRules().roles(sides).fluent("(cell ? ? ?)", {one_two, one_two, contents});
  };
  CHECK(with({"wn", "wk", "bp", "blank"}).look("wn") == shape(PieceShape::knight, "white"));
  CHECK(with({"wn", "wk", "bp", "blank"}).look("bp") == shape(PieceShape::pawn, "black"));
  CHECK(with({"wn", "wk", "bp", "blank"}).look("blank").colour == "none");
  // Men and kings of draughts.
  CHECK(with({"wp", "wk", "bp", "bk"}).look("bp") == shape(PieceShape::disc, "black"));
  CHECK(with({"wp", "wk", "bp", "bk"}).look("bk") == shape(PieceShape::crowned, "black"));
  CHECK(with({"white", "black"}).look("white") == shape(PieceShape::disc, "white"));
  // What nobody owns beside pieces is in the way.
  CHECK(with({"white", "black", "arrow"}).look("arrow") == shape(PieceShape::block, "neutral"));
  CHECK(with({"x", "o"}).look("o").shape == PieceShape::ring);
  CHECK(with({"1", "2", "b"}).look("2") == PieceLook{PieceShape::text, "neutral", "2"});
  CHECK(with({"1", "2", "b"}).look("b").colour == "none");
  CHECK(with({"white_elephant", "black_cat"}).look("white_elephant") ==
        PieceLook{PieceShape::letter, "white", "E"});
  CHECK(with({"queen"}).look("queen") == shape(PieceShape::queen, "white"));
  CHECK(with({"green", "blue"}).look("green") == shape(PieceShape::disc, "green"));
}

TEST_CASE("colours of roles in pictures", "[boards]") {
  using tesuji::tools::role_paints;
  CHECK(role_paints({"red", "black"}) == Words{"red", "black"});
  CHECK(role_paints({"dark", "light"}) == Words{"black", "white"});
  CHECK(role_paints({"xplayer", "oplayer", "blue"}) == Words{"orange", "green", "blue"});
}

TEST_CASE("constants are coordinates if facts put them in a row", "[boards]") {
  const Words names = {"elm", "oak", "ash"};
  const auto rules = [&] {
    return BoardRules().fluent("(stands ? ? ?)", {names, names, {"pine", "fir"}});
  };
  CHECK_FALSE(BoardView(rules().module()).has_board());
  CHECK(BoardView(rules().facts({{"ash", "elm"}, {"elm", "oak"}}).module())
            .squares({})
            .boards.at(0)
            .columns == Words{"ash", "elm", "oak"});
  // Neighbours on a board, in both directions: the end that rules mention first comes first.
  CHECK(BoardView(rules()
                      .facts({{"ash", "elm", "elm", "elm"},
                              {"elm", "elm", "ash", "elm"},
                              {"elm", "elm", "oak", "elm"},
                              {"oak", "elm", "elm", "elm"}})
                      .module())
            .squares({})
            .boards.at(0)
            .rows == Words{"oak", "elm", "ash"});
  CHECK_FALSE(BoardView(rules().facts({{"ash", "elm"}, {"elm", "ash"}}).module()).has_board());
}

TEST_CASE("three coordinates before a content are several boards", "[boards]") {
  const Words four = {"1", "2", "3", "4"};
  const BoardView view(
      BoardRules().fluent("(cell ? ? ? ?)", {four, one_two, one_two, {"x", "o"}}).module());
  const auto boards = view.squares({"(cell 3 1 2 x)"}).boards;
  REQUIRE(boards.size() == 4);
  CHECK(boards[2].squares[1].content == "x");
  CHECK(boards[2].squares[1].place == "3 1 2");
  CHECK(std::pair(boards[2].page_row, boards[2].page_column) ==
        std::pair<std::size_t, std::size_t>(1, 0));
  CHECK(view.squares_at(2, {"3", std::nullopt, "2"}) == std::vector<std::size_t>{1, 3});
  CHECK(view.squares_at(2, {"1", "1", "1"}).empty());
}

TEST_CASE("squares with six neighbours are hexagons", "[boards]") {
  std::vector<Words> neighbours;
  const auto add = [&](int row, int column, int down, int right) {
    if (row + down < 1 || row + down > 4 || column + right < 1 || column + right > 4) return;
    neighbours.push_back({std::to_string(row), std::to_string(column), std::to_string(row + down),
                          std::to_string(column + right)});
  };
  for (int row = 1; row <= 4; ++row) {
    for (int column = 1; column <= 4; ++column) {
      add(row, column, 0, 1);
      add(row, column, 1, 0);
    }
  }
  const Words four = {"1", "2", "3", "4"};
  const auto tiling = [&] {
    return BoardView(BoardRules()
                         .fluent("(cell ? ? ?)", {four, four, {"red", "blue"}})
                         .facts(neighbours)
                         .module())
        .squares({})
        .boards.at(0)
        .tiling;
  };
  CHECK(tiling() == Tiling::plain);
  for (int row = 1; row <= 4; ++row) {
    for (int column = 1; column <= 4; ++column) add(row, column, 1, -1);
  }
  CHECK(tiling() == Tiling::hexagons);
  for (int row = 1; row <= 4; ++row) {
    for (int column = 1; column <= 4; ++column) add(row, column, 1, 1);
  }
  CHECK(tiling() == Tiling::plain);  // a king's steps
}

TEST_CASE("fluents beside a board, by their form", "[boards]") {
  const auto panel = tesuji::tools::arrange_panel(
      {"(boxCount red 3)", "(control blue)", "(hand red jack)", "(hand red king)", "(line 1 2 3)",
       "(step 12)", "passed", "(near red blue)"},
      {"red", "blue"});
  REQUIRE(panel.roles.size() == 2);
  CHECK(panel.roles[0].marks.empty());
  CHECK(panel.roles[1].marks == Words{"control"});
  using Lines = std::vector<tesuji::tools::PanelLine>;
  CHECK(panel.roles[0].lines ==
        Lines{{"box count", {"3"}, false}, {"hand", {"jack", "king"}, true}});
  CHECK(panel.lines == Lines{{"step", {"12"}, false}, {"passed", {}, false}});
  CHECK(panel.rest == Words{"(line 1 2 3)", "(near red blue)"});
}

TEST_CASE("heaps and stacks, by their form and domains", "[boards]") {
  BoardRules rules;
  rules.roles({"red", "blue"})
      .fluent("(heap ? ?)", {{"a", "b"}, {"0", "1", "2", "3"}})
      .fluent("(on ? ?)", {{"1", "2", "3"}, {"left", "right"}})
      .fluent("(score ? ?)", {{"red", "blue"}, {"0", "1"}})
      .fluent("(floor ? ?)", {{"lift", "other"}, {"1", "2"}});
  const Words initial{"(heap a 3)",     "(heap b 1)",     "(on 2 left)",
                      "(on 1 left)",    "(on 3 right)",   "(score red 0)",
                      "(score blue 0)", "(floor lift 1)", "(floor other 2)"};
  const auto forms = tesuji::tools::find_piles(rules.module(), initial);
  REQUIRE(forms.size() == 2);
  using Piles = std::vector<tesuji::tools::Pile>;
  const auto panel = tesuji::tools::arrange_panel(initial, {"red", "blue"}, forms);
  REQUIRE(panel.piles.size() == 2);
  CHECK_FALSE(panel.piles[0].stacks);
  CHECK(panel.piles[0].piles == Piles{{"a", {}, 3}, {"b", {}, 1}});
  CHECK(panel.piles[1].stacks);
  CHECK(panel.piles[1].piles == Piles{{"left", {1, 2}, 0}, {"right", {3}, 0}});
  CHECK(panel.rest == Words{"(floor lift 1)", "(floor other 2)"});
  CHECK(panel.roles[0].lines.size() == 1);
  // A state in which a heap has two numbers is listed.
  const auto twice = tesuji::tools::arrange_panel({"(heap a 3)", "(heap a 2)"}, {"red"}, forms);
  CHECK(twice.piles.empty());
  CHECK(twice.rest == Words{"(heap a 3)", "(heap a 2)"});
  // And the initial state must have each once.
  CHECK(tesuji::tools::find_piles(rules.module(), {"(heap a 3)"}).empty());
}

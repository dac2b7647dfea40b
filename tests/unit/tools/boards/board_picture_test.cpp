#include "tools/boards/board_picture.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <string>
#include <string_view>

using tesuji::tools::DrawnBoard;
using tesuji::tools::DrawnState;
using tesuji::tools::PieceShape;
using tesuji::tools::state_svg;
using tesuji::tools::Tiling;

namespace {

std::size_t times(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// A board of one row: a pawn, a letter, an empty square, and no square.
DrawnBoard row_of_four() {
  DrawnBoard board{"cell", {"1"}, {"a", "b", "c", "d"}, {}, 1};
  board.squares = {{"a 1", "white/pawn", "P", 0, true, {{PieceShape::pawn, "white", {}}}},
                   {"b 1", "<&>", "&", {}, false, {{PieceShape::letter, "red", "&"}}},
                   {"c 1", "", "", {}, false},
                   {"", "", "", {}, false}};
  return board;
}

}  // namespace

TEST_CASE("a board as a picture", "[boards]") {
  const DrawnBoard board = row_of_four();
  DrawnState state{{board}, {"(control white)", "(bad \xff)"}};
  state.panel.roles = {{"white", "white", {"control"}, {}}, {"black", "black", {}, {}}};
  state.panel.rest = {"(bad \xff)"};
  const std::string picture = state_svg(state);
  CHECK(picture.starts_with("<svg "));
  CHECK(picture.ends_with("</svg>\n"));
  CHECK(times(picture, "<title>") == 3);
  CHECK(picture.find("<title>a 1: white/pawn</title>") != std::string::npos);
  CHECK(picture.find("<title>c 1: empty</title>") != std::string::npos);
  CHECK(picture.find("data-board=\"0\" data-place=\"b 1\" data-x=") != std::string::npos);
  CHECK(times(picture, "class=\"tsj-piece tsj-white\" d=") == 1);
  CHECK(times(picture, "class=\"tsj-on-red\"") == 1);
  CHECK(times(picture, ">&amp;</text>") == 1);
  CHECK(picture.find("&amp; &lt;&amp;&gt;</text>") != std::string::npos);  // the legend
  CHECK(times(picture, "class=\"tsj-changed\"") == 1);
  CHECK(times(picture, "class=\"tsj-moved\"") == 0);
  CHECK(times(picture, "class=\"tsj-cell tsj-plain\"") == 3);
  CHECK(picture.find(">control</text>") != std::string::npos);
  CHECK(picture.find(">black</text>") == std::string::npos);  // there is nothing to say of it
  CHECK(picture.find("(bad \xEF\xBF\xBD)") != std::string::npos);
  CHECK(times(picture, ">cell<") == 0);  // names are for several boards
  DrawnBoard other = board;
  other.functor = "heap";
  const std::string both = state_svg({{board, other}, {}});
  CHECK(times(both, ">cell<") == 1);
  CHECK(times(both, ">heap<") == 1);
}

TEST_CASE("tilings of boards", "[boards]") {
  DrawnBoard board = row_of_four();
  board.squares[0].moved = true;
  board.tiling = Tiling::chequered;
  std::string picture = state_svg({{board}, {}});
  CHECK(times(picture, "class=\"tsj-cell tsj-dark\"") == 2);
  CHECK(times(picture, "class=\"tsj-cell tsj-light\"") == 1);
  CHECK(times(picture, "class=\"tsj-moved\"") == 1);
  CHECK(times(picture, "class=\"tsj-changed\"") == 0);  // moved says more
  board.dark_corner = false;
  CHECK(times(state_svg({{board}, {}}), "class=\"tsj-cell tsj-dark\"") == 1);
  board.tiling = Tiling::holes;
  picture = state_svg({{board}, {}});
  CHECK(times(picture, "class=\"tsj-hole\"") == 2);
  CHECK(times(picture, "class=\"tsj-hole tsj-fallen\"") == 1);
  board.tiling = Tiling::hexagons;
  CHECK(times(state_svg({{board}, {}}), "<polygon class=\"tsj-cell tsj-plain\"") == 3);
}

TEST_CASE("boards side by side, with marks", "[boards]") {
  DrawnBoard board{"cell", {"1"}, {"a", "b"}, {}, 1};
  board.squares = {{"a 1", "x", "x", 0, false, {{PieceShape::cross, "blue", {}}}},
                   {"b 1", "", "", {}, false}};
  using Kind = tesuji::tools::BoardMark::Kind;
  std::vector<tesuji::tools::PictureBoard> boards(7, {{{board}, {}}, {"<caption>"}, {}});
  boards[1].marks = {{Kind::move, {{0, 0}}, "here"},
                     {Kind::threat, {{0, 1}}, "<there>"},
                     {Kind::threat, {{0, 0}, {0, 1}}, "from here to there"},
                     {Kind::move, {}, "nowhere"}};
  const std::vector<std::string> lines{std::string(200, 'w') + " end"};
  const std::string picture = tesuji::tools::boards_svg(boards, lines);
  CHECK(times(picture, ">&lt;caption&gt;</text>") == 7);
  CHECK(times(picture, "class=\"tsj-square\"") == 14);
  CHECK(times(picture, "<rect class=\"tsj-arrow\"") == 2);
  CHECK(times(picture, "<g class=\"tsj-mark\">") == 1);
  CHECK(times(picture, "<g class=\"tsj-mark tsj-threat\">") == 2);
  CHECK(times(picture, "<line class=\"tsj-arrow\"") == 1);
  CHECK(picture.find("<title>&lt;there&gt;</title>") != std::string::npos);
  CHECK(picture.find("nowhere") == std::string::npos);
  CHECK(picture.find(">end</text>") != std::string::npos);  // on a line of its own
  CHECK(tesuji::tools::boards_svg({}, {}).ends_with("</svg>\n"));
}

TEST_CASE("a state without boards as a picture", "[boards]") {
  DrawnState state;
  for (int i = 0; i < 300; ++i) {
    state.panel.rest.push_back("(fluent " + std::to_string(i) + ")");
  }
  const std::string picture = state_svg(state);
  CHECK(picture.find("and 100 more</text>") != std::string::npos);
  CHECK(times(picture, "<text") > 5);
  CHECK(state_svg({}).starts_with("<svg "));
}

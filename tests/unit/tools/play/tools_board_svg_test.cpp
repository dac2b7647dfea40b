#include "tools/play/board_svg.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <string>
#include <string_view>

using tesuji::tools::board_svg;
using tesuji::tools::DrawnBoard;
using tesuji::tools::DrawnState;

namespace {

std::size_t times(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("a board as a picture", "[tools]") {
  DrawnBoard board{"cell", {"1", "2"}, {"a", "b"}, {}, 1};
  board.squares = {{"a 1", "white/pawn", "P", 0, true},
                   {"b 1", "<&>", "<&>", {}, false},
                   {"a 2", "", "", {}, false},
                   {"", "", "", {}, false}};  // there is no such square
  const std::string picture = board_svg({{board}, {"(control white)", "(bad \xff)"}});
  CHECK(picture.starts_with("<svg "));
  CHECK(picture.ends_with("</svg>\n"));
  CHECK(times(picture, "<title>") == 3);
  CHECK(picture.find("<title>a 1: white/pawn</title>") != std::string::npos);
  CHECK(picture.find("<title>a 2: empty</title>") != std::string::npos);
  CHECK(picture.find("&lt;&amp;&gt;</text>") != std::string::npos);
  CHECK(times(picture, "stroke-width=\"3\"") == 1);
  CHECK(times(picture, "font-weight=\"bold\"") == 1);
  CHECK(picture.find("(control white) (bad \xEF\xBF\xBD)") != std::string::npos);
  CHECK(times(picture, ">cell<") == 0);  // names are for several boards
  CHECK(times(board_svg({{board, board}, {}}), ">cell<") == 2);
}

TEST_CASE("boards side by side, with marks", "[tools]") {
  DrawnBoard board{"cell", {"1"}, {"a", "b"}, {}, 1};
  board.squares = {{"a 1", "x", "x", 0, false}, {"b 1", "", "", {}, false}};
  using Kind = tesuji::tools::BoardMark::Kind;
  std::vector<tesuji::tools::PictureBoard> boards(7, {{{board}, {}}, {"<caption>"}, {}});
  boards[1].marks = {{Kind::move, {{0, 0}}, "here"},
                     {Kind::threat, {{0, 1}}, "<there>"},
                     {Kind::threat, {{0, 0}, {0, 1}}, "from here to there"},
                     {Kind::move, {}, "nowhere"}};
  const std::vector<std::string> lines{std::string(200, 'w') + " end"};
  const std::string picture = tesuji::tools::boards_svg(boards, lines);
  CHECK(times(picture, "&lt;caption&gt;</text>") == 7);
  CHECK(times(picture, "class=\"square\"") == 14);
  CHECK(times(picture, "<rect class=\"move\"") == 1);
  CHECK(times(picture, "<rect class=\"threat\"") == 1);
  CHECK(times(picture, "<line class=\"threat\"") == 1);
  CHECK(picture.find("<title>&lt;there&gt;</title>") != std::string::npos);
  CHECK(picture.find("nowhere") == std::string::npos);
  CHECK(picture.find(">end</text>") != std::string::npos);  // on a line of its own
  // Five states of this width are a row.
  CHECK(times(picture, "x=\"8\" y=\"17\"") == 1);
  CHECK(times(picture, ">&lt;caption&gt;") == 7);
  CHECK(tesuji::tools::boards_svg({}, {}).ends_with("</svg>\n"));
}

TEST_CASE("a state without boards as a picture", "[tools]") {
  DrawnState state;
  for (int i = 0; i < 300; ++i) state.others.push_back("(fluent " + std::to_string(i) + ")");
  const std::string picture = board_svg(state);
  CHECK(picture.find("and 100 more</text>") != std::string::npos);
  CHECK(times(picture, "<text") > 5);
  CHECK(board_svg({}).starts_with("<svg "));
}

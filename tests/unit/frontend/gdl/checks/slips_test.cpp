// Which names are slips of the pen for others.
#include "frontend/gdl/checks/slips.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace tesuji::frontend {

TEST_CASE("one letter missing, doubled, wrong or exchanged is a slip", "[frontend]") {
  CHECK(is_slip("whte", "white"));
  CHECK(is_slip("whit", "white"));
  CHECK(is_slip("whiite", "white"));
  CHECK(is_slip("whute", "white"));
  CHECK(is_slip("wihte", "white"));
  CHECK(is_slip("hwite", "white"));
  CHECK(is_slip("cel", "cell"));
  CHECK(is_slip("celll", "cell"));
  CHECK(is_slip("plyer", "player"));
}

TEST_CASE("series of names are no slips", "[frontend]") {
  CHECK_FALSE(is_slip("white", "white"));
  CHECK_FALSE(is_slip("wking", "bking"));
  CHECK_FALSE(is_slip("kingw", "kingb"));
  CHECK_FALSE(is_slip("row1", "row2"));
  CHECK_FALSE(is_slip("a1b", "a2b"));
  CHECK_FALSE(is_slip("row", "row1"));
  CHECK_FALSE(is_slip("row1", "row"));
  CHECK_FALSE(is_slip("king", "wking"));
  CHECK_FALSE(is_slip("kings", "king"));
  CHECK_FALSE(is_slip("x", "y"));
  CHECK_FALSE(is_slip("up", "upp"));
  CHECK_FALSE(is_slip("", "abc"));
  CHECK_FALSE(is_slip("left", "right"));
  CHECK_FALSE(is_slip("bx1", "by1"));
  CHECK_FALSE(is_slip("boxx1", "boxy1"));
}

TEST_CASE("an index finds what a name is a slip for", "[frontend]") {
  SlipIndex index;
  const std::vector<std::string> names = {"white", "cell", "row1", "row2", "player", "whites"};
  for (std::size_t i = 0; i < names.size(); ++i) index.add(names[i], i);
  for (const std::string written : {"whte", "cel", "celll", "wihte", "whute", "row", "row3",
                                    "white", "plyer", "wh", "", "other"}) {
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (is_slip(written, names[i])) expected.push_back(i);
    }
    CHECK(index.meant(written) == expected);
  }
}

TEST_CASE("words of other languages are known, where their keyword is wanted", "[frontend]") {
  CHECK(meant_name("initial", {"role", "init"}) == "init");
  CHECK(meant_name("initial", {"role"}).empty());
  CHECK(meant_name("leagl", {"legal", "goal"}) == "legal");
  CHECK(meant_name("!=", {"distinct"}) == "distinct");
  CHECK(is_arithmetic("+"));
  CHECK_FALSE(is_arithmetic("succ"));
}

}  // namespace tesuji::frontend

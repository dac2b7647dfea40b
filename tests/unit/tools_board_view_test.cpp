#include "tools/board_view.h"

#include <catch2/catch.hpp>

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

}  // namespace

TEST_CASE("fluents with two coordinates are drawn as a board", "[tools]") {
  const BoardView view(board_module());
  CHECK(view.draw({"(cell 1 1 o)", "(cell 2 3 x)", "(control o)"}) ==
        "  o . .\n"
        "  . . x\n"
        "  . . .\n"
        "  (control o)\n");
}

TEST_CASE("what does not fit on the board is listed", "[tools]") {
  const BoardView view(board_module());
  const std::string text = view.draw({"(cell 4 1 o)", "(cell (f 1) 1 o)", "gone"});
  CHECK(text == "  . . .\n  . . .\n  . . .\n  (cell 4 1 o) (cell (f 1) 1 o) gone\n");
}

TEST_CASE("a game without a board gives a list, even an empty one", "[tools]") {
  const BoardView view{Module()};
  CHECK(view.draw({"a", "b"}) == "  a b\n");
  CHECK(view.draw({}) == "  \n");
}

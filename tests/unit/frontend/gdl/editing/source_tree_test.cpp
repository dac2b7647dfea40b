#include "frontend/gdl/editing/describe.h"
#include "frontend/gdl/editing/sheet_snapshot.h"

#include <catch2/catch.hpp>

#include <string>

namespace {

using tesuji::frontend::no_node;
using tesuji::frontend::NodeId;
using tesuji::frontend::SheetNode;
using tesuji::frontend::SheetSnapshot;
using tesuji::frontend::Syntax;

/// The tree on one line: `r` rule, `R` relation, `H` head, `f` function, `c` constant, `v`
/// variable, `k` connective, `?` nameless; children in brackets.
std::string tree_text(const SheetSnapshot& sheet) {
  std::string text;
  const auto add = [&](const auto& self, NodeId id) -> void {
    const SheetNode& node = sheet.tree()[id];
    constexpr const char* letters = "rkRfcv?";
    text += node.head ? 'H' : letters[static_cast<std::size_t>(node.kind)];
    if (node.kind != SheetNode::Kind::nameless) text += sheet.name(id);
    if (node.arity == 0) return;
    text += '[';
    for (NodeId child = sheet.tree().first_child(id); child != no_node;
         child = sheet.tree().next_sibling(child)) {
      if (child != id + 1) text += ' ';
      self(self, child);
    }
    text += ']';
  };
  for (const NodeId clause : sheet.tree().clauses) {
    if (!text.empty()) text += ' ';
    add(add, clause);
  }
  return text;
}

std::string tree_of(const std::string& text, Syntax syntax = Syntax::kif) {
  return tree_text(SheetSnapshot("a.kif", text, syntax));
}

}  // namespace

TEST_CASE("a source tree says of each name what it is", "[frontend][editing]") {
  CHECK(tree_of("(role W) open (<= (legal ?w (mark ?x)) (not (true (cell ?x b))) (or (p) q))") ==
        "Hrole[cw] Hopen r<=[Hlegal[vw fmark[vx]] knot[Rtrue[fcell[vx cb]]] kor[Rp Rq]]");
  CHECK(tree_of("legal(W,mark(X)) :- ~true(cell(X,b)) & (p | q)", Syntax::infix) ==
        "r<=[Hlegal[vw fmark[vx]] knot[Rtrue[fcell[vx cb]]] kor[Rp Rq]]");
  CHECK(tree_of("(<= (p ?x) (distinct ?x (not a)))") == "r<=[Hp[vx] kdistinct[vx fnot[ca]]]");
}

TEST_CASE("a source tree holds broken text, too", "[frontend][editing]") {
  CHECK(tree_of("(<= (legal ?w (mark ?x\n(<= (p) q)") == "r<=[Hlegal[vw fmark[vx]]] r<=[Hp Rq]");
  CHECK(tree_of("(p a)) (q (?x b) ()") == "Hp[ca] Hq[?[vx cb] ?]");
  CHECK(tree_of("(") == "?");
  CHECK(tree_of("") == "");
  const std::string deep(100'000, '(');
  CHECK(SheetSnapshot("a.kif", deep, Syntax::kif).tree().nodes.size() == 100'000);
}

TEST_CASE("names are found at places", "[frontend][editing]") {
  const std::string text = "(<= (p ?x) (q ?x) ; p\n)";
  const SheetSnapshot sheet("a.kif", text);
  const auto name_at = [&](std::size_t offset) {
    const NodeId node = sheet.tree().named_at(static_cast<std::uint32_t>(offset));
    return node == no_node ? std::string() : sheet.name(node);
  };
  CHECK(name_at(text.find("?x") + 1) == "x");
  CHECK(name_at(text.find("(q") + 2) == "q");
  CHECK(name_at(text.size()).empty());
  CHECK(sheet.tree().in_comment(static_cast<std::uint32_t>(text.find("; p") + 3)));
  CHECK_FALSE(sheet.tree().in_comment(static_cast<std::uint32_t>(text.find("; p"))));
  const NodeId list = sheet.tree().list_around(static_cast<std::uint32_t>(text.find("(q") + 3));
  CHECK(sheet.name(list) == "q");
}

TEST_CASE("domains come from other clauses", "[frontend][editing]") {
  const std::string text =
      "(role w) (init (cell 1 b)) (init (cell 2 b)) (init (cell 3 x)) (size 4)\n"
      "(<= (next (cell ?n ?v)) (true (cell ?n ?v)))\n"
      "(<= (legal w (mark ?n)) (true (cell ?n b)))";
  const SheetSnapshot sheet("a.kif", text);
  const NodeId cell = sheet.tree().named_at(static_cast<std::uint32_t>(text.rfind("cell")));
  const auto description = tesuji::frontend::describe(sheet, cell);
  CHECK(description.title == "(cell N V)");
  CHECK(description.lines == std::vector<std::string>{"Fluent; it occurs 6 times.", "N: {1..3}",
                                                      "V: {b, x}", "At most 6 terms.",
                                                      "Concluded by init, next.",
                                                      "Read by next cell, legal mark."});
}

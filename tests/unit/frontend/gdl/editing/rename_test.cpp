#include "frontend/gdl/editing/rename.h"

#include <catch2/catch.hpp>

#include <string>

namespace {

using tesuji::frontend::plan_renaming;
using tesuji::frontend::Renaming;
using tesuji::frontend::SheetSnapshot;
using tesuji::frontend::Syntax;

/// The text with the name at the first occurrence of `before` renamed, or the fault.
std::string renamed(const std::string& text, const std::string& before, const std::string& name,
                    Syntax syntax = Syntax::kif) {
  const SheetSnapshot sheet("a.kif", text, syntax);
  const Renaming renaming = plan_renaming(
      sheet, sheet.tree().named_at(static_cast<std::uint32_t>(text.find(before))), name);
  if (!renaming.fault.empty()) return renaming.fault;
  std::string result = text;
  for (auto place = renaming.places.rbegin(); place != renaming.places.rend(); ++place) {
    result.replace(place->begin, place->end - place->begin, renaming.name);
  }
  return result;
}

}  // namespace

TEST_CASE("renaming keeps kinds of names apart", "[frontend][editing]") {
  const std::string text = "(<= (p p ?p (p 1)) (q ?p p)) (<= (q ?p b) (P a ?p b))";
  CHECK(renamed(text, "p p", "r") == "(<= (r p ?p (p 1)) (q ?p p)) (<= (q ?p b) (r a ?p b))");
  CHECK(renamed(text, "p ?p", "r") == "(<= (p r ?p (p 1)) (q ?p r)) (<= (q ?p b) (P a ?p b))");
  CHECK(renamed(text, "p 1", "r") == "(<= (p p ?p (r 1)) (q ?p p)) (<= (q ?p b) (P a ?p b))");
  CHECK(renamed(text, "?p", "x") == "(<= (p p ?x (p 1)) (q ?x p)) (<= (q ?p b) (P a ?p b))");
}

TEST_CASE("renaming refuses what would change the game", "[frontend][editing]") {
  const std::string text = "(role random) (<= (goal w 100) (p ?x ?y) (p a b))";
  CHECK(renamed(text, "goal", "x").find("is a keyword") != std::string::npos);
  CHECK(renamed(text, "100", "x").find("is a number") != std::string::npos);
  CHECK(renamed(text, "random", "x").find("player of chance") != std::string::npos);
  CHECK(renamed(text, "p ?x", "true").find("is a keyword") != std::string::npos);
  CHECK(renamed(text, "p ?x", "a;b").find("cannot be the name") != std::string::npos);
  CHECK(renamed(text, "p ?x", "%a").find("cannot be the name") != std::string::npos);
  CHECK(renamed(text, "p ?x", "").find("cannot be the name") != std::string::npos);
  CHECK(renamed(text, "?x", "Y").find("is there already") != std::string::npos);
  CHECK(renamed(text, "a b", "B").find("is there already") != std::string::npos);
  CHECK(renamed(text, "p ?x", "7").find("a meaning of its own") != std::string::npos);
  CHECK(renamed(text, "a b", "7").find("a meaning of its own") != std::string::npos);
}

TEST_CASE("renaming refuses names that are in use in another role", "[frontend][editing]") {
  const std::string text = "(init (cell 1 b)) (init (control w)) (<= (r ?x) (true (control ?x)))";
  CHECK(renamed(text, "cell", "control") ==
        "`control` is there already, as a function of 1 argument: both would look like one");
  CHECK(renamed(text, "control", "Cell").find("a function of 2 arguments") != std::string::npos);
  CHECK(renamed(text, "cell", "r").find("as a relation:") != std::string::npos);
  CHECK(renamed(text, "cell", "w").find("as a constant:") != std::string::npos);
  CHECK(renamed(text, "r ?x", "control").find("as a function") != std::string::npos);
  CHECK(renamed(text, "w))", "cell").find("as a function") != std::string::npos);
  CHECK(renamed(text, "?x", "cell").find("(r ?cell)") != std::string::npos);
}

TEST_CASE("renaming writes infix names", "[frontend][editing]") {
  const std::string text = "p(X,a) :- q(X) & ~r(X,_)";
  CHECK(renamed(text, "X", "Row", Syntax::infix) == "p(Row,a) :- q(Row) & ~r(Row,_)");
  CHECK(renamed(text, "r(", "'r+'", Syntax::infix) == "p(X,a) :- q(X) & ~'r+'(X,_)");
  CHECK(renamed(text, "r(", "R", Syntax::infix).find("cannot be the name") != std::string::npos);
  CHECK(renamed(text, "_", "Y", Syntax::infix).find("`_` is no name") != std::string::npos);
}

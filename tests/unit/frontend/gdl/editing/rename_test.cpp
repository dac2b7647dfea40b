#include "frontend/gdl/editing/rename.h"
#include "tests/unit/support/words.h"

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
  tesuji::tests::check_words(renamed(text, "goal", "x"));
  tesuji::tests::check_words(renamed(text, "100", "x"));
  tesuji::tests::check_words(renamed(text, "random", "x"));
  tesuji::tests::check_words(renamed(text, "p ?x", "true"));
  tesuji::tests::check_words(renamed(text, "p ?x", "a;b"));
  tesuji::tests::check_words(renamed(text, "p ?x", "%a"));
  tesuji::tests::check_words(renamed(text, "p ?x", ""));
  tesuji::tests::check_words(renamed(text, "?x", "Y"));
  tesuji::tests::check_words(renamed(text, "a b", "B"));
  tesuji::tests::check_words(renamed(text, "p ?x", "7"));
  tesuji::tests::check_words(renamed(text, "a b", "7"));
}

TEST_CASE("renaming refuses names that are in use in another role", "[frontend][editing]") {
  const std::string text = "(init (cell 1 b)) (init (control w)) (<= (r ?x) (true (control ?x)))";
  tesuji::tests::check_words(renamed(text, "cell", "control"));
  tesuji::tests::check_words(renamed(text, "control", "Cell"));
  tesuji::tests::check_words(renamed(text, "cell", "r"));
  tesuji::tests::check_words(renamed(text, "cell", "w"));
  tesuji::tests::check_words(renamed(text, "r ?x", "control"));
  tesuji::tests::check_words(renamed(text, "w))", "cell"));
  CHECK(renamed(text, "?x", "cell").find("(r ?cell)") != std::string::npos);
}

TEST_CASE("renaming writes infix names", "[frontend][editing]") {
  const std::string text = "p(X,a) :- q(X) & ~r(X,_)";
  CHECK(renamed(text, "X", "Row", Syntax::infix) == "p(Row,a) :- q(Row) & ~r(Row,_)");
  CHECK(renamed(text, "r(", "'r+'", Syntax::infix) == "p(X,a) :- q(X) & ~'r+'(X,_)");
  tesuji::tests::check_words(renamed(text, "r(", "R", Syntax::infix));
  tesuji::tests::check_words(renamed(text, "_", "Y", Syntax::infix));
}

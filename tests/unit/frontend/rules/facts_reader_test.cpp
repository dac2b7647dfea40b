// The facts of a working memory: Prolog, s-expressions, states of GDL.
#include "frontend/rules/facts_reader.h"

#include <catch2/catch.hpp>

#include <string>

using namespace tesuji;

namespace {

/// `p(a,b) q`, or `error line:column`.
std::string read(const std::string& text) {
  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics(sources);
  const auto facts = frontend::read_facts(sources.add("test.pl", text), symbols, diagnostics);
  CHECK(facts.has_value() != diagnostics.has_errors());
  if (!facts) {
    const ir::Diagnostic& error = diagnostics.all().front();
    CHECK(error.code == "parse");
    return "error " + std::to_string(error.span.begin.line) + ":" +
           std::to_string(error.span.begin.column);
  }
  std::string all;
  for (const frontend::GroundFact& fact : *facts) {
    all += (all.empty() ? "" : " ") + symbols.text(fact.relation);
    for (std::size_t i = 0; i < fact.args.size(); ++i) {
      all += (i == 0 ? "(" : ",") + symbols.text(fact.args[i]);
    }
    all += fact.args.empty() ? "" : ")";
  }
  return all;
}

}  // namespace

TEST_CASE("Facts in Prolog's syntax", "[facts]") {
  CHECK(read("colour(Black).") == "error 1:8");
  CHECK(read("colour(black). neighbour( i_1 ,\n i_2 ) .\nstart.") ==
        "colour(black) neighbour(i_1,i_2) start");
  CHECK(read("p(3.79). p(-2). p(+). p(i,+,4).") == "p(3.79) p(-2) p(+) p(i,+,4)");
  CHECK(read("% first\np(a). % (\n/* p(b).\n * */ p(c).%") == "p(a) p(c)");
  CHECK(read("p('A b'). 'don''t'('(').") == "p(a b) don't(()");
  CHECK(read("\xef\xbb\xbfp(a).") == "p(a)");
  CHECK(read("p(a).\r\np(b).\r\n") == "p(a) p(b)");
  CHECK(read("\xc3\xa9t\xc3\xa9(a).") == "\xc3\xa9t\xc3\xa9(a)");
  CHECK(read("p(a). p(a).") == "p(a) p(a)");
  CHECK(read("").empty());
  CHECK(read("% nothing\n").empty());
  CHECK(read("; nothing\n").empty());
}

TEST_CASE("Escape sequences of Prolog's quoted names", "[facts]") {
  CHECK(read("p('a\\nb').") == "p(a\nb)");
  CHECK(read("p('\\\\\\'\\\"').") == "p(\\'\")");
  CHECK(read("p('\\x61\\\\141\\\\u0061\\U00000061').") == "p(aaaa)");
  CHECK(read("p('\\xE9\\\\x20AC\\\\x1F600\\').") == "p(\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80)");
  CHECK(read("p('a\\\nb').") == "p(ab)");
  CHECK(read("p('a\\\r\nb'). q.") == "p(ab) q");
  for (const char* text : {"p('\\q').", "p('\\x').", "p('\\x61').", "p('\\u061').",
                           "p('\\xD800\\').", "p('\\x110000\\').", "p('\\9\\').", "p('\\"}) {
    CHECK(read(text) == "error 1:4");
  }
}

TEST_CASE("Prolog facts that are none", "[facts]") {
  CHECK(read("p(a)") == "error 1:5");
  CHECK(read("p(a)\nq(b).") == "error 2:1");
  CHECK(read("p(X).") == "error 1:3");
  CHECK(read("p(_).") == "error 1:3");
  CHECK(read("p(f(a)).") == "error 1:4");
  CHECK(read("p(a,).") == "error 1:5");
  CHECK(read("p(a b).") == "error 1:5");
  CHECK(read("p('a).") == "error 1:3");
  CHECK(read("p('').") == "error 1:3");
  CHECK(read("/* p(a).") == "error 1:1");
  CHECK(read("p(a) :- q(a).") == "error 1:6");
  CHECK(read("[a].") == "error 1:1");
  CHECK(read(std::string("p(\0).", 6)) == "error 1:3");
}

TEST_CASE("Several faults are found in one run", "[facts]") {
  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics(sources);
  const ir::FileId file = sources.add("test.pl", "p(X). p(a). p(Y).");
  CHECK(!frontend::read_facts(file, symbols, diagnostics));
  CHECK(diagnostics.error_count() == 2);
}

TEST_CASE("Facts as s-expressions and states of GDL", "[facts]") {
  CHECK(read("start (p a)") == "error 1:7");  // begins with a name: Prolog's
  CHECK(read("; first\n(colour Black) start (p 3.79 -2)") == "colour(black) start p(3.79,-2)");
  CHECK(read("(true (cell 1 1 b)) (true control)") == "cell(1,1,b) true(control)");
  CHECK(read("((cell 1 1 b) (control white))") == "cell(1,1,b) control(white)");
  CHECK(read("((true (cell 1 1 b)) (true (control white)))") == "cell(1,1,b) control(white)");
  CHECK(read("(p ?x)") == "error 1:4");
  CHECK(read("(?p x)") == "error 1:2");
  CHECK(read("(p (f a))") == "error 1:4");
  CHECK(read("(p a") == "error 1:1");
  CHECK(read("()") == "error 1:1");
  CHECK(read("(p a))") == "error 1:6");
}

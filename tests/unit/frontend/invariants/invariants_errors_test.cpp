// Invariants as text: what is refused or doubted, where, and in which words.
#include "tests/unit/support/invariants_support.h"
#include "tests/unit/support/words.h"

#include <algorithm>
#include <vector>

namespace tesuji::tests {
namespace {

const char* const rules = R"(
(role red) (role blue)
(square 1) (square 2) (square 3)
(init (cell 1 empty)) (init (cell 2 empty)) (init (turn red)) (init (over))
(<= (legal ?r (put ?x)) (true (turn ?r)) (true (cell ?x empty)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (cell ?x ?r)) (does ?r (put ?x)))
(<= (next (cell ?x ?r)) (true (cell ?x ?r)) (not (put ?x)))
(<= (put ?x) (moved ?r ?x))
(<= (moved ?r ?x) (does ?r (put ?x)))
(<= (next (turn red)) (true (turn blue)))
(<= (next (turn blue)) (true (turn red)))
(<= (owner ?x ?r) (true (cell ?x ?r)) (role ?r))
(<= (kept (pair ?x ?r)) (owner ?x ?r))
(<= line (owner 1 ?r) (owner 2 ?r))
(<= (busy ?x) (owner ?x ?r))
(<= terminal line)
(<= (goal ?r 100) (owner 1 ?r))
)";

struct Checker {
  Invariants game{rules};

  void said(const std::string& text, ir::Severity severity, const std::string& code,
            std::uint32_t column) {
    INFO(text.substr(0, 200) << '\n' << game.rendered);
    const auto found = std::find_if(game.said.begin(), game.said.end(), [&](const auto& d) {
      return d.severity == severity && d.code == code && d.span.begin.column == column;
    });
    REQUIRE(found != game.said.end());
    check_words(found->message);
  }
  /// Exactly one error, of this code, in this column of the first line.
  void refused(const std::string& text, const std::string& code, std::uint32_t column) {
    const bool accepted = game.property(text).has_value();
    INFO(text.substr(0, 200) << '\n' << game.rendered);
    CHECK_FALSE(accepted);
    CHECK(std::count_if(game.said.begin(), game.said.end(),
                        [](const auto& d) { return d.severity == ir::Severity::error; }) == 1);
    said(text, ir::Severity::error, code, column);
  }
  /// Exactly one warning, and no error.
  void doubted(const std::string& text, const std::string& code, std::uint32_t column) {
    const bool accepted = game.property(text).has_value();
    INFO(text << '\n' << game.rendered);
    CHECK(accepted);
    CHECK(game.said.size() == 1);
    said(text, ir::Severity::warning, code, column);
  }
  /// Nothing is said.
  void accepted(const std::string& text) {
    const bool accepted = game.property(text).has_value();
    INFO(text << '\n' << game.rendered);
    CHECK(accepted);
    CHECK(game.said.empty());
  }
};

TEST_CASE("Invariants: what is no formula", "[invariants]") {
  Checker check;
  check.refused("", "parse", 1);
  check.refused("line and", "parse", 9);
  check.refused("line, terminal", "parse", 5);
  check.refused("line terminal", "parse", 6);
  check.refused("(line", "parse", 6);
  check.refused("line)", "parse", 5);
  check.refused("and line", "parse", 1);
  check.refused("(or line terminal)", "parse", 2);
  check.refused("true(cell 1 empty)", "parse", 11);
  check.refused("line -> terminal", "parse", 6);
  check.refused("terminal :- line", "parse", 10);
  check.refused("line && line", "parse", 6);
  check.refused("!line", "parse", 1);
  check.refused("line // what", "parse", 6);
  check.refused("true(cell(1,(2)))", "parse", 13);
  check.refused("true(cell(_,empty))", "parse", 11);
  check.refused("exists x:square. busy(x)", "parse", 8);
  check.refused("exists X:square busy(X)", "parse", 17);
  check.refused("exists X:. busy(X)", "parse", 10);
  check.refused("exists[a..2] X:square. busy(X)", "parse", 8);
  check.refused("exists[0..1 X:square. busy(X)", "parse", 13);
  check.refused("exists[2..1] X:square. busy(X)", "bounds", 7);
  check.refused("exists[0..99999999999999999999] X:square. busy(X)", "limit", 11);
  check.refused("exists X:{3..1}. busy(X)", "bounds", 11);
  check.refused("exists X:{1..1000000}. busy(X)", "limit", 11);
  check.refused("exists X:{a..b}. busy(X)", "parse", 11);
  check.refused("busy('1)", "parse", 6);
  check.refused("busy(\x01)", "parse", 6);
  check.refused("busy('')", "parse", 6);
  check.refused("invariant '': line", "parse", 11);
  check.refused("invariant 'a\x1b': line", "parse", 11);
  check.refused("X", "parse", 2);
  check.refused("distinct(1,2,3)", "arity", 1);
}

TEST_CASE("Invariants: nesting and size are limited", "[invariants]") {
  Checker check;
  const auto repeat = [](const std::string& text, std::size_t times) {
    std::string result;
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
  };
  for (const char* const begin : {"(", "not ", "next ", "line implies ", "forall X:square. "}) {
    INFO(begin);
    CHECK_FALSE(check.game.property(repeat(begin, 100000) + "line"));
    CHECK(check.game.said.front().code == "limit");
  }
  check.accepted(repeat("(", 150) + "line" + repeat(")", 150));
  check.accepted(repeat("line and ", 20000) + "line");
  check.refused("busy(" + repeat("f(", 100000), "limit", 402);
  check.refused("exists X:" + repeat("f(", 100000), "limit", 408);
  check.refused("f[A,B,C:{1..101}]: A = B or B = C", "limit", 1);
  check.refused("f[A,B,C,D,E:{1..65536}]: A = B or C = D or D = E", "limit", 1);
  check.accepted("f[A,B,C:{1..100}]: A = B or B = C");
  // Ranges for every shape of every variable.
  const std::string legal = "forall A:dom(legal,2), B:dom(legal,2), C:dom(legal,2). ";
  std::string text;
  for (int i = 0; i < 7; ++i) {
    std::string more = legal;
    for (char& c : more) {
      if (c >= 'A' && c <= 'C') c = static_cast<char>(c + 3 * i);
    }
    text += more;
  }
  CHECK_FALSE(check.game.property(text + "legal(red,A)"));
  CHECK(std::any_of(check.game.said.begin(), check.game.said.end(),
                    [](const auto& d) { return d.code == "limit"; }));
}

TEST_CASE("Invariants: names that the game does not have", "[invariants]") {
  Checker check;
  check.refused("lime", "undefined", 1);
  check.refused("cell(1,empty)", "undefined", 1);
  check.refused("wait", "undefined", 1);
  check.refused("turn(red)", "undefined", 1);
  check.refused("next cell(1,empty)", "undefined", 6);
  check.refused("true(cel(1,empty))", "undefined", 6);
  check.refused("true(cell(1))", "arity", 6);
  check.refused("true(over)", "arity", 6);
  check.refused("legal(red,putt(1))", "undefined", 11);
  check.refused("legal(red,waite)", "undefined", 11);
  check.refused("line(1)", "arity", 1);
}

TEST_CASE("Invariants: where `knows` may stand", "[invariants][knowledge]") {
  Checker check;
  check.refused("knows(red, line)", "keyword", 1);
  check.game.game.module->relations[check.game.game.module->find_relation("line")].answer =
      ir::Answer::sees;  // as if there were percepts
  check.refused("knows(red, knows(blue, terminal))", "keyword", 12);
  check.refused("next knows(red, terminal)", "keyword", 1);
  check.refused("knows(red, next terminal)", "keyword", 12);
  check.refused("knows(red, terminal) or next terminal", "keyword", 25);
  check.refused("exists[1] R:role. knows(R, terminal)", "keyword", 19);
  check.refused("knows(green, terminal)", "undefined", 7);
  check.refused("knows(put(1), terminal)", "undefined", 7);
  check.refused("knows(R, terminal)", "unsafe", 7);
  check.refused("knows(red terminal)", "parse", 11);
  check.refused("knows(red, terminal", "parse", 20);
}

TEST_CASE("Invariants: what may be said of a state", "[invariants]") {
  Checker check;
  check.refused("does(red,wait)", "keyword", 1);
  check.refused("init(over())", "keyword", 1);
  check.refused("'next'(over())", "keyword", 1);
  check.refused("exists X:square. put(X)", "keyword", 18);
  const std::vector<ir::Diagnostic::Note>& notes = check.game.said.front().notes;
  REQUIRE(notes.size() == 2);
  check_words(notes[0].message);
  CHECK(notes[0].span.begin == ir::Position{9, 14});
  check_words(notes[1].message);
}

TEST_CASE("Invariants: variables", "[invariants]") {
  Checker check;
  check.refused("busy(X)", "unsafe", 6);
  check.refused("busy(X) and not busy(X)", "unsafe", 6);  // once
  check.refused("(exists X:square. busy(X)) and busy(X)", "unsafe", 37);
  check.refused("exists X:square. busy(X) and exists X:square. busy(X)", "duplicate", 37);
  check.refused("exists X,x. busy(X)", "parse", 10);
  check.refused("exists X,?x:square. busy(X)", "duplicate", 10);
  check.refused("f[X:square]: exists X:square. busy(X)", "duplicate", 21);
  check.refused("exists X. X = 1", "undefined", 8);
  check.doubted("exists X:square. line", "unused", 8);
  check.accepted("(exists X:square. busy(X)) and exists X:square. busy(X)");
}

TEST_CASE("Invariants: domains", "[invariants]") {
  Checker check;
  check.refused("exists X:sqare. busy(X)", "undefined", 10);
  check.refused("exists X:busy. busy(X)", "undefined", 10);
  check.refused("exists X:dom(bsy, 1). busy(X)", "undefined", 10);
  check.refused("exists X:dom(cell, 3). busy(X)", "arity", 10);
  check.refused("exists X:dom(cell, 0). busy(X)", "arity", 10);
  check.refused("exists X:dom(line, 1). busy(X)", "arity", 10);
  check.refused("exists X:dom(cell/3, 1). busy(X)", "arity", 10);
  check.refused("exists X:{Y}. busy(X)", "unsafe", 11);
  check.refused("domain a = a. exists X:a. busy(X)", "recursion", 12);
  check.refused("domain a = {1}. domain a = {2}. exists X:a. busy(X)", "duplicate", 24);
  check.doubted("exists X:{}. busy(X)", "empty-domain", 10);
  check.doubted("exists X:{1} except {1}. busy(X)", "empty-domain", 10);
  check.doubted("exists C:{emty, red}. true(cell(1,C))", "undefined", 11);
}

TEST_CASE("Invariants: what can never be", "[invariants]") {
  Checker check;
  check.doubted("true(cell(4,empty))", "unreachable", 11);
  check.doubted("true(cell(1,emty))", "unreachable", 13);
  check.doubted("legal(rde,wait)", "unreachable", 7);
  check.doubted("kept(pear(1,red))", "unreachable", 1);
  check.doubted("exists X:role. busy(X)", "unreachable", 21);
  check.doubted("true(cell(f(1),red))", "unreachable", 1);
  check.accepted("exists F:turn(role) or cell(square,role) or {over()}. true(F)");
  check.accepted("exists M:dom(legal,2). legal(red,M)");
}

TEST_CASE("Invariants: several errors in a file, each at its place", "[invariants]") {
  Checker check;
  const auto read = check.game.file(
      "domain two = {1, 2.\n"
      "invariant a: exists X:two. busy(X).\n"
      "invariant b line.\n"
      "invariant c: lime\n"
      "invariant d: line.\n"
      "invariant d: terminal.\n"
      "something: line.\n");
  CHECK_FALSE(read);
  std::vector<std::pair<std::string, ir::Position>> found;
  for (const ir::Diagnostic& d : check.game.said) found.emplace_back(d.code, d.span.begin);
  const std::vector<std::pair<std::string, ir::Position>> expected = {
      {"parse", {1, 19}}, {"parse", {3, 13}},     {"undefined", {4, 14}},
      {"parse", {5, 1}},  {"duplicate", {6, 11}}, {"parse", {7, 1}}};
  INFO(check.game.rendered);
  CHECK(found == expected);
}

TEST_CASE("Invariants: a rulesheet whose terms grow without end has none", "[invariants]") {
  Lowered growing("(role r) (init (n 0)) (<= (next (n (s ?x))) (true (n ?x)))");
  CHECK_FALSE(growing.module);
  REQUIRE(growing.diagnostics.has_errors());
  CHECK(growing.diagnostics.all().front().code == "recursion");
}

}  // namespace
}  // namespace tesuji::tests

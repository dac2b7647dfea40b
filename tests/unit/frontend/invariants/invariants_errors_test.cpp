// Invariants as text: what is refused or doubted, where, and in which words.
#include "tests/unit/support/invariants_support.h"

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
            std::uint32_t column, const std::string& words) {
    INFO(text.substr(0, 200) << '\n' << game.rendered);
    const auto found = std::find_if(game.said.begin(), game.said.end(), [&](const auto& d) {
      return d.severity == severity && d.code == code && d.span.begin.column == column &&
             d.message.find(words) != std::string::npos;
    });
    CHECK(found != game.said.end());
  }
  /// Exactly one error, of this code, in this column of the first line, with these words.
  void refused(const std::string& text, const std::string& code, std::uint32_t column,
               const std::string& words) {
    const bool accepted = game.property(text).has_value();
    INFO(text.substr(0, 200) << '\n' << game.rendered);
    CHECK_FALSE(accepted);
    CHECK(std::count_if(game.said.begin(), game.said.end(),
                        [](const auto& d) { return d.severity == ir::Severity::error; }) == 1);
    said(text, ir::Severity::error, code, column, words);
  }
  /// Exactly one warning, and no error.
  void doubted(const std::string& text, const std::string& code, std::uint32_t column,
               const std::string& words) {
    const bool accepted = game.property(text).has_value();
    INFO(text << '\n' << game.rendered);
    CHECK(accepted);
    CHECK(game.said.size() == 1);
    said(text, ir::Severity::warning, code, column, words);
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
  check.refused("", "parse", 1, "a formula is expected here, not the end of the text");
  check.refused("line and", "parse", 9, "a formula is expected here, not the end of the text");
  check.refused("line, terminal", "parse", 5,
                "an operator such as `and`, is expected here, not `,`");
  check.refused("line terminal", "parse", 6, "not `terminal`");
  check.refused("(line", "parse", 6, "`)` or an operator such as `and` is expected");
  check.refused("line)", "parse", 5, "not `)`");
  check.refused("and line", "parse", 1, "a formula is expected here, not `and`");
  check.refused("(or line terminal)", "parse", 2, "not `or`; `or` stands between two");
  check.refused("true(cell 1 empty)", "parse", 11,
                "not `1`; arguments stand in brackets with commas");
  check.refused("line -> terminal", "parse", 6, "not `->`; write `implies`");
  check.refused("terminal :- line", "parse", 10, "a formula is no rule: write `B implies A`");
  check.refused("line && line", "parse", 6, "write `and`");
  check.refused("!line", "parse", 1, "write `not`");
  check.refused("line // what", "parse", 6, "comments begin with `%`");
  check.refused("true(cell(1,(2)))", "parse", 13, "parentheses group formulas");
  check.refused("true(cell(_,empty))", "parse", 11, "not `_`; give it a name");
  check.refused("exists x:square. busy(x)", "parse", 8, "variables begin with a capital letter");
  check.refused("exists X:square busy(X)", "parse", 17,
                "`.` between the variables and the formula");
  check.refused("exists X:. busy(X)", "parse", 10, "a domain, such as `{1..3}` or a name,");
  check.refused("exists[a..2] X:square. busy(X)", "parse", 8, "a number of ways");
  check.refused("exists[0..1 X:square. busy(X)", "parse", 13, "`..` or `]`");
  check.refused("exists[2..1] X:square. busy(X)", "bounds", 7, "at least 2 and at most 1");
  check.refused("exists[0..99999999999999999999] X:square. busy(X)", "limit", 11, "too large");
  check.refused("exists X:{3..1}. busy(X)", "bounds", 11, "3 is greater than 1");
  check.refused("exists X:{1..1000000}. busy(X)", "limit", 11, "more than 65536 numbers");
  check.refused("exists X:{a..b}. busy(X)", "parse", 11, "between two integers");
  check.refused("busy('1)", "parse", 6, "not closed on its line");
  check.refused("busy(\x01)", "parse", 6, "the byte 0x01");
  check.refused("busy('')", "parse", 6, "a name cannot be empty");
  check.refused("invariant '': line", "parse", 11, "a name cannot be empty");
  check.refused("invariant 'a\x1b': line", "parse", 11, "a name cannot have the byte 0x1b");
  check.refused("X", "parse", 2, "`=` or `!=` after a variable");
  check.refused("distinct(1,2,3)", "arity", 1, "compares two terms");
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
  check.refused("busy(" + repeat("f(", 100000), "limit", 402, "nested more than 200 deep");
  check.refused("exists X:" + repeat("f(", 100000), "limit", 408, "nested more than 200 deep");
  check.refused("f[A,B,C:{1..101}]: A = B or B = C", "limit", 1, "more than 1000000 formulas");
  check.refused("f[A,B,C,D,E:{1..65536}]: A = B or C = D or D = E", "limit", 1, "a family");
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
  check.refused("lime", "undefined", 1, "no predicate `lime`; did you mean `line`?");
  check.refused("cell(1,empty)", "undefined", 1, "did you mean `true(cell(..))`?");
  check.refused("wait", "undefined", 1, "did you mean `legal(R, wait)`?");
  check.refused("turn(red)", "undefined", 1, "did you mean `true(turn(..))`?");
  check.refused("next cell(1,empty)", "undefined", 6, "did you mean `true(cell(..))`?");
  check.refused("true(cel(1,empty))", "undefined", 6, "no fluent `cel(..)`; did you mean `cell`?");
  check.refused("true(cell(1))", "arity", 6, "the fluent `cell` has 2 arguments, here it has 1");
  check.refused("true(over)", "arity", 6, "did you mean `over()`?");
  check.refused("legal(red,putt(1))", "undefined", 11, "no move `putt(..)`; did you mean `put`?");
  check.refused("legal(red,waite)", "undefined", 11, "no move `waite`; did you mean `wait`?");
  check.refused("line(1)", "arity", 1, "`line` has no arguments, here it has 1");
}

TEST_CASE("Invariants: where `knows` may stand", "[invariants][knowledge]") {
  Checker check;
  check.refused("knows(red, line)", "keyword", 1, "the rules have no clauses for `sees`");
  check.game.game.module->relations[check.game.game.module->find_relation("line")].answer =
      ir::Answer::sees;  // as if there were percepts
  check.refused("knows(red, knows(blue, terminal))", "keyword", 12,
                "what roles know of each other");
  check.refused("next knows(red, terminal)", "keyword", 1, "no `next` beside `knows`");
  check.refused("knows(red, next terminal)", "keyword", 12, "no `next` beside `knows`");
  check.refused("knows(red, terminal) or next terminal", "keyword", 25, "no `next` beside `knows`");
  check.refused("exists[1] R:role. knows(R, terminal)", "keyword", 19, "how often a role knows");
  check.refused("knows(green, terminal)", "undefined", 7, "the game has no role `green`");
  check.refused("knows(put(1), terminal)", "undefined", 7, "the game has no role `put(..)`");
  check.refused("knows(R, terminal)", "unsafe", 7, "nothing binds this variable");
  check.refused("knows(red terminal)", "parse", 11, "what the role knows is expected here");
  check.refused("knows(red, terminal", "parse", 20, "an operator such as `and` is expected here");
}

TEST_CASE("Invariants: what may be said of a state", "[invariants]") {
  Checker check;
  check.refused("does(red,wait)", "keyword", 1, "`does` cannot be asked of a state");
  check.refused("init(over())", "keyword", 1, "`init` cannot be asked of a state");
  check.refused("'next'(over())", "keyword", 1, "write `next true(..)`, without quotes");
  check.refused("exists X:square. put(X)", "keyword", 18, "`put` depends on `does`");
  const std::vector<ir::Diagnostic::Note>& notes = check.game.said.front().notes;
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].message == "`put` depends on `moved` here");
  CHECK(notes[0].span.begin == ir::Position{9, 14});
  CHECK(notes[1].message == "`moved` depends on `does` here");
}

TEST_CASE("Invariants: variables", "[invariants]") {
  Checker check;
  check.refused("busy(X)", "unsafe", 6, "nothing binds this variable: write `forall X. ..`");
  check.refused("busy(X) and not busy(X)", "unsafe", 6, "nothing binds");  // once
  check.refused("(exists X:square. busy(X)) and busy(X)", "unsafe", 37, "nothing binds");
  check.refused("exists X:square. busy(X) and exists X:square. busy(X)", "duplicate", 37,
                "X is bound already");
  check.refused("exists X,x. busy(X)", "parse", 10, "a variable is expected");
  check.refused("exists X,?x:square. busy(X)", "duplicate", 10, "x is bound already");
  check.refused("f[X:square]: exists X:square. busy(X)", "duplicate", 21, "bound already");
  check.refused("exists X. X = 1", "undefined", 8, "X has no domain, and none can be inferred");
  check.doubted("exists X:square. line", "unused", 8, "X is bound here and never used");
  check.accepted("(exists X:square. busy(X)) and exists X:square. busy(X)");
}

TEST_CASE("Invariants: domains", "[invariants]") {
  Checker check;
  check.refused("exists X:sqare. busy(X)", "undefined", 10,
                "no domain `sqare`; did you mean `square`?");
  check.refused("exists X:busy. busy(X)", "undefined", 10, "`dom(busy, 1)` is what its argument");
  check.refused("exists X:dom(bsy, 1). busy(X)", "undefined", 10, "did you mean `busy`?");
  check.refused("exists X:dom(cell, 3). busy(X)", "arity", 10,
                "the arguments of `cell` are 1 to 2");
  check.refused("exists X:dom(cell, 0). busy(X)", "arity", 10,
                "the arguments of `cell` are 1 to 2");
  check.refused("exists X:dom(line, 1). busy(X)", "arity", 10, "`line` has no arguments");
  check.refused("exists X:dom(cell/3, 1). busy(X)", "arity", 10, "never has 3 arguments, but 2");
  check.refused("exists X:{Y}. busy(X)", "unsafe", 11, "without variables");
  check.refused("domain a = a. exists X:a. busy(X)", "recursion", 12, "`a` stands for itself");
  check.refused("domain a = {1}. domain a = {2}. exists X:a. busy(X)", "duplicate", 24,
                "two domains `a`");
  check.doubted("exists X:{}. busy(X)", "empty-domain", 10, "nothing in this domain");
  check.doubted("exists X:{1} except {1}. busy(X)", "empty-domain", 10, "nothing in this domain");
  check.doubted("exists C:{emty, red}. true(cell(1,C))", "undefined", 11,
                "`emty` occurs nowhere in the game; did you mean `empty`?");
}

TEST_CASE("Invariants: what can never be", "[invariants]") {
  Checker check;
  check.doubted("true(cell(4,empty))", "unreachable", 11, "this is never `4`");
  check.doubted("true(cell(1,emty))", "unreachable", 13, "did you mean `empty`?");
  check.doubted("legal(rde,wait)", "unreachable", 7, "this is never `rde`; did you mean `red`?");
  check.doubted("kept(pear(1,red))", "unreachable", 1, "no rule makes `kept` true");
  check.doubted("exists X:role. busy(X)", "unreachable", 21, "nothing in the domain of X");
  check.doubted("true(cell(f(1),red))", "unreachable", 1, "no rule makes `true` true");
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

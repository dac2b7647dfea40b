#include "frontend/gdl/syntax.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tesuji::frontend {
namespace {

/// A parsed text with all that its spans and symbols refer to.
struct Parsed {
  explicit Parsed(std::string text)
      : file(sources.add("test.gdl", std::move(text))),
        diagnostics(sources),
        sheet(parse_rulesheet(file, Syntax::infix, symbols, diagnostics)) {}

  [[nodiscard]] const std::string& text(const Term& term) const { return symbols.text(term.name); }
  [[nodiscard]] const ir::Diagnostic& first() const { return diagnostics.all().at(0); }

  ir::SourceMap sources;
  ir::FileId file;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics;
  std::optional<Rulesheet> sheet;
};

/// The text is refused; each error begins in the line given, in this order.
void require_error_lines(const std::string& text, const std::vector<std::uint32_t>& lines) {
  INFO(text);
  const Parsed parsed(text);
  INFO(parsed.diagnostics.render());
  REQUIRE_FALSE(parsed.sheet.has_value());
  std::vector<std::uint32_t> found;
  for (const ir::Diagnostic& diagnostic : parsed.diagnostics.all()) {
    CHECK(diagnostic.code == "parse");
    found.push_back(diagnostic.span.begin.line);
  }
  REQUIRE(found == lines);
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += part;
  return result;
}

using Kind = Literal::Kind;

}  // namespace

TEST_CASE("infix: facts, rules and propositions", "[infix]") {
  const Parsed parsed(
      "role(white) role(black).\n"
      "p(X) :- q(X,f,g(h(),Y))\n"
      "terminal\n"
      "stop() open <= closed. last");
  REQUIRE(parsed.sheet);
  const std::vector<Clause>& clauses = parsed.sheet->clauses;
  REQUIRE(clauses.size() == 7);
  CHECK(parsed.text(clauses[1].head.args.at(0)) == "black");

  const Term& atom = clauses[2].body.at(0).atom;
  CHECK(parsed.text(clauses[2].head.args.at(0)) == "x");
  CHECK(atom.args.at(0).kind == Term::Kind::variable);
  CHECK(atom.args.at(0).name == clauses[2].head.args.at(0).name);
  CHECK(atom.args.at(1).kind == Term::Kind::constant);
  const Term& empty = atom.args.at(2).args.at(0);
  CHECK(empty.kind == Term::Kind::compound);
  CHECK(empty.args.empty());

  for (const std::size_t i : {3, 4, 5, 6}) {
    CHECK(clauses[i].head.kind == Term::Kind::compound);
    CHECK(clauses[i].head.args.empty());
  }
  CHECK(parsed.text(clauses[5].body.at(0).atom) == "closed");
}

TEST_CASE("infix: a body goes on over lines, a new clause begins on its own", "[infix]") {
  const Parsed parsed("p :- q\n   & r &\n   s\nt\n:- u\nv");
  REQUIRE(parsed.sheet);
  REQUIRE(parsed.sheet->clauses.size() == 3);
  CHECK(parsed.sheet->clauses[0].body.size() == 3);
  CHECK(parsed.sheet->clauses[1].body.size() == 1);
}

TEST_CASE("infix: `&` and `,` bind tighter than `|`, negation tightest", "[infix]") {
  const Parsed parsed("p :- a & ~b | c, not d | not (e | f)\nq :- (a | b) & ((c & d)) & ~(e, f)");
  REQUIRE(parsed.sheet);
  const std::vector<Literal>& alternatives = parsed.sheet->clauses.at(0).body;
  REQUIRE(alternatives.size() == 1);
  REQUIRE(alternatives[0].kind == Kind::disjunction);
  const std::vector<Literal>& disjuncts = alternatives[0].children;
  REQUIRE(disjuncts.size() == 3);
  CHECK(disjuncts[0].kind == Kind::conjunction);
  CHECK(disjuncts[0].children.at(1).kind == Kind::negation);
  CHECK(disjuncts[1].kind == Kind::conjunction);
  CHECK(disjuncts[1].children.at(1).kind == Kind::negation);
  CHECK(disjuncts[2].kind == Kind::negation);
  CHECK(disjuncts[2].children.at(0).kind == Kind::disjunction);

  const std::vector<Literal>& body = parsed.sheet->clauses.at(1).body;
  REQUIRE(body.size() == 4);
  CHECK(body[0].kind == Kind::disjunction);
  CHECK(body[1].kind == Kind::atom);  // (c & d) is a part of the same conjunction
  CHECK(body[3].children.at(0).kind == Kind::conjunction);
}

TEST_CASE("infix: `or` as a function keeps disjunctions of none, one and many", "[infix]") {
  const Parsed parsed("p :- or() & or(a) & or(a & b, c | d, ~e)\n");
  REQUIRE(parsed.sheet);
  const std::vector<Literal>& body = parsed.sheet->clauses.at(0).body;
  REQUIRE(body.size() == 3);
  for (const Literal& literal : body) CHECK(literal.kind == Kind::disjunction);
  CHECK(body[0].children.empty());
  CHECK(body[1].children.size() == 1);
  REQUIRE(body[2].children.size() == 3);
  CHECK(body[2].children[0].kind == Kind::conjunction);
  CHECK(body[2].children[1].kind == Kind::disjunction);
  CHECK(parsed.first().code == "empty-or");
  CHECK(parsed.first().severity == ir::Severity::warning);
}

TEST_CASE("infix: connectives have meaning in bodies only", "[infix]") {
  const Parsed parsed(
      "contains(1,not(18),or,distinct(a))\n"
      "p(X) :- q(not,and(X)) & distinct(X,f()) & not(r(X))\n"
      "'not'(a) distinct(a,b)");
  REQUIRE(parsed.sheet);
  const std::vector<Clause>& clauses = parsed.sheet->clauses;
  CHECK(clauses.at(0).head.args.at(1).kind == Term::Kind::compound);
  CHECK(clauses.at(0).head.args.at(2).kind == Term::Kind::constant);
  CHECK(clauses.at(1).body.at(0).kind == Kind::atom);
  CHECK(clauses.at(1).body.at(1).kind == Kind::distinct);
  CHECK(clauses.at(1).body.at(2).kind == Kind::negation);
  // Heads that no valid sheet has, kept for the check of keywords.
  CHECK(parsed.text(clauses.at(2).head) == "not");
  CHECK(parsed.text(clauses.at(3).head) == "distinct");
}

TEST_CASE("infix: names, case and quoting", "[infix]") {
  const Parsed parsed(
      "p('map+', '++', 'It''s', -1, +2, 1st, 'X', aB, '<=', '\xC3\x89')\n"
      "q(X, ?x, ?'n++', ?1, _Xy, ?'a''b')");
  REQUIRE(parsed.sheet);
  const auto names = [&](const Term& term) {
    std::vector<std::string> result;
    for (const Term& arg : term.args) result.push_back(parsed.text(arg));
    return result;
  };
  const std::vector<Clause>& clauses = parsed.sheet->clauses;
  CHECK(names(clauses.at(0).head) == std::vector<std::string>{"map+", "++", "it's", "-1", "+2",
                                                              "1st", "x", "ab", "<=", "\xC3\x89"});
  CHECK(names(clauses.at(1).head) == std::vector<std::string>{"x", "x", "n++", "1", "_xy", "a'b"});
  for (const Term& arg : clauses[0].head.args) CHECK(arg.kind == Term::Kind::constant);
  for (const Term& arg : clauses[1].head.args) CHECK(arg.kind == Term::Kind::variable);
}

TEST_CASE("infix: `_` is a variable of its own each time", "[infix]") {
  const Parsed parsed("p(_,_1) :- q(_,_3) & ~r(_, f(_))\ns(_) :- t(?_)");
  REQUIRE(parsed.sheet);
  const Clause& clause = parsed.sheet->clauses.at(0);
  CHECK(parsed.text(clause.head.args[0]) == "_2");
  CHECK(parsed.text(clause.body[0].atom.args[0]) == "_4");
  const Term& negated = clause.body[1].children.at(0).atom;
  CHECK(parsed.text(negated.args[0]) == "_5");
  CHECK(parsed.text(negated.args[1].args[0]) == "_6");
  CHECK(parsed.text(parsed.sheet->clauses.at(1).head.args[0]) == "_1");
  CHECK(parsed.text(parsed.sheet->clauses.at(1).body[0].atom.args[0]) == "_");
}

TEST_CASE("infix: comments, line ends and a byte order mark", "[infix]") {
  const Parsed parsed(
      "\xEF\xBB\xBF% one ) (\rrole(white); two\r\n/* three\r\n role(x) */ role(black)\n"
      "p :- q /**/ & r % '");
  REQUIRE(parsed.sheet);
  const std::vector<Clause>& clauses = parsed.sheet->clauses;
  REQUIRE(clauses.size() == 3);
  CHECK(clauses[0].span == ir::Span{parsed.file, {2, 1}, {2, 12}});
  CHECK(clauses[1].span.begin == ir::Position{4, 13});
  CHECK(clauses[2].body.size() == 2);
}

TEST_CASE("infix: spans cover the whole of what they name", "[infix]") {
  const Parsed parsed("p(X) :-\n  ~q(X) &\n  (r | not (s))");
  REQUIRE(parsed.sheet);
  const Clause& clause = parsed.sheet->clauses.at(0);
  CHECK(clause.span == ir::Span{parsed.file, {1, 1}, {3, 16}});
  CHECK(clause.head.span == ir::Span{parsed.file, {1, 1}, {1, 5}});
  CHECK(clause.body.at(0).span == ir::Span{parsed.file, {2, 3}, {2, 8}});
  CHECK(clause.body.at(0).children.at(0).atom.args.at(0).span ==
        ir::Span{parsed.file, {2, 6}, {2, 7}});
  CHECK(clause.body.at(1).span == ir::Span{parsed.file, {3, 3}, {3, 16}});
}

TEST_CASE("infix: each fault is located and explained", "[infix]") {
  struct Case {
    const char* text;
    const char* code;
    ir::Position place;
  };
  const std::vector<Case> cases = {
      {"p(X,)", "parse", {1, 5}},
      {"p(,a)", "parse", {1, 3}},
      {"p(a b)", "parse", {1, 5}},
      {"p(a & b)", "parse", {1, 5}},
      {"p(a", "parse", {1, 4}},
      {"p(", "parse", {1, 3}},
      {"p((a))", "parse", {1, 3}},
      {"p(~a)", "parse", {1, 3}},
      {"p (a)", "parse", {1, 3}},
      {"P(a)", "parse", {1, 1}},
      {"p(F(a))", "parse", {1, 3}},
      {"X", "parse", {1, 1}},
      {"p :- X", "parse", {1, 6}},
      {"(role white)", "parse", {1, 1}},
      {":- p", "parse", {1, 1}},
      {"~p :- q", "parse", {1, 1}},
      {"not p", "parse", {1, 1}},
      {"or(p,q)", "parse", {1, 1}},
      {"p & q", "parse", {1, 3}},
      {"p ~q", "parse", {1, 3}},
      {"p :-", "parse", {1, 5}},
      {"p :- .", "parse", {1, 6}},
      {"p :- & q", "parse", {1, 6}},
      {"p :- q & | r", "parse", {1, 10}},
      {"p :- q r", "parse", {1, 8}},
      {"p :- q ~r", "parse", {1, 8}},
      {"p :- q and r", "parse", {1, 8}},
      {"p :- q or r", "parse", {1, 8}},
      {"p :- and(q,r)", "parse", {1, 6}},
      {"p :- or | q", "parse", {1, 6}},
      {"p :- not", "parse", {1, 9}},
      {"p :- 'not'(q)", "parse", {1, 6}},
      {"p :- ()", "parse", {1, 7}},
      {"p :- (q", "parse", {1, 8}},
      {"p :- q)", "parse", {1, 7}},
      {"p :- q :- r", "parse", {1, 8}},
      {"p :- (q | r))", "parse", {1, 13}},
      {"p.. q", "parse", {1, 3}},
      {"p :- distinct(a)", "arity", {1, 6}},
      {"p :- distinct", "arity", {1, 6}},
      {"map+(a)", "parse", {1, 1}},
      {"p(?n++)", "parse", {1, 3}},
      {"p(?)", "parse", {1, 3}},
      {"p('a b')", "parse", {1, 3}},
      {"p('(')", "parse", {1, 3}},
      {"p('')", "parse", {1, 3}},
      {"p('?x')", "parse", {1, 3}},
      {"'<='(a)", "parse", {1, 1}},
      {"p('a\nb')", "parse", {1, 3}},
      {"p /* q", "parse", {1, 3}},
      {"p(\x01)", "parse", {1, 3}},
      {"\x7f"
       "ELF",
       "parse",
       {1, 1}},
  };
  for (const Case& item : cases) {
    INFO(item.text);
    const Parsed parsed(item.text);
    REQUIRE_FALSE(parsed.sheet);
    INFO(parsed.diagnostics.render());
    CHECK(parsed.first().code == item.code);
    CHECK(parsed.first().span.begin == item.place);
    tests::check_words(parsed.first().message);
  }
}

TEST_CASE("infix: parsing goes on at the next clause", "[infix]") {
  require_error_lines("p(X,) :- q\nr(a)\nP(X) :-\n  q(X) &\n  r(X)\ns :- t u\nv(a,\n",
                      {1, 3, 6, 8});
  // What was left open ends where the next clause begins.
  require_error_lines("p(a\nq(b)\nr :- (s\nt\nu(c)\n~v", {2, 4, 6});
  // An operator too many swallows the next head; its body tells.
  require_error_lines("p :- q &\nr :- s\nt(u(v)))", {2, 3});
  require_error_lines("p(a,). q. r(,b). s", {1, 1});
}

TEST_CASE("infix: a hopeless text is given up after some errors", "[infix]") {
  const Parsed parsed(repeated("P(X)\n", 10000));
  REQUIRE_FALSE(parsed.sheet);
  CHECK(parsed.diagnostics.error_count() <= 20);
}

TEST_CASE("infix: nesting is bounded, not the stack", "[infix]") {
  const auto nested = [](std::size_t depth) {
    return "p(" + repeated("f(", depth - 1) + "a" + repeated(")", depth);
  };
  const auto refused = [](const std::string& text) {
    const Parsed parsed(text);
    REQUIRE_FALSE(parsed.sheet);
    return parsed.first().code;
  };
  CHECK(Parsed(nested(max_nesting)).sheet);
  CHECK(refused(nested(max_nesting + 1)) == "limit");
  CHECK(refused(nested(1000000)) == "limit");
  CHECK(refused("p :- " + repeated("~", 1000000) + "q") == "limit");
  CHECK(refused("p :- " + repeated("not(", 1000000)) == "limit");
  CHECK(refused("p :- " + repeated("or(a,", 1000000)) == "limit");
  CHECK(refused("p :- " + repeated("(", 1000000) + "q" + repeated(")", 1000000)) == "limit");
  // Long is not deep.
  CHECK(Parsed("p :- " + repeated("~q & (a | b) & ", 100000) + "r").sheet);
}

TEST_CASE("infix: every prefix of a text is parsed or refused with a place", "[infix]") {
  const std::string text =
      "role(r).\nlegal(X,f(g(),?'n+')) :- ~(p(X) | or(distinct(X,_), q & 'r+')) <= \r\n"
      "; end\nterminal /* x */ %";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    INFO(text.substr(0, length));
    const Parsed parsed(text.substr(0, length));
    CHECK(parsed.sheet.has_value() != parsed.diagnostics.has_errors());
    for (const ir::Diagnostic& diagnostic : parsed.diagnostics.all()) {
      CHECK(diagnostic.span.known());
    }
  }
}

}  // namespace tesuji::frontend

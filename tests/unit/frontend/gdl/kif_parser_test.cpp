#include "frontend/gdl/syntax.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>

namespace tesuji::frontend {
namespace {

/// A parsed text with all that its spans and symbols refer to.
struct Parsed {
  explicit Parsed(std::string text)
      : file(sources.add("test.kif", std::move(text))),
        diagnostics(sources),
        sheet(parse_rulesheet(file, Syntax::kif, symbols, diagnostics)) {}

  [[nodiscard]] const std::string& text(const Term& term) const { return symbols.text(term.name); }
  [[nodiscard]] const ir::Diagnostic& first() const { return diagnostics.all().at(0); }

  ir::SourceMap sources;
  ir::FileId file;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics;
  std::optional<Rulesheet> sheet;
};

/// The text is refused with these codes, in this order.
void require_codes(const Parsed& parsed, const std::vector<std::string>& codes) {
  REQUIRE_FALSE(parsed.sheet.has_value());
  std::vector<std::string> found;
  for (const ir::Diagnostic& diagnostic : parsed.diagnostics.all()) {
    CHECK(diagnostic.span.known());
    found.push_back(diagnostic.code);
  }
  REQUIRE(found == codes);
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) {
    result += part;
  }
  return result;
}

}  // namespace

TEST_CASE("KIF: facts, rules and propositions", "[kif]") {
  const Parsed parsed("(role white)\n(<= (p ?X) (q ?X f (g (h) ?y)))\n(<= terminal)\n(stop) stop");
  REQUIRE(parsed.sheet);
  const std::vector<Clause>& clauses = parsed.sheet->clauses;
  REQUIRE(clauses.size() == 5);
  CHECK(parsed.text(clauses[0].head) == "role");
  CHECK(clauses[0].head.args.at(0).kind == Term::Kind::constant);

  const Literal& literal = clauses[1].body.at(0);
  CHECK(literal.kind == Literal::Kind::atom);
  CHECK(clauses[1].head.args.at(0).kind == Term::Kind::variable);
  CHECK(parsed.text(clauses[1].head.args.at(0)) == "x");
  CHECK(literal.atom.args.at(0).name == clauses[1].head.args.at(0).name);
  const Term& compound = literal.atom.args.at(2);
  CHECK(compound.kind == Term::Kind::compound);
  CHECK(compound.args.at(0).kind == Term::Kind::compound);
  CHECK(compound.args.at(0).args.empty());

  CHECK(clauses[2].body.empty());
  for (const std::size_t i : {2, 3, 4}) {
    CHECK(clauses[i].head.kind == Term::Kind::compound);
    CHECK(clauses[i].head.args.empty());
  }
  CHECK(clauses[3].head.name == clauses[4].head.name);
}

TEST_CASE("KIF: connectives have meaning in bodies only", "[kif]") {
  const Parsed parsed(
      "(contains 1 (not 18))\n"
      "(<= (p ?x) (q ?x (or a)) (not (r ?x)) (or (s ?x) (not (or (t ?x) u))) (distinct ?x (f)))");
  REQUIRE(parsed.sheet);
  const Clause& fact = parsed.sheet->clauses.at(0);
  CHECK(fact.head.args.at(1).kind == Term::Kind::compound);
  const std::vector<Literal>& body = parsed.sheet->clauses.at(1).body;
  REQUIRE(body.size() == 4);
  CHECK(body[0].atom.args.at(1).kind == Term::Kind::compound);
  CHECK(body[1].kind == Literal::Kind::negation);
  CHECK(body[2].kind == Literal::Kind::disjunction);
  REQUIRE(body[2].children.size() == 2);
  CHECK(body[2].children[1].children.at(0).kind == Literal::Kind::disjunction);
  CHECK(body[3].kind == Literal::Kind::distinct);
  CHECK(body[3].atom.args.size() == 2);
}

TEST_CASE("KIF: case, comments, line ends and odd symbols", "[kif]") {
  const Parsed parsed(
      "\xEF\xBB\xBF; one ) (\r(ROLE White); two\r\n(speed+ -1 +1)\t\f\v(<= (< ?n++ ?N++) (+ ?n++))"
      "(caf\xE9 \xC3\x89)");
  REQUIRE(parsed.sheet);
  const std::vector<Clause>& clauses = parsed.sheet->clauses;
  REQUIRE(clauses.size() == 4);
  CHECK(parsed.text(clauses[0].head) == "role");
  CHECK(parsed.text(clauses[0].head.args.at(0)) == "white");
  CHECK(clauses[0].span.begin == ir::Position{2, 1});
  CHECK(clauses[0].span.end == ir::Position{2, 13});
  CHECK(parsed.text(clauses[1].head.args.at(0)) == "-1");
  CHECK(clauses[2].head.args.at(0).name == clauses[2].head.args.at(1).name);
  CHECK(parsed.text(clauses[2].body.at(0).atom) == "+");
  CHECK(parsed.text(clauses[3].head) == "caf\xE9");
  CHECK(parsed.text(clauses[3].head.args.at(0)) == "\xC3\x89");  // only ASCII has cases
}

TEST_CASE("KIF: spans cover the whole of what they name", "[kif]") {
  const Parsed parsed("(<= (p ?x)\n    (not (q ?x)))");
  REQUIRE(parsed.sheet);
  const Clause& clause = parsed.sheet->clauses.at(0);
  CHECK(clause.span == ir::Span{parsed.file, {1, 1}, {2, 18}});
  CHECK(clause.head.span == ir::Span{parsed.file, {1, 5}, {1, 11}});
  CHECK(clause.body.at(0).span == ir::Span{parsed.file, {2, 5}, {2, 17}});
  CHECK(clause.body.at(0).children.at(0).atom.args.at(0).span ==
        ir::Span{parsed.file, {2, 13}, {2, 15}});
}

TEST_CASE("KIF: each fault is located", "[kif]") {
  struct Case {
    const char* text;
    const char* code;
    ir::Position place;
  };
  const std::vector<Case> cases = {
      {"((a) b)", "parse", {1, 2}},
      {"(a ((b)))", "parse", {1, 5}},
      {"()", "parse", {1, 1}},
      {"(p ())", "parse", {1, 4}},
      {"(?x a)", "parse", {1, 2}},
      {"?x", "parse", {1, 1}},
      {"(p ?)", "parse", {1, 4}},
      {"(<=)", "parse", {1, 1}},
      {"(<= ?h (p))", "parse", {1, 5}},
      {"(<= p ?x)", "parse", {1, 7}},
      {"(<= p (and q r))", "parse", {1, 8}},
      {"(<= p and)", "parse", {1, 7}},
      {"(<= p (q) (<= r s))", "parse", {1, 12}},
      {"(p (<= q r))", "parse", {1, 5}},
      {"(<= p (not))", "parse", {1, 7}},
      {"(<= p (not q r))", "parse", {1, 7}},
      {"(<= p (distinct a))", "arity", {1, 7}},
      {"(p a))", "parse", {1, 6}},
      {"(p (q a)", "parse", {1, 1}},
      {"(", "parse", {1, 1}},
      {"(p \x01)", "parse", {1, 4}},
      {"\x7f"
       "ELF",
       "parse",
       {1, 1}},
      {"#| (p) |#", "parse", {1, 1}},
  };
  for (const Case& item : cases) {
    INFO(item.text);
    const Parsed parsed(item.text);
    REQUIRE_FALSE(parsed.sheet);
    CHECK(parsed.first().code == item.code);
    CHECK(parsed.first().span.begin == item.place);
    tests::check_words(parsed.first().message);
  }
}

TEST_CASE("KIF: parsing goes on at the next clause", "[kif]") {
  require_codes(Parsed("(p ((a)) (b (c)))\n(q)\n(?x)\n(r a)\n(p))"), {"parse", "parse", "parse"});
  // A rule at the beginning of a line closes what was left open.
  const Parsed unclosed("(p (a)\n(q b)\n(<= r s)\n(<= (t (u))\n  (v)\n(<= w (and x y))");
  require_codes(unclosed, {"parse", "parse", "parse"});
  CHECK(unclosed.diagnostics.all().at(0).span.begin == ir::Position{1, 1});
  CHECK(unclosed.diagnostics.all().at(1).span.begin == ir::Position{4, 1});
  CHECK(unclosed.diagnostics.all().at(0).notes.at(0).span.begin == ir::Position{3, 1});
}

TEST_CASE("KIF: a hopeless text is given up after some errors", "[kif]") {
  const Parsed parsed(repeated("(?x)\n", 10000));
  REQUIRE_FALSE(parsed.sheet);
  CHECK(parsed.diagnostics.error_count() <= 20);
}

TEST_CASE("KIF: nesting is bounded, not the stack", "[kif]") {
  const auto nested = [](std::size_t depth) {
    return "(p " + repeated("(f ", depth - 1) + "a" + repeated(")", depth - 1) + ")";
  };
  CHECK(Parsed(nested(max_nesting)).sheet);
  require_codes(Parsed(nested(max_nesting + 1)), {"limit"});
  require_codes(Parsed(nested(1000000) + "(?x)"), {"limit", "parse"});
  require_codes(Parsed("(<= p " + repeated("(not ", 1000000)), {"limit"});
  require_codes(Parsed(repeated("(", 1000000)), {"parse"});
  require_codes(Parsed(repeated("(", 100000) + "a" + repeated(")", 100000)), {"parse"});
}

TEST_CASE("KIF: an empty disjunction is accepted with a warning", "[kif]") {
  const Parsed parsed("(<= p (or))");
  REQUIRE(parsed.sheet);
  CHECK(parsed.first().code == "empty-or");
  CHECK(parsed.first().severity == ir::Severity::warning);
}

TEST_CASE("KIF: every prefix of a text is parsed or refused with a place", "[kif]") {
  const std::string text =
      "(role r)\n(<= (legal ?x (f (g) ?y)) (not (or (p ?x) (distinct ?x ?y))))\r\n; end\nterminal";
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

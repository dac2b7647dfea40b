#include "frontend/gdl/syntax.h"

#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/lower/normalise.h"
#include "tests/corpus/corpus_files.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

/// Where texts are parsed one after the other, with one table of symbols.
struct Workshop {
  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics{sources};

  std::optional<Rulesheet> sheet(const std::string& text, Syntax syntax) {
    return parse_rulesheet(sources.add("test", text), syntax, symbols, diagnostics);
  }
  auto query(const std::string& text, Syntax syntax) {
    return parse_query(sources.add("test", text), syntax, symbols, diagnostics);
  }
  auto terms(const std::string& text, Syntax syntax) {
    return parse_terms(sources.add("test", text), syntax, symbols, diagnostics);
  }
  std::string text(const Rulesheet& sheet, Syntax syntax) {
    return print_rulesheet(sheet, syntax, symbols);
  }
};

bool same(const Term& a, const Term& b) {
  return a.kind == b.kind && a.name == b.name &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same);
}

bool same(const Literal& a, const Literal& b);

bool same(const std::vector<Literal>& a, const std::vector<Literal>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Literal& x, const Literal& y) { return same(x, y); });
}

bool same(const Literal& a, const Literal& b) {
  return a.kind == b.kind && same(a.atom, b.atom) && same(a.children, b.children);
}

bool same(const Clause& a, const Clause& b) {
  return same(a.head, b.head) && same(a.body, b.body);
}

bool same(const Rulesheet& a, const Rulesheet& b) {
  return std::equal(a.clauses.begin(), a.clauses.end(), b.clauses.begin(), b.clauses.end(),
                    [](const Clause& x, const Clause& y) { return same(x, y); });
}

/// KIF to infix to KIF and back gives the same tree each time; false for a text that
/// cannot be read.
bool survives_round_trip(const std::string& kif) {
  Workshop workshop;
  const auto sheet = workshop.sheet(kif, Syntax::kif);
  if (!sheet) return false;
  const std::string infix = workshop.text(*sheet, Syntax::infix);
  if (!sheet->clauses.empty()) CHECK(detect_syntax(infix) == Syntax::infix);
  const auto from_infix = workshop.sheet(infix, Syntax::infix);
  INFO(workshop.diagnostics.render());
  REQUIRE(from_infix);
  CHECK(same(*sheet, *from_infix));
  CHECK(workshop.text(*from_infix, Syntax::infix) == infix);
  const auto from_kif = workshop.sheet(workshop.text(*from_infix, Syntax::kif), Syntax::kif);
  REQUIRE(from_kif);
  CHECK(same(*sheet, *from_kif));
  return true;
}

std::string to_kif(const std::string& infix) {
  Workshop workshop;
  auto sheet = workshop.sheet(infix, Syntax::infix);
  REQUIRE(sheet);
  REQUIRE(remove_conjunctions(*sheet, workshop.diagnostics));
  return workshop.text(*sheet, Syntax::kif);
}

}  // namespace

TEST_CASE("syntax: found from the first tokens that tell", "[syntax]") {
  for (const char* text :
       {"", " ; only\n", "(role white)", "\xEF\xBB\xBF(role r)", "; p(a) :- b\n(role r)",
        "terminal (role r)", "terminal\n", ")", "it's (a)", "% p\n(role r)", "/* p(a) */ (role r)",
        "<= (p)", "stop; p(\n(role r)"}) {
    INFO(text);
    CHECK(detect_syntax(text) == Syntax::kif);
  }
  for (const char* text :
       {"role(white)", "\xEF\xBB\xBFrole(r)", "; (role r)\nrole(r)", "% (\nrole(r)",
        "/* ( */role(r)", "terminal :- p", "terminal:-p", "p <= q", "stop.\nrole(r)", "'map+'(a)",
        "P(X) :- q", "stop % (\n:- p"}) {
    INFO(text);
    CHECK(detect_syntax(text) == Syntax::infix);
  }
}

TEST_CASE("syntax: queries in both syntaxes", "[syntax]") {
  Workshop workshop;
  const auto kif =
      workshop.query("(legal white ?l) (not (true (step 1))) open (or p q)", Syntax::kif);
  const auto infix =
      workshop.query("legal(white,L) & ~true(step(1)), open & (p | q).", Syntax::infix);
  REQUIRE(kif);
  REQUIRE(infix);
  CHECK(kif->size() == 4);
  CHECK(same(*kif, *infix));
  CHECK(print_literal(kif->at(1), Syntax::infix, workshop.symbols) == "~true(step(1))");
  CHECK(print_literal(kif->at(3), Syntax::kif, workshop.symbols) == "(or p q)");

  for (const Syntax syntax : {Syntax::kif, Syntax::infix}) {
    const auto empty = workshop.query(" ; nothing", syntax);
    REQUIRE(empty);
    CHECK(empty->empty());
  }
  CHECK_FALSE(workshop.diagnostics.has_errors());
}

TEST_CASE("syntax: lists of terms in both syntaxes", "[syntax]") {
  Workshop workshop;
  const auto kif = workshop.terms("(cell 1 1 b) noop (f) ?x", Syntax::kif);
  const auto infix = workshop.terms("cell(1,1,b), noop & f(), X", Syntax::infix);
  REQUIRE(kif);
  REQUIRE(infix);
  REQUIRE(kif->size() == 4);
  REQUIRE(infix->size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(same(kif->at(i), infix->at(i)));
  CHECK(print_term(kif->at(0), Syntax::infix, workshop.symbols) == "cell(1,1,b)");
  CHECK(print_term(kif->at(2), Syntax::kif, workshop.symbols) == "(f)");
  CHECK(print_term(kif->at(2), Syntax::infix, workshop.symbols) == "f()");
  CHECK(kif->at(1).kind == Term::Kind::constant);

  const auto anonymous = workshop.terms("f(_,_1), _", Syntax::infix);
  REQUIRE(anonymous);
  CHECK(workshop.symbols.text(anonymous->at(0).args.at(0).name) == "_2");
  CHECK(workshop.symbols.text(anonymous->at(1).name) == "_3");
  for (const Syntax syntax : {Syntax::kif, Syntax::infix}) {
    const auto empty = workshop.terms("", syntax);
    REQUIRE(empty);
    CHECK(empty->empty());
  }
}

TEST_CASE("syntax: faults of queries and terms are located", "[syntax]") {
  struct Case {
    bool query;
    Syntax syntax;
    const char* text;
    std::uint32_t column;
  };
  const std::vector<Case> cases = {
      {true, Syntax::kif, "(p ?x) ?y", 8}, {true, Syntax::kif, "(p ?x", 1},
      {true, Syntax::kif, "(<= p q)", 2},  {true, Syntax::kif, "(and p q)", 2},
      {true, Syntax::kif, "(p))", 4},      {true, Syntax::infix, "p(X) & ", 8},
      {true, Syntax::infix, "p(X) q", 6},  {true, Syntax::infix, "p :- q", 3},
      {true, Syntax::infix, "p(X", 4},     {true, Syntax::infix, "p(X). q", 7},
      {true, Syntax::infix, "X", 1},       {true, Syntax::infix, ".", 1},
      {false, Syntax::kif, "(f a", 1},     {false, Syntax::kif, "a)", 2},
      {false, Syntax::kif, "(f ()) b", 4}, {false, Syntax::infix, "a b", 3},
      {false, Syntax::infix, "a,", 3},     {false, Syntax::infix, "a | b", 3},
      {false, Syntax::infix, "~a", 1},     {false, Syntax::infix, "(a)", 1},
      {false, Syntax::infix, "a)", 2},     {false, Syntax::infix, "a :- b", 3},
  };
  for (const Case& item : cases) {
    INFO(item.text);
    Workshop workshop;
    const bool parsed = item.query ? workshop.query(item.text, item.syntax).has_value()
                                   : workshop.terms(item.text, item.syntax).has_value();
    CHECK_FALSE(parsed);
    REQUIRE(workshop.diagnostics.has_errors());
    CHECK(workshop.diagnostics.all().at(0).code == "parse");
    CHECK(workshop.diagnostics.all().at(0).span.begin == ir::Position{1, item.column});
  }
}

TEST_CASE("syntax: odd names and constructs survive conversion", "[syntax]") {
  CHECK(survives_round_trip(
      "(map+ ?n++ ?1 ?_ ?_1 ?a'b ??x ?-1 it's ' '' -1 +1 - + +a 1a 01 not or and distinct)\n"
      "(p (not 18) (f) (or) (distinct a) (<x> b) caf\xE9 \xC3\x89 a.b a:-b %c /*d*/ ~e a,b _ _x)\n"
      "(not a) (or a b) (and) (distinct a) (#| a) (#|) x! [y]\n"
      "(<= (p ?x) (or) (or (q ?x)) (or a (or b c)) (not (or d (not e))) (not (not f))"
      " (distinct ?x (f)) (not (distinct ?x a)) (not (or)) (or (not (or a b)) (or (or c d))))\n"
      "(<= single (or a b))\n(<= terminal)\n(p)"));
}

TEST_CASE("syntax: the deepest sheets survive conversion", "[syntax]") {
  const auto nested = [](const std::string& open, std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += open;
    return text + "a" + std::string(depth, ')');
  };
  CHECK(survives_round_trip("(p " + nested("(f ", max_nesting - 1) + ")"));
  CHECK(survives_round_trip("(<= p " + nested("(not ", max_nesting - 1) + ")"));
  CHECK(survives_round_trip("(<= p " + nested("(or b ", max_nesting - 1) + ")"));
  CHECK(survives_round_trip("(<= p " + nested("(not (or b ", (max_nesting - 1) / 2) +
                            std::string((max_nesting - 1) / 2, ')') + ")"));
}

TEST_CASE("syntax: a single term may be deeper than sheets", "[syntax]") {
  Workshop shop;
  const auto parse = [&](const std::string& text, Syntax syntax) {
    return parse_deep_term(shop.sources.add("test", text), syntax, shop.symbols, shop.diagnostics);
  };
  const auto nested = [](const std::string& open, std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += open;
    return text + "a" + std::string(depth, ')');
  };
  constexpr std::size_t deep = 100'000;
  for (const auto& [open, syntax] : {std::pair{"(f ", Syntax::kif}, {"f(", Syntax::infix}}) {
    const auto term = parse(nested(open, deep), syntax);
    REQUIRE(term);
    std::size_t depth = 0;
    for (const Term* at = &term->term(); !at->args.empty(); at = &at->args.front()) ++depth;
    CHECK(depth == deep);
    CHECK_FALSE(parse(nested(open, deep) + ')', syntax));
    CHECK_FALSE(parse(nested(open, deep) + open, syntax));
    CHECK_FALSE(parse(nested(open, max_deep_nesting + 1), syntax));
    CHECK(shop.diagnostics.all().back().code == "limit");
    CHECK_FALSE(parse(" ", syntax));
  }
  CHECK_FALSE(parse("a b", Syntax::kif));
  CHECK_FALSE(parse("a, b", Syntax::infix));
  const auto anonymous = parse("f(_)", Syntax::infix);
  REQUIRE(anonymous);
  CHECK(anonymous->term().args[0].name == ir::no_symbol);
}

TEST_CASE("syntax: conjunctions inside `or` become clauses of the prefix form", "[syntax]") {
  CHECK(to_kif("p(X) :- (a(X) & b | c(X)) & d") ==
        "(<= (p ?x) (a ?x) b d)\n(<= (p ?x) (c ?x) d)\n");
  CHECK(to_kif("p :- ~(a & b)") == "(<= p (or (not a) (not b)))\n");
  CHECK(to_kif("p :- ~(a | b)") == "(<= p (not (or a b)))\n");
  CHECK(to_kif("p :- ~((a | b) & ~distinct(x,y)) | e") ==
        "(<= p (not a) (not b))\n(<= p (distinct x y))\n(<= p e)\n");
}

TEST_CASE("syntax: conjunctions of which too many clauses would come", "[syntax]") {
  const auto convert = [](std::size_t factors, Workshop& workshop, std::size_t& clauses) {
    std::string text = "q :- r\np(X) :- z(X)";
    for (std::size_t i = 0; i < factors; ++i) text += " & (a(X) & ~b | c)";
    auto sheet = workshop.sheet(text, Syntax::infix);
    REQUIRE(sheet);
    const bool converted = remove_conjunctions(*sheet, workshop.diagnostics);
    clauses = sheet->clauses.size();
    return converted;
  };
  std::size_t clauses = 0;
  Workshop small;
  CHECK(convert(10, small, clauses));
  CHECK(clauses == max_split + 1);
  Workshop large;
  CHECK_FALSE(convert(11, large, clauses));
  REQUIRE(large.diagnostics.all().size() == 1);
  CHECK(large.diagnostics.all()[0].code == "limit");
  CHECK(large.diagnostics.all()[0].span.begin.line == 2);
}

TEST_CASE("syntax: long clauses are wrapped", "[syntax]") {
  Workshop workshop;
  std::string body = "(first ?x)";
  for (int i = 0; i < 10; ++i) body += " (or (second ?x) third)";
  const auto sheet = workshop.sheet("(<= (p ?x) " + body + ")", Syntax::kif);
  REQUIRE(sheet);
  CHECK(workshop.text(*sheet, Syntax::infix).substr(0, 60) ==
        "p(X) :-\n    first(X) &\n    (second(X) | third) &\n    (second");
  CHECK(workshop.text(*sheet, Syntax::kif).substr(0, 53) ==
        "(<= (p ?x)\n    (first ?x)\n    (or (second ?x) third)\n");
}

TEST_CASE("syntax: every sheet of the corpus survives conversion", "[syntax][corpus]") {
  const std::filesystem::path corpus = tests::shared_path("corpus");
  if (!tests::have_corpus(corpus)) return;
  for (const char* folder : {"dev", "fig3", "invalid"}) {
    std::size_t read = 0;
    std::size_t refused = 0;
    for (const std::filesystem::path& path : tests::files_in(corpus / folder, ".kif")) {
      INFO(path);
      const std::string text = tests::read_bytes(path);
      CHECK(detect_syntax(text) == Syntax::kif);
      ++(survives_round_trip(text) ? read : refused);
    }
    CHECK(read > 0);
    CHECK((refused == 0 || std::string(folder) == "invalid"));
  }
}

}  // namespace tesuji::frontend

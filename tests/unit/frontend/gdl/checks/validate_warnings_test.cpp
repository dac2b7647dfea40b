// What is allowed but hardly meant: warnings and notes about rulesheets.
#include "frontend/gdl/checks/value_sets.h"
#include "tests/unit/support/validated.h"
#include "tests/unit/support/words.h"

#include <algorithm>

namespace tesuji::frontend {
namespace {

using tests::frame;
using tests::Validated;
using Messages = std::vector<std::string>;
using Places = std::vector<std::string>;

/// The messages of one code about `clauses`, which stand on line 8 behind the frame
/// and raise no other diagnostic.
Messages messages(const std::string& code, const std::string& clauses) {
  const Validated validated(frame + clauses);
  Messages found;
  for (const ir::Diagnostic& diagnostic : validated.diagnostics.all()) {
    INFO(diagnostic.code << ": " << diagnostic.message);
    // Clauses that are cut to one fault have no use and no frame axioms.
    CHECK((diagnostic.code == code || diagnostic.code == "unused" || diagnostic.code == "frame"));
    CHECK(diagnostic.severity != ir::Severity::error);
    if (diagnostic.code == code) {
      CHECK(diagnostic.span.begin.line == 8);
      found.push_back(diagnostic.message);
      tests::check_words(diagnostic.message);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("Warnings: a sheet without faults has none", "[validate]") {
  CHECK(Validated(frame).diagnostics.all().empty());
}

TEST_CASE("Warnings: the recursion restriction", "[validate]") {
  const auto count = [](const std::string& clauses) {
    return messages("recursion", clauses).size();
  };
  // Ground, of the head, or given by a literal outside the cycle.
  CHECK(count("(<= (p ?x ?y) (succ ?x ?y)) (<= (p ?x ?y) (succ ?x ?z) (p ?z ?y))") == 0);
  CHECK(count("(p 0) (<= (p ?x) (p 0) (succ 0 ?x))") == 0);
  CHECK(count("(<= (p ?x) (succ ?x ?y)) (<= (p ?x) (true (s ?x)) (p ?x))") == 0);
  CHECK(count("(<= (p ?x) (succ ?x ?y)) (<= (p 1) (true (s ?x)) (p ?x))") == 0);
  CHECK(count("(<= (p ?x) (succ ?x 1)) (<= (p 1) (or (succ ?x 0) (succ 0 ?x)) (p ?x))") == 0);
  // Neither.
  CHECK(count("(<= (p ?x ?y) (succ ?x ?y)) (<= (p ?x ?y) (p ?x ?z) (p ?z ?y))") == 1);
  CHECK(count("(p (c a b)) (<= (p ?t) (p (c ?h ?t)))") == 1);
  CHECK(count("(<= (p ?x) (succ ?x 1)) (<= (p 1) (or (succ 0 1) (succ 0 ?x)) (p ?x))") == 1);
  CHECK(count("(<= (p ?x) (succ ?x 1)) (<= (p 1) (not (succ ?x 0)) (p ?x))") == 1);
}

TEST_CASE("Warnings: the cycle of the recursion is shown", "[validate]") {
  const Validated validated(frame +
                            "(<= (p 0) (q ?x))\n"
                            "(<= (q ?x) (m ?x))\n"
                            "(<= (m ?x) (succ ?x 1) (p ?x))\n");
  REQUIRE(validated.of_code("recursion").size() == 1);
  for (const ir::Diagnostic& diagnostic : validated.diagnostics.all()) {
    if (diagnostic.code != "recursion") continue;
    CHECK(diagnostic.span.begin == ir::Position{8, 14});
    tests::check_words(diagnostic.message);
    REQUIRE(diagnostic.notes.size() == 2);
    tests::check_words(diagnostic.notes[0].message);
    tests::check_words(diagnostic.notes[1].message);
    CHECK(diagnostic.notes[0].span.begin.line == 9);
    CHECK(diagnostic.notes[1].span.begin.line == 10);
  }
}

TEST_CASE("Warnings: relations that nothing needs", "[validate]") {
  const auto unused = [](const std::string& clauses) {
    return Validated(frame + clauses).of_code("unused");
  };
  CHECK(unused("(p a)") == Places{"8:1"});
  CHECK(unused("(<= (p ?x) (succ ?x ?y) (p ?y))") == Places{"8:5"});
  // Used, but by nothing that is needed; a cycle of two uses itself.
  CHECK(unused("(p a)\n(<= (q ?x) (p ?x))") == Places{"8:1", "9:5"});
  CHECK(unused("(<= p q)\n(<= q p)") == Places{"8:5", "9:5"});
  CHECK(unused("(p a) (<= (legal r wait) (q ?x)) (<= (q ?x) (p ?x))").empty());
  CHECK(unused("(<= (base (s ?x)) (numbers ?x)) (numbers 1)").empty());
}

TEST_CASE("Warnings: names that are missing, and names that are near to them", "[validate]") {
  const Validated misspelt(frame +
                           "(<= (goal r 50) (fields ?x))\n"
                           "(field 1)\n"
                           "(<= (goal r 0) (ture (s 0)) (fields ?x))\n");
  CHECK(misspelt.of_code("undefined") == Places{"8:17", "10:16"});
  CHECK(misspelt.of_code("unused") == Places{"9:1"});

  // A keyword that has no clause may be the one that was meant; others are not.
  const Validated keyword("(role r) (<= (leagl r go) (role r)) (goal r 0) terminal (goals 1)");
  CHECK(keyword.of_code("unused") == Places{"1:14", "1:57"});
}

TEST_CASE("Warnings: goals", "[validate]") {
  // The same conditions, whatever variables are called.
  CHECK(messages("goal-several",
                 "(<= (goal ?r 50) (role ?r) (succ ?x 1)) (<= (goal ?p 70) (role ?p) (succ ?y 1))")
            .size() == 1);
  CHECK(
      messages("goal-several", "(<= (goal r 50) (succ 0 1)) (<= (goal r 60) (succ 1 2))").empty());
  const auto of_role = [](const std::string& goals) {
    return Validated(
               "(role r) (role q) (init s) (legal ?r go) (<= terminal (true s)) (goal q 100)\n" +
               goals)
        .of_code("no-goals");
  };
  CHECK(of_role("(<= (goal r 0) (not (true s)))") == Places{"2:1"});
  CHECK(of_role("(<= (goal r 0) (not (true s))) (<= (goal ?r 50) (role ?r) (true s))").empty());
  CHECK(of_role("(goal r 0)").empty());
}

TEST_CASE("Mistyped words beside errors of syntax", "[validate]") {
  const auto warnings = [](const std::string& text) {
    ir::SourceMap sources;
    ir::SymbolTable symbols;
    ir::Diagnostics diagnostics(sources);
    frontend::PartialSheet partial;
    const auto sheet = frontend::parse_rulesheet(
        sources.add("test.kif", text), frontend::Syntax::kif, symbols, diagnostics, &partial);
    REQUIRE_FALSE(sheet);
    frontend::validate_rest(partial, symbols, diagnostics);
    Messages found;
    for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
      if (diagnostic.severity != ir::Severity::warning) continue;
      found.push_back(diagnostic.code);
      tests::check_words(diagnostic.message);
    }
    return found;
  };
  const std::string open = "(<= (p ?x) (succ ?x ?y)";  // at the end, so that the others are read
  CHECK(warnings("(<= (nxt (s ?y)) (true (s ?x)) (succ ?x ?y))\n" + frame + open) ==
        Messages{"unused"});
  CHECK(warnings(frame + "(<= (goal r 50) (true (s 1)) (dose r go) (suc 0 1))\n" + open) ==
        Messages{"undefined", "undefined"});
  CHECK(warnings(frame + "(init (control r)) (<= (goal r 1) (true (contrl r)))\n" + open) ==
        Messages{"undefined"});
  CHECK(warnings(frame +
                 "(<= (next (contrl r)) (true (s 0))) (<= (goal r 1) (true (control r)))\n" +
                 open) == Messages{"undefined"});
  CHECK(warnings(frame + "(<= (goal r 50) (far ?x) (true (place ?x)))\n" + open).empty());
}

TEST_CASE("Warnings: rules that can never fire", "[validate]") {
  const auto never = [](const std::string& clauses) {
    CHECK(messages("unreachable", clauses).size() == 1);
  };
  never("(<= p (succ 0 3))");
  never("(<= p (true (step ?x)))");
  never("(init (t on)) (<= p (true (t off)))");
  never("(init (t blank)) (<= p (true (t blnak)))");
  never("(<= p (does r (go 1)))");
  never("(q a) (<= p (q ?x) (succ ?x ?y))");
  never("(<= p (succ 0 ?x) (or (succ 3 ?x) (true (s 5))))");
  never("(<= p (succ ?x 1) (distinct ?x ?x))");
  never("(<= p (succ ?x 1) (not (distinct (f a) (f b))))");
  never("(<= (p ?x) (p ?x))");
}

TEST_CASE("Warnings: of rules that cannot fire only the causes are named", "[validate]") {
  const auto lines = [](const std::string& clauses) {
    std::vector<std::string> found;
    for (const std::string& place : Validated(frame + clauses).of_code("unreachable")) {
      found.push_back(place.substr(0, place.find(':')));
    }
    return found;
  };
  // An undefined relation, and whatever comes of it.
  const std::string undefined =
      "(<= (p ?x) (nowhere ?x))\n(<= (next (t ?x)) (p ?x))\n(<= (q 1) (true (t ?x)))\n"
      "(<= (goal r 0) (q 1))\n(<= (goal r 1) (q 2))";
  CHECK(lines(undefined) == std::vector<std::string>{"12"});
  CHECK(Validated("(role r) (<= (legal r go) fail) (<= (goal r 1) fail) (<= terminal fail)")
            .all(ir::Severity::warning)
            .size() == 1);
  // A constant: the rules that wait for its rule are silent, others are not.
  CHECK(lines("(<= (p a) (succ 0 3))\n(<= q (p a))\n(<= q (p b))\n(<= (next (t ?x)) (p ?x))\n"
              "(<= q (true (t ?x)))") == std::vector<std::string>{"8", "10"});
  // Rules that wait for each other: one of them is named.
  CHECK(lines("(<= p q)\n(<= q p)\n(<= m p)\n(<= n (succ 0 3))") ==
        std::vector<std::string>{"8", "11"});
  // The role's only move is in a rule that cannot fire.
  const Validated moves(frame + "(role q) (<= (legal q go) (succ 0 3)) (goal q 0)");
  CHECK(moves.of_code("unreachable").size() == 1);
  CHECK(moves.of_code("no-moves").empty());
}

TEST_CASE("Warnings: a fluent without `true`", "[validate]") {
  CHECK(messages("undefined", "(<= (next (s ?x)) (s ?x))").size() == 1);
  CHECK(messages("undefined", "(init open) (<= (goal r 0) open)").size() == 1);
}

TEST_CASE("Validation: long cycles are told by their ends", "[validate]") {
  const auto notes = [](int steps) {
    std::string text = frame;
    for (int i = 0; i < steps; ++i) {
      text += "(<= (p" + std::to_string(i) + " ?x) (succ ?x ?y) (p" +
              std::to_string((i + 1) % steps) + " ?z))\n";
    }
    const Validated validated(text);
    REQUIRE_FALSE(validated.of_code("recursion").empty());
    for (const ir::Diagnostic& diagnostic : validated.diagnostics.all()) {
      if (diagnostic.code == "recursion") return diagnostic.notes;
    }
    return std::vector<ir::Diagnostic::Note>{};
  };
  CHECK(notes(10).size() == 9);
  const auto abridged = notes(100);
  REQUIRE(abridged.size() == 9);
  tests::check_words(abridged[4].message);
  tests::check_words(abridged[8].message);
}

TEST_CASE("Value sets: the table of places is bounded", "[validate]") {
  PlaceTable places;
  const Constructor functor =
      places.constructor({Term::Kind::compound, 1, {{Term::Kind::constant, 2, {}, {}}}, {}});
  const PlaceId first = places.make();
  CHECK(places.parts(first, functor).size() == 1);
  PlaceId latest = first;
  while (!places.full() && latest < 1'000'000) latest = places.make();
  REQUIRE(latest < 1'000'000);
  const PlaceId last = places.make();
  CHECK(places.parts(last, functor).empty());
}

TEST_CASE("Warnings: what cannot be ruled out is not called unreachable", "[validate]") {
  const auto none = [](const std::string& clauses) {
    INFO(clauses);
    CHECK(messages("unreachable", clauses).empty());
  };
  none("(<= (p ?x) (succ ?x ?y)) (<= (q ?x) (p ?x) (p ?y) (succ ?y ?x))");
  none("(<= p (not (succ 0 3)))");
  none("(<= p (or (succ 0 3) (succ 0 1)))");
  none("(<= p (or (succ ?x 2) (succ ?x 3)) (succ ?x 1))");
  none("(<= p (does r ?m)) (<= q (does r go))");
  none("(<= (next (t ?x)) (does ?r ?x)) (<= p (true (t go)))");
  none("(<= (p (f ?x)) (succ ?x ?y)) (<= (q ?x) (p ?x)) (<= m (q (f 0)))");
  // Deeper than the analysis looks, and through a variable.
  none("(p (f (g (h (k a))))) (<= q (p (f (g (h (k b))))))");
  none("(p (f a) 1) (<= (q ?x) (p ?x ?y)) (<= m (q (f a)))");
  // An undefined relation is reported as such.
  CHECK(Validated(frame + "(<= (goal r 0) (nowhere ?x))").of_code("unreachable").empty());
}

TEST_CASE("Warnings: roles without moves or goals", "[validate]") {
  const Validated validated(frame + "(role q)\n(role random)\n");
  CHECK(validated.of_code("no-moves") == Places{"8:7", "9:7"});
  CHECK(validated.of_code("no-goals") == Places{"8:7"});
  CHECK(Validated(frame + "(role q) (<= (legal ?r wait) (role ?r)) (<= (goal ?r 0) (role ?r))")
            .of_code("no-moves")
            .empty());
}

TEST_CASE("Warnings: goal values", "[validate]") {
  const auto count = [](const std::string& clauses) {
    return messages("goal-value", clauses).size();
  };
  CHECK(count("(goal r 0) (goal r 100) (<= (goal r ?x) (succ ?x ?y))") == 0);
  CHECK(count("(goal r 101)") == 1);
  CHECK(count("(goal r -1)") == 1);
  CHECK(count("(goal r 99999999999999999999)") == 1);
  CHECK(count("(goal r 1.5)") == 1);
  CHECK(count("(<= (goal r (plus ?x 1)) (succ ?x 1))") == 1);
}

TEST_CASE("Warnings: keywords inside terms", "[validate]") {
  const auto count = [](const std::string& clauses) {
    return Validated(frame + clauses).of_code("keyword-term").size();
  };
  CHECK(count("(<= (next (true (s ?x))) (true (s ?x)))") == 1);
  CHECK(count("(<= (next (s ?x)) (true (s ?x)) (not (true (does r go))))") == 1);
  CHECK(count("(<= (next (s ?x)) (true (s ?x)) (distinct (goal ?x) (goal 1)))") == 2);
  // Constants, and formulas.
  CHECK(count("(init (t base goal (not (or a b))))") == 0);
}

TEST_CASE("Warnings: a clause that is there twice", "[validate]") {
  const Validated validated(frame + "(<= (next (s ?a)) (true (s ?b)) (succ ?b ?a))\n(succ 0 1)\n");
  CHECK(validated.of_code("duplicate-clause") == Places{"8:1", "9:1"});
  CHECK(validated.diagnostics.all()[0].severity == ir::Severity::note);
  CHECK(validated.diagnostics.all()[0].notes.at(0).span.begin.line == 5);
  CHECK(Validated(frame + "(<= (next (s ?a)) (true (s ?b)) (succ ?a ?b))")
            .of_code("duplicate-clause")
            .empty());
}

TEST_CASE("Several arities of a relation: an error, or two relations", "[validate]") {
  const std::string text = frame + "(p a)\n(<= (legal r wait) (p a b))\n(p a b)\n";
  CHECK_FALSE(Validated(text).valid);
  const Validated lenient(text, {.allow_several_arities = true});
  CHECK(lenient.valid);
  CHECK(lenient.of_code("arity") == Places{"10:1"});
  CHECK_FALSE(
      Validated(frame + "(<= p (true (s 1) (s 2)))", {.allow_several_arities = true}).valid);
}

TEST_CASE("Diagnostics come in the order of their places", "[validate]") {
  const Validated validated(frame +
                            "(unused 1)\n"
                            "(<= (legal r a) (nowhere ?x))\n"
                            "(unsafe ?x)\n"
                            "(true (s 1))\n");
  std::vector<std::uint32_t> lines;
  for (const ir::Diagnostic& diagnostic : validated.diagnostics.all()) {
    lines.push_back(diagnostic.span.begin.line);
  }
  CHECK(lines.size() >= 4);
  CHECK(std::is_sorted(lines.begin(), lines.end()));
}

TEST_CASE("The same fault many times is told some times, and counted", "[validate]") {
  std::string text = frame;
  for (int i = 0; i < 1000; ++i) {
    text += "(p" + std::to_string(i) + " ?x)\n";
  }
  const Validated validated(text);
  CHECK(validated.diagnostics.error_count() == 1000);
  CHECK(std::count_if(validated.diagnostics.all().begin(), validated.diagnostics.all().end(),
                      [](const auto& found) { return found.code == "unsafe"; }) ==
        ir::Diagnostics::max_of_a_kind);
  const auto omitted = validated.diagnostics.omitted();
  REQUIRE(omitted.size() == 2);  // unused relations, and unsafe facts
  CHECK(omitted[1].severity == ir::Severity::error);
  CHECK(omitted[1].count == 1000 - ir::Diagnostics::max_of_a_kind);
  tests::check_words(omitted[1].message());
}

}  // namespace tesuji::frontend

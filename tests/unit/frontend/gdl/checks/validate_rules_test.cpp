#include "tests/unit/support/validated.h"
#include "tests/unit/support/words.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tesuji::frontend {
namespace {

using tests::frame;
using tests::Validated;

/// Checks the one diagnostic of this severity: its place and code; "" means that there is none.
void check_found(const std::string& text, ir::Severity severity, const std::string& place) {
  INFO(text);
  const Validated validated(text);
  ir::Diagnostics found(validated.sources);
  for (const ir::Diagnostic& diagnostic : validated.diagnostics.all()) {
    if (diagnostic.severity == severity) {
      found.error(diagnostic.span, diagnostic.code, diagnostic.message).notes = diagnostic.notes;
    }
  }
  if (severity == ir::Severity::error) CHECK(validated.valid == place.empty());
  CHECK(tests::places(found) == place);
  if (!place.empty()) tests::check_words(tests::sentences(found));
}

/// The frame with `clauses` is refused for one reason, at this place; "" means that it is accepted.
void check_clauses(const std::string& clauses, const std::string& place) {
  check_found(frame + clauses, ir::Severity::error, place);
}

void check_warning(const std::string& text, const std::string& places) {
  check_found(text, ir::Severity::warning, places);
}

}  // namespace

TEST_CASE("Validation: variables must be bound by positive atoms", "[validate]") {
  check_clauses("(p ?x)", "8:4 unsafe");
  check_clauses("(<= (p ?x ?z) (succ ?x 1))", "8:11 unsafe");
  check_clauses("(<= p (succ ?x 1) (not (succ ?x ?z)))", "8:33 unsafe");
  check_clauses("(<= p (succ ?x 1) (distinct (f ?z) ?x))", "8:32 unsafe");
  check_clauses("(<= p (succ ?x 1) (not (distinct ?z ?x)))", "8:34 unsafe");
  check_clauses("(<= p (not (succ ?x ?y)) (distinct ?x ?y) (succ ?y ?x))", "");
  check_clauses("(<= (next (f ?x (g ?y))) (true (f ?x (g (h ?y)))))", "");
}

TEST_CASE("Validation: a disjunction binds what all its branches bind", "[validate]") {
  check_clauses("(<= (p ?x) (or (succ ?x 1) (true (s ?x))))", "");
  check_clauses("(<= (p ?x) (or (succ ?x ?y) (succ 1 ?y)))", "8:8 unsafe");
  check_clauses("(<= p (or (succ ?x 1) (succ ?y 1)) (distinct ?y 1))", "8:46 unsafe");
  check_clauses("(<= p (or (succ 1 2) (not (succ ?x 1))))", "8:33 unsafe");
  check_clauses("(<= p (succ ?x 2) (or (not (succ ?x 1)) (distinct ?x 1)))", "");
  check_clauses("(<= p (or (not (succ ?x 1)) (succ 0 1)) (succ ?x 2))", "");
  check_clauses("(<= (p ?x) (or (or (succ ?x 1) (succ ?x 2)) (succ ?x ?y)))", "");
  check_clauses("(<= p (not (or (succ ?x 1) (succ 0 1))))", "8:22 unsafe");
  check_clauses("(<= (p ?x) (or))", "");
}

TEST_CASE("Validation: a clause that can never fire may leave variables unbound", "[validate]") {
  check_clauses("(<= (p ?x ?y) fail)", "");
  check_clauses("(<= (p ?x) (or fail (succ ?x 1)))", "");
  check_clauses("(<= (p ?x) (or fail (succ 0 1)))", "8:8 unsafe");
  check_clauses("(<= (p ?x) (not fail))", "8:8 unsafe");
}

TEST_CASE("Validation: bodies bind as they were written, before normalisation", "[validate]") {
  check_clauses("(<= (next (s ?x)) (not (not (succ ?x 1))))", "8:14 unsafe");
  check_clauses("(<= (p ?x) (or (succ ?x 1) (not (not (succ ?x 2)))))", "8:8 unsafe");
  check_clauses("(<= (p ?x) (not (or (not (succ ?x 1)) (succ 1 2))))", "8:8 unsafe");
  check_clauses("(<= p (not (or (succ ?x 1) (not (succ ?x 2)))))", "8:22 unsafe");
  check_clauses("(<= (p ?x) (succ ?x ?y) (not (or (not (succ ?x 1)) (distinct ?y 1))))", "");
  check_clauses("(<= (p ?x) (not (not (succ ?x 1))) (succ ?x 1))", "");

  const Validated validated(frame + "(<= terminal (p ?x))\n(<= (p ?x)\n  (not (not (succ ?x 1))))");
  REQUIRE_FALSE(validated.valid);
  const std::vector<ir::Diagnostic::Note>& notes = validated.diagnostics.all().at(0).notes;
  REQUIRE(notes.size() == 1);
  tests::check_words(notes[0].message);
  CHECK(notes[0].span.begin == ir::Position{10, 13});
}

TEST_CASE("Validation: the unbound variable is shown, and the disjunct that lacks it",
          "[validate]") {
  const Validated validated(std::string("(role r)\n") +
                            "(legal r go) (goal r 0) (<= terminal (p ?x))\n"
                            "(<= (p ?x)\n  (or (role ?x)\n      (role r)))\n");
  REQUIRE_FALSE(validated.valid);
  const ir::Diagnostic& error = validated.diagnostics.all().at(0);
  CHECK(error.span.begin == ir::Position{3, 8});
  CHECK(error.span.end == ir::Position{3, 10});
  REQUIRE(error.notes.size() == 1);
  CHECK(error.notes[0].span.begin == ir::Position{4, 3});
}

TEST_CASE("Validation: keywords stand where GDL wants them", "[validate]") {
  check_clauses("(true (s 1))", "8:1 keyword");
  check_clauses("(<= (does r go) (true (s 1)))", "8:5 keyword");
  check_clauses("(<= (role q) (succ 0 1))", "8:5 keyword");
  check_clauses("(<= (role q))", "");
  check_clauses("(role (f a))", "8:1 keyword");
  check_clauses("(<= (or p q) (succ 0 1))", "8:5 keyword");
  check_clauses("(not p)", "8:1 keyword");
  check_clauses("(<= p (next (s 0)))", "8:7 keyword");
  check_clauses("(<= p (or (init (s 0)) (succ 0 1)))", "8:11 keyword");
  check_clauses("(<= p (legal r go) (goal r 100) (not terminal))", "");
}

TEST_CASE("Validation: keywords depend on nothing that comes later", "[validate]") {
  check_clauses("(<= (init (s 1)) (true (s 2)))", "8:18 keyword");
  check_clauses("(<= (init (s 1)) p) (<= p (not q)) (<= q (or (succ 0 0) terminal))",
                "8:18 keyword");
  check_clauses("(<= (legal r stay) p) (<= p (does r go))", "8:20 keyword");
  check_clauses("(<= (goal r 0) (not p)) (<= p (does r go))", "8:21 keyword");
}

TEST_CASE("Validation: relations have one arity, functions any", "[validate]") {
  check_clauses("(p a) (p a b)", "8:7 arity");
  check_clauses("(<= p (succ 0)) ", "8:7 arity");
  check_clauses("(<= p (not (or (true (s 1) (s 2)) (succ 0 1))))", "8:16 arity");
  check_clauses("(<= (terminal r) (succ 0 1))", "8:5 arity");
  check_clauses("(p (f 1) (f 1 2) f (p) (succ 1))", "");
  check_clauses("(base position 1 2) (base x) (input r) (<= (input ?x go now) (role ?x))", "");
  check_clauses("(p) (<= q p)", "");
}

TEST_CASE("Validation: what every game needs", "[validate]") {
  const std::string role = "(role r)";
  const std::string legal = "(legal r go)";
  const std::string goal = "(goal r 100)";
  const auto errors = [](const std::string& text) {
    std::vector<std::string> codes;
    for (const std::string& error : Validated(text).all(ir::Severity::error)) {
      codes.push_back(error.substr(0, error.find(':')));
    }
    return codes;
  };
  using Codes = std::vector<std::string>;
  CHECK(errors(role + legal + goal + "terminal") == Codes{});
  CHECK(errors(legal + goal + "terminal") == Codes{"no-role"});
  CHECK(errors(role + goal + "terminal") == Codes{"no-legal"});
  CHECK(errors(role + legal + "terminal") == Codes{"no-goal"});
  CHECK(errors(role + legal + goal) == Codes{"no-terminal"});
  CHECK(errors("; nothing") == Codes{"no-role"});
  CHECK(errors(role) == Codes{"no-legal", "no-goal", "no-terminal"});
}

TEST_CASE("Validation: suspicions are warnings", "[validate]") {
  const std::string sheet = frame;
  check_warning(sheet + "(<= p (suc 0 1))", "8:5 unused, 8:7 undefined");
  check_warning(sheet + "(<= lines (line x)) (lin a)", "8:5 unused, 8:11 undefined, 8:21 unused");
  check_warning(sheet + "(<= p p)", "8:5 unused, 8:7 unreachable");
  check_warning(sheet + "(role r)", "8:1 duplicate-role");
  check_warning(sheet + "(legal guest go)", "8:8 stranger");
  check_warning(sheet + "(goal r 101)", "8:9 goal-value");
  check_warning(sheet + "(goal r win)", "8:9 goal-value");
  check_warning(sheet + "(sees guest door)", "8:7 gdl-ii");
  check_warning(sheet + "(sees (r) door)", "8:7 gdl-ii");
  check_warning(sheet + "(sees r door) (<= (next (seen ?p)) (sees r ?p))", "8:36 gdl-ii");
  check_warning(sheet + "(base (s 0)) (base (cell 1)) (init (cel 1))", "8:36 base");
  check_warning(sheet + "(input r go) (input r (mark 1)) (legal r (mark 1 2))", "8:42 input");
  // Declarations in ways of their own say nothing, and percepts of roles are right.
  for (const char* fine :
       {"(base position (val 1 2))", "(<= (base ?f) (thing ?f)) (thing x) (init x)",
        "(role random) (legal random roll) (<= (sees ?p ?m) (does ?p ?m))"}) {
    INFO(fine);
    CHECK(Validated(sheet + fine).all(ir::Severity::warning).empty());
  }
  CHECK(Validated(frame).diagnostics.all().empty());
}

TEST_CASE("Normalisation: negation ends before atoms", "[validate]") {
  using Kind = Literal::Kind;
  const auto body_of = [](const std::string& body) {
    ir::SourceMap sources;
    ir::SymbolTable symbols;
    ir::Diagnostics diagnostics(sources);
    std::optional<Rulesheet> sheet = parse_rulesheet(sources.add("test.kif", "(<= p " + body + ")"),
                                                     Syntax::kif, symbols, diagnostics);
    REQUIRE(sheet);
    normalise(*sheet);
    return sheet->clauses.at(0).body;
  };
  const auto kinds = [](const std::vector<Literal>& literals) {
    std::vector<Kind> result;
    for (const Literal& literal : literals) {
      result.push_back(literal.kind);
    }
    return result;
  };
  using Kinds = std::vector<Kind>;

  CHECK(kinds(body_of("a (not b)")) == Kinds{Kind::atom, Kind::negation});
  CHECK(kinds(body_of("(not (not a))")) == Kinds{Kind::atom});
  CHECK(kinds(body_of("(not (not (not a)))")) == Kinds{Kind::negation});
  CHECK(kinds(body_of("(not (distinct a b))")) == Kinds{Kind::same});
  CHECK(kinds(body_of("(not (not (distinct a b)))")) == Kinds{Kind::distinct});
  CHECK(kinds(body_of("(not (or a (not b) (or c d)))")) ==
        Kinds{Kind::negation, Kind::atom, Kind::negation, Kind::negation});
  CHECK(kinds(body_of("(or a)")) == Kinds{Kind::atom});
  CHECK(body_of("(not (or))").empty());
  CHECK(kinds(body_of("(or)")) == Kinds{Kind::disjunction});

  const std::vector<Literal> nested = body_of("(or a (or b (not (or c d))))");
  REQUIRE(kinds(nested) == Kinds{Kind::disjunction});
  CHECK(kinds(nested[0].children) == Kinds{Kind::atom, Kind::atom, Kind::conjunction});
  CHECK(kinds(nested[0].children[2].children) == Kinds{Kind::negation, Kind::negation});

  std::string deep = "a";
  for (int i = 0; i < 1001; ++i) {
    deep.insert(0, "(not ").push_back(')');
  }
  CHECK(kinds(body_of(deep)) == Kinds{Kind::negation});
}

}  // namespace tesuji::frontend

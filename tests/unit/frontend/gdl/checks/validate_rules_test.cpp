#include "tests/unit/support/validated.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tesuji::frontend {
namespace {

using tests::frame;
using tests::Validated;

/// The frame with `clauses` is refused for one reason, whose code and message
/// begin with `error`; "" means that it is accepted.
void check_clauses(const std::string& clauses, const std::string& error) {
  INFO(clauses);
  const Validated validated(frame + clauses);
  const std::vector<std::string> errors = validated.all(ir::Severity::error);
  CHECK(validated.valid == error.empty());
  if (error.empty()) {
    CHECK(errors.empty());
  } else {
    REQUIRE(errors.size() == 1);
    CHECK_THAT(errors[0], Catch::Matchers::StartsWith(error));
  }
}

void check_warning(const std::string& text, const std::string& warning) {
  INFO(text);
  const std::vector<std::string> warnings = Validated(text).all(ir::Severity::warning);
  CHECK(std::any_of(warnings.begin(), warnings.end(), [&](const std::string& found) {
    return found.substr(0, warning.size()) == warning;
  }));
}

}  // namespace

TEST_CASE("Validation: variables must be bound by positive atoms", "[validate]") {
  check_clauses("(p ?x)", "unsafe: ?x stands in a fact");
  check_clauses("(<= (p ?x ?z) (succ ?x 1))", "unsafe: ?z is used in the head");
  check_clauses("(<= p (succ ?x 1) (not (succ ?x ?z)))", "unsafe: ?z is used under `not`");
  check_clauses("(<= p (succ ?x 1) (distinct (f ?z) ?x))", "unsafe: ?z is used in `distinct`");
  check_clauses("(<= p (succ ?x 1) (not (distinct ?z ?x)))", "unsafe: ?z");
  check_clauses("(<= p (not (succ ?x ?y)) (distinct ?x ?y) (succ ?y ?x))", "");
  check_clauses("(<= (next (f ?x (g ?y))) (true (f ?x (g (h ?y)))))", "");
}

TEST_CASE("Validation: a disjunction binds what all its branches bind", "[validate]") {
  check_clauses("(<= (p ?x) (or (succ ?x 1) (true (s ?x))))", "");
  check_clauses("(<= (p ?x) (or (succ ?x ?y) (succ 1 ?y)))", "unsafe: ?x");
  check_clauses("(<= p (or (succ ?x 1) (succ ?y 1)) (distinct ?y 1))", "unsafe: ?y");
  check_clauses("(<= p (or (succ 1 2) (not (succ ?x 1))))", "unsafe: ?x");
  check_clauses("(<= p (succ ?x 2) (or (not (succ ?x 1)) (distinct ?x 1)))", "");
  check_clauses("(<= p (or (not (succ ?x 1)) (succ 0 1)) (succ ?x 2))", "");
  check_clauses("(<= (p ?x) (or (or (succ ?x 1) (succ ?x 2)) (succ ?x ?y)))", "");
  check_clauses("(<= p (not (or (succ ?x 1) (succ 0 1))))", "unsafe: ?x");
  check_clauses("(<= (p ?x) (or))", "");
}

TEST_CASE("Validation: a clause that can never fire may leave variables unbound", "[validate]") {
  check_clauses("(<= (p ?x ?y) fail)", "");
  check_clauses("(<= (p ?x) (or fail (succ ?x 1)))", "");
  check_clauses("(<= (p ?x) (or fail (succ 0 1)))", "unsafe: ?x");
  check_clauses("(<= (p ?x) (not fail))", "unsafe: ?x");
}

TEST_CASE("Validation: bodies bind as they were written, before normalisation", "[validate]") {
  check_clauses("(<= (next (s ?x)) (not (not (succ ?x 1))))", "unsafe: ?x is used in the head");
  check_clauses("(<= (p ?x) (or (succ ?x 1) (not (not (succ ?x 2)))))", "unsafe: ?x");
  check_clauses("(<= (p ?x) (not (or (not (succ ?x 1)) (succ 1 2))))", "unsafe: ?x");
  check_clauses("(<= p (not (or (succ ?x 1) (not (succ ?x 2)))))", "unsafe: ?x");
  check_clauses("(<= (p ?x) (succ ?x ?y) (not (or (not (succ ?x 1)) (distinct ?y 1))))", "");
  check_clauses("(<= (p ?x) (not (not (succ ?x 1))) (succ ?x 1))", "");

  const Validated validated(frame + "(<= terminal (p ?x))\n(<= (p ?x)\n  (not (not (succ ?x 1))))");
  REQUIRE_FALSE(validated.valid);
  const std::vector<ir::Diagnostic::Note>& notes = validated.diagnostics.all().at(0).notes;
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].message == "nothing under `not` binds a variable, not even under two");
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
  check_clauses("(true (s 1))", "keyword: `true` only appears in bodies");
  check_clauses("(<= (does r go) (true (s 1)))", "keyword: `does` only appears in bodies");
  check_clauses("(<= (role q) (succ 0 1))", "keyword: `role` only appears in facts");
  check_clauses("(<= (role q))", "");
  check_clauses("(role (f a))", "keyword: a role must be a constant");
  check_clauses("(<= (or p q) (succ 0 1))", "keyword: `or` is a connective");
  check_clauses("(not p)", "keyword: `not` is a connective");
  check_clauses("(<= p (next (s 0)))", "keyword: `next` only appears in heads");
  check_clauses("(<= p (or (init (s 0)) (succ 0 1)))", "keyword: `init` only appears in heads");
  check_clauses("(<= p (legal r go) (goal r 100) (not terminal))", "");
}

TEST_CASE("Validation: keywords depend on nothing that comes later", "[validate]") {
  check_clauses("(<= (init (s 1)) (true (s 2)))", "keyword: `init` may not depend on `true`");
  check_clauses("(<= (init (s 1)) p) (<= p (not q)) (<= q (or (succ 0 0) terminal))",
                "keyword: `init` may not depend on");
  check_clauses("(<= (legal r stay) p) (<= p (does r go))",
                "keyword: `legal` may not depend on `does`");
  check_clauses("(<= (goal r 0) (not p)) (<= p (does r go))",
                "keyword: `goal` may not depend on `does`");
}

TEST_CASE("Validation: relations have one arity, functions any", "[validate]") {
  check_clauses("(p a) (p a b)", "arity: `p` takes 1 argument, here it has 2");
  check_clauses("(<= p (succ 0)) ", "arity: `succ` takes 2 arguments, here it has 1");
  check_clauses("(<= p (not (or (true (s 1) (s 2)) (succ 0 1))))", "arity: `true` takes 1");
  check_clauses("(<= (terminal r) (succ 0 1))", "arity: `terminal` takes 0");
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
  check_warning(sheet + "(<= p (suc 0 1))", "undefined: no clause defines the relation `suc`");
  check_warning(sheet + "(<= lines (line x)) (lin a)",
                "undefined: no clause defines the relation `line`, so it never holds; did you "
                "mean `lin");
  check_warning(sheet + "(<= p p)", "unused: nothing uses the relation `p`");
  check_warning(sheet + "(role r)", "duplicate-role");
  check_warning(sheet + "(legal guest go)", "stranger: `guest` is no role");
  check_warning(sheet + "(goal r 101)", "goal-value: `101`");
  check_warning(sheet + "(goal r win)", "goal-value: `win`");
  check_warning(sheet + "(sees guest door)", "gdl-ii: `guest` is no role");
  check_warning(sheet + "(sees (r) door)", "gdl-ii: roles are constants");
  check_warning(sheet + "(sees r door) (<= (next (seen ?p)) (sees r ?p))",
                "gdl-ii: `sees` only appears in heads");
  check_warning(sheet + "(base (s 0)) (base (cell 1)) (init (cel 1))",
                "base: no clause for `base` declares the fluent `(cel ..)` with 1 argument; did "
                "you mean `cell`?");
  check_warning(sheet + "(input r go) (input r (mark 1)) (legal r (mark 1 2))",
                "input: no clause for `input` declares the move `(mark ..)` with 2 arguments");
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

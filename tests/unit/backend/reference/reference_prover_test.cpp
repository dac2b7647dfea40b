// The tabled prover: recursion, negation, disjunction, order of goals, limits.
#include "tests/unit/support/reasoner_support.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace tesuji;
using tests::Reasoner;
using Answers = std::vector<std::string>;

namespace {

/// Figure 13.1 in outline: take objects from a heap, down to a smaller number.
constexpr const char* nim = R"(
  (<= (legal ?p (reduce ?x ?n)) (true (control ?p)) (true (heap ?x ?m)) (smaller ?n ?m))
  (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
  (<= (smaller ?x ?y) (succ ?x ?y))
  (<= (smaller ?x ?y) (succ ?z ?y) (smaller ?x ?z))
  (role white) (role black) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
)";

std::string chain(int length) {
  std::string rules;
  for (int i = 0; i < length; ++i) {
    rules += "(next " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  }
  return rules;
}

}  // namespace

TEST_CASE("moves in Nim, as in section 13.1", "[reference]") {
  Reasoner reasoner(nim);
  reasoner.situation("(control white) (heap a 2) (heap c 1)");
  CHECK(reasoner.answers("(legal white ?l)") ==
        Answers{"(reduce a 0)", "(reduce a 1)", "(reduce c 0)"});
  // The query's variable may have the name of one of the clause's.
  CHECK(reasoner.answers("(legal white ?x)").size() == 3);
  CHECK(reasoner.answers("(legal black ?l)") == Answers{"noop"});
  CHECK(reasoner.answers("(legal ?p (reduce ?x 0))") == Answers{"white a", "white c"});
  CHECK_FALSE(reasoner.holds("(legal white (reduce c 1))"));
  reasoner.situation("(control black)");
  CHECK(reasoner.answers("(legal white ?l)") == Answers{"noop"});
}

TEST_CASE("recursion in any order ends", "[reference]") {
  const std::string facts = "(edge a b) (edge b c) (edge c a) (edge c d) (edge e e)";
  const std::string rules = GENERATE(
      // right, left and double recursion; mutual recursion; a clause that is its own loop
      "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?y) (edge ?x ?z) (path ?z ?y))",
      "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?y) (path ?x ?z) (edge ?z ?y))",
      "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?y) (path ?x ?z) (path ?z ?y))",
      "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?y) (way ?x ?y))"
      "(<= (way ?x ?y) (path ?x ?z) (edge ?z ?y))",
      "(<= (path ?x ?y) (path ?x ?y)) (<= (path ?x ?y) (edge ?x ?y))"
      "(<= (path ?x ?y) (path ?z ?y) (edge ?x ?z))");
  INFO(rules);
  Reasoner reasoner(facts + rules);
  CHECK(reasoner.answers("(path a ?y)") == Answers{"a", "b", "c", "d"});
  CHECK(reasoner.answers("(path ?x d)") == Answers{"a", "b", "c"});
  CHECK(reasoner.answers("(path ?x ?y)").size() == 13);
  CHECK(reasoner.answers("(path ?x ?x)") == Answers{"a", "b", "c", "e"});
  CHECK(reasoner.holds("(path c b)"));
  CHECK_FALSE(reasoner.holds("(path d a)"));
}

TEST_CASE("components inside components", "[reference]") {
  // p and q call each other, q's own loop lies inside; r closes a larger one.
  Reasoner reasoner(R"(
    (<= (p ?x) (q ?x)) (<= (p ?x) (r ?x)) (<= (q ?x) (q ?x)) (<= (q ?x) (p ?x))
    (<= (q ?x) (s ?x)) (<= (r ?y) (s ?x) (p ?x) (step ?x ?y)) (s 1) (step 1 2) (step 2 3)
    (<= (t ?x) (p ?x) (not (u ?x))) (<= (u ?x) (p ?x) (step ?x ?y) (p ?y))
  )");
  CHECK(reasoner.answers("(p ?x)") == Answers{"1", "2"});
  CHECK(reasoner.answers("(t ?x)") == Answers{"2"});
  CHECK(reasoner.answers("(q ?x) (r ?x)") == Answers{"2"});
}

TEST_CASE("a proof found early leaves nothing half done", "[reference]") {
  // (top) is proved while (a 1) still waits for what depends on (b 1).
  Reasoner reasoner(R"(
    (<= (top) (a 1)) (<= (top) (yes))
    (<= (yes) (b 1)) (<= (yes) (fact))
    (<= (b ?x) (yes) (c ?x)) (<= (b ?x) (d ?x)) (<= (a ?x) (b ?x) (top)) (fact) (d 2) (c 1)
  )");
  CHECK(reasoner.holds("(top)"));
  CHECK(reasoner.answers("(b ?x)") == Answers{"1", "2"});
  CHECK(reasoner.answers("(a ?x)") == Answers{"1", "2"});
  CHECK(reasoner.holds("(b 1)"));
}

TEST_CASE("function terms", "[reference]") {
  Reasoner reasoner(R"(
    (<= (append nil ?l ?l) (list ?l))
    (<= (append (cons ?h ?t) ?l (cons ?h ?r)) (append ?t ?l ?r))
    (list (cons c nil))
    (<= (same ?x ?x) (thing ?x)) (thing a) (thing (f a)) (thing (f (f a)))
  )");
  CHECK(reasoner.answers("(append (cons a (cons b nil)) (cons c nil) ?r)") ==
        Answers{"(cons a (cons b (cons c nil)))"});
  CHECK(reasoner.answers("(append ?front ?back (cons a (cons c nil)))") ==
        Answers{"(cons a nil) (cons c nil)"});
  CHECK(reasoner.answers("(same (f ?x) (f ?y))") == Answers{"(f a) (f a)", "a a"});
  CHECK(reasoner.answers("(same (f ?x) ?y)") == Answers{"(f a) (f (f a))", "a (f a)"});
}

TEST_CASE("relations are told apart by name and number of arguments", "[reference]") {
  Reasoner reasoner("(p) (p a) (<= (p ?x ?y) (p ?x) (p ?y)) (<= q p) (<= (r) (q))");
  CHECK(reasoner.holds("p"));
  CHECK(reasoner.holds("(p)"));
  CHECK(reasoner.holds("r"));
  CHECK(reasoner.answers("(p ?x)") == Answers{"a"});
  CHECK(reasoner.answers("(p ?x ?y)") == Answers{"a a"});
  CHECK_FALSE(reasoner.holds("(p a a a)"));
}

TEST_CASE("negation waits until it is ground", "[reference]") {
  SECTION("buttons and lights, section 13.6") {
    Reasoner reasoner(R"(
      (role white)
      (<= (next (p ?x)) (not (does white (a ?x))) (true (p ?x)))
      (<= (next (p ?x)) (does white (a ?x)) (not (true (p ?x))))
    )");
    reasoner.situation("(p 1) (p 2) (p 3)", "white (a 2)");
    CHECK(reasoner.answers("(next (p ?z))") == Answers{"1", "3"});
    reasoner.situation("(p 1)", "white (a 2)");
    CHECK(reasoner.answers("(next (p ?z))") == Answers{"1", "2"});
  }
  SECTION("nested negation, as in section 13.6") {
    Reasoner reasoner(R"(
      (role red) (role green) (role blue)
      (<= (goal ?p 100) (role ?p) (not (unhappy ?p)))
      (<= (unhappy ?p) (role ?p) (not (owns ?p)))
      (<= (owns ?p) (true (item ?p ?i)) (not (broken ?i)))
      (broken vase)
    )");
    reasoner.situation("(item red vase) (item blue lamp)");
    CHECK(reasoner.answers("(goal ?p 100)") == Answers{"blue"});
  }
  SECTION("formulas inside not") {
    Reasoner reasoner(R"(
      (n 1) (n 2) (n 3) (n 4) (a 1) (b 2) (c 1) (c 2) (c 3)
      (<= (neither ?x) (not (or (a ?x) (b ?x))) (n ?x))
      (<= (twice ?x) (not (not (c ?x))) (n ?x))
      (<= (alike ?x ?y) (not (distinct ?x ?y)) (n ?x) (c ?y))
      (<= (mixed ?x) (n ?x) (or (a ?x) (not (or (b ?x) (not (c ?x))))))
    )");
    CHECK(reasoner.answers("(neither ?x)") == Answers{"3", "4"});
    CHECK(reasoner.answers("(twice ?x)") == Answers{"1", "2", "3"});
    CHECK(reasoner.answers("(alike ?x ?y)") == Answers{"1 1", "2 2", "3 3"});
    CHECK(reasoner.answers("(mixed ?x)") == Answers{"1", "3"});
  }
  SECTION("distinct compares ground terms") {
    Reasoner reasoner("(n (f a)) (n (f b)) (<= (d ?x ?y) (distinct ?x (f ?y)) (n ?x) (n (f ?y)))");
    CHECK(reasoner.answers("(d ?x ?y)") == Answers{"(f a) b", "(f b) a"});
    CHECK(reasoner.answers("(distinct f (f))").size() == 1);
  }
  SECTION("what never becomes ground is an error, if it is reached") {
    Reasoner reasoner(R"(
      (n 1) (<= (p ?x) (n ?x) (not (n ?y))) (<= (q ?x) (nothing ?x) (not (n ?y)))
      (<= (r ?x ?y) (n ?x)) (<= (s ?x) (n ?x) (distinct ?x ?y))
    )");
    CHECK(reasoner.error("(p ?x)") == "unsafe");
    CHECK(reasoner.answers("(q ?x)").empty());
    CHECK(reasoner.error("(r 1 ?y)") == "unsafe");
    CHECK(reasoner.holds("(r 1 2)"));
    CHECK(reasoner.error("(s ?x)") == "unsafe");
    CHECK(reasoner.error("(not (n ?x))") == "unsafe");
    CHECK(reasoner.answers("(n ?x)") == Answers{"1"});
  }
}

TEST_CASE("disjunctions", "[reference]") {
  Reasoner reasoner(R"(
    (a 1) (a 2) (b 2) (b 3) (c 4)
    (<= (any ?x) (or (a ?x) (b ?x) (c ?x)))
    (<= (one ?x) (or (a ?x)))
    (<= (none ?x) (a ?x) (or))
    (<= (tests ?x ?y) (or (distinct ?x ?y) (not (b ?x))) (a ?x) (a ?y))
    (<= (nested ?x) (or (or (a ?x) (b ?x)) (c ?x)) (not (or (b ?x) (c ?x))))
    (<= (halves ?x ?y) (or (a ?x) (b ?y)) (or (a ?y) (b ?x)))
    (<= yes (or (a 7) (b 3)))
  )");
  CHECK(reasoner.answers("(any ?x)") == Answers{"1", "2", "3", "4"});
  CHECK(reasoner.answers("(one ?x)") == Answers{"1", "2"});
  CHECK(reasoner.answers("(none ?x)").empty());
  CHECK(reasoner.answers("(tests ?x ?y)") == Answers{"1 1", "1 2", "2 1"});
  CHECK(reasoner.answers("(nested ?x)") == Answers{"1"});
  CHECK(reasoner.holds("yes"));
  // Each waits for the other; a pair that binds both is an answer, others are unsafe.
  CHECK(reasoner.holds("(halves 1 2)"));
  CHECK(reasoner.holds("(halves 2 7)"));
  CHECK_FALSE(reasoner.holds("(halves 1 7)"));
  CHECK(reasoner.error("(halves ?x ?y)") == "unsafe");
}

TEST_CASE("stratification", "[reference]") {
  SECTION("by the constants in arguments") {
    Reasoner reasoner(R"(
      (role white) (role black)
      (<= (goal ?r 100) (true (line ?r)))
      (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))
    )");
    reasoner.situation("(line black)");
    CHECK(reasoner.answers("(goal ?r ?v)") == Answers{"black 100", "white 0"});
    Reasoner robot(R"(
      (<= (goal robot 100) (not (goal robot 0))) (<= (goal robot 0) (not (true (done))))
    )");
    robot.situation("");
    CHECK(robot.answers("(goal robot ?v)") == Answers{"0"});
  }
  SECTION("by ground atoms: positions that are won") {
    Reasoner reasoner("(<= (win ?x) (next ?x ?y) (not (win ?y)))" + chain(9));
    CHECK(reasoner.answers("(win ?x)") == Answers{"0", "2", "4", "6", "8"});
  }
  SECTION("negation through itself is an error") {
    const std::string rules = GENERATE(
        "(<= (p ?x) (n ?x) (not (p ?x)))",                                  // at once
        "(<= (p ?x) (n ?x) (not (q ?x))) (<= (q ?x) (n ?x) (not (p ?x)))",  // mutual
        "(<= (p ?x) (q ?x)) (<= (q ?x) (n ?x) (not (r ?x))) (<= (r ?x) (p ?x))",
        "(<= (p ?x) (n ?x) (or (q ?x) (not (or (r ?x) (p ?x)))))",
        "(<= (p ?x) (q ?x)) (<= (q ?x) (r ?x)) (<= (r ?x) (q ?x)) (<= (r ?x) (n ?x) (not (p ?x)))");
    INFO(rules);
    Reasoner reasoner("(n 1) (<= (other ?x) (n ?x))" + rules);
    CHECK(reasoner.error("(p ?x)") == "unstratified");
    CHECK(reasoner.error("(p 1)") == "unstratified");
    CHECK(reasoner.answers("(other ?x)") == Answers{"1"});  // the prover goes on
  }
}

TEST_CASE("unbounded growth is an error", "[reference]") {
  Reasoner reasoner(R"(
    (num 0) (<= (num (s ?x)) (num ?x))
    (<= (even (s ?x)) (odd ?x)) (<= (odd (s ?x)) (even ?x)) (<= (even ?x) (zero ?x)) (zero 0)
    (<= (down ?x) (down (s ?x)))
    (other 1)
  )");
  CHECK(reasoner.error("(num ?x)") == "recursion");
  CHECK(reasoner.error("(even ?x)") == "recursion");
  CHECK(reasoner.error("(down 0)") == "recursion");
  CHECK(reasoner.answers("(other ?x)") == Answers{"1"});
  CHECK(reasoner.holds("(num (s (s 0)))"));
  CHECK_FALSE(reasoner.holds("(odd (s (s 0)))"));
}

TEST_CASE("limits", "[reference]") {
  reference::Limits limits;
  limits.steps = 1000;
  Reasoner few_steps("(<= (p ?x ?y ?z) (n ?x) (n ?y) (n ?z)) " + chain(1) +
                         "(n 1)(n 2)(n 3)(n 4)(n 5)(n 6)(n 7)(n 8)(n 9)(n 10)",
                     limits);
  CHECK(few_steps.error("(p ?x ?y ?z)") == "limit");
  CHECK(few_steps.answers("(p 1 2 ?z)").size() == 10);
  limits = {};
  limits.answers = 200;
  Reasoner few_answers("(<= (p ?x ?y) (next ?x ?a) (next ?y ?b))" + chain(50), limits);
  CHECK(few_answers.error("(p ?x ?y)") == "limit");
  CHECK(few_answers.answers("(p 1 ?y)").size() == 50);
  limits = {};
  limits.calls = 100;
  Reasoner few_calls("(<= (reach ?x) (next ?y ?x) (reach ?y)) (reach 0)" + chain(200), limits);
  CHECK(few_calls.error("(reach 150)") == "limit");
  CHECK(few_calls.holds("(reach 90)"));
}

TEST_CASE("long derivations need no deep stack", "[reference]") {
  constexpr int length = 100'000;
  Reasoner reasoner(
      "(<= (reach ?x) (next ?y ?x) (reach ?y)) (<= (reach 0) (start))"
      "(<= (from ?x ?y) (next ?x ?y)) (<= (from ?x ?y) (from ?x ?z) (next ?z ?y))"
      "(start)" +
      chain(length));
  CHECK(reasoner.holds("(reach " + std::to_string(length) + ")"));
  CHECK(reasoner.answers("(from 0 ?y)").size() == length);
}

TEST_CASE("one witness is enough", "[reference]") {
  // 200^3 combinations, were they gone through.
  std::string facts;
  for (int i = 0; i < 200; ++i) {
    for (const char* name : {"a", "b", "c"}) {
      facts += "(" + std::string(name) + " " + std::to_string(i) + " 1)";
    }
  }
  reference::Limits limits;
  limits.steps = 10'000;
  Reasoner reasoner(facts + R"(
    (<= yes (a ?x ?k) (b ?y ?l) (c ?z ?m))
    (<= no (a ?x ?k) (a ?k ?x2) (b ?y ?l) (b ?l ?y2) (c ?z ?m) (c ?m ?z2) (d ?z2))
    (<= (some ?k) (a ?x ?k) (b ?y ?l) (c ?z ?m))
  )",
                    limits);
  CHECK(reasoner.holds("yes"));
  CHECK_FALSE(reasoner.holds("no"));
  CHECK(reasoner.answers("(some ?k)") == Answers{"1"});
}

TEST_CASE("what is known of a situation is forgotten with it", "[reference]") {
  Reasoner reasoner(R"(
    (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y) (does r go))
    (<= (next (step ?x)) (true (step ?x)) (does r stay))
    (<= (late) (true (step ?x)) (succ 2 ?x)) (succ 1 2) (succ 2 3) (role r)
  )");
  reasoner.situation("(step 1)", "r go");
  CHECK(reasoner.answers("(next ?f)") == Answers{"(step 2)"});
  reasoner.situation("(step 1)", "r stay");
  CHECK(reasoner.answers("(next ?f)") == Answers{"(step 1)"});
  CHECK_FALSE(reasoner.holds("late"));
  reasoner.situation("(step 3)", "r stay");
  CHECK(reasoner.holds("late"));
  reasoner.situation("(step 3)");
  CHECK(reasoner.answers("(next ?f)").empty());
  CHECK(reasoner.answers("(true ?f)") == Answers{"(step 3)"});
  CHECK(reasoner.answers("(true ?f) (not (late))").empty());
}

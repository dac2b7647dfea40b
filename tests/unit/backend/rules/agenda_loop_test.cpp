// What production rules mean (ir/module/agenda.h), in every engine: order of facts and
// rules, conclusions at once, rounds, and ends.
#include "tests/unit/support/chained.h"

using namespace tesuji;
using namespace tesuji::tests;
using runtime::ProductionEnd;
using runtime::ProductionResult;
using Trials = std::vector<std::uint64_t>;

namespace {

/// Every engine's result, which must be one and the same.
ProductionResult run(const Chained& chained, const runtime::ProductionLimits& limits = {}) {
  INFO(chained.diagnostics.render());
  REQUIRE(chained.module);
  ProductionResult first = chained.run(driver::ProductionEngine::reference, limits);
  for (const driver::ProductionEngine engine : production_engines) {
    const ProductionResult other = chained.run(engine, limits);
    CHECK(other.end == first.end);
    CHECK(other.rounds == first.rounds);
    CHECK(chained.text(other.memory) == chained.text(first.memory));
    CHECK(chained.text(other.deduced) == chained.text(first.deduced));
    for (std::size_t i = 0; i < first.counts.size(); ++i) {
      CHECK(other.counts[i].runs == first.counts[i].runs);
      CHECK(other.counts[i].trials == first.counts[i].trials);
      CHECK(other.counts[i].firings == first.counts[i].firings);
      CHECK(other.counts[i].productive == first.counts[i].productive);
      CHECK(other.counts[i].added == first.counts[i].added);
      CHECK(other.counts[i].removed == first.counts[i].removed);
    }
  }
  return first;
}

}  // namespace

TEST_CASE("Facts are visited in order of arrival, those that arrive meanwhile too",
          "[agenda][semantics]") {
  // From 1 the whole chain is found in one run; a second one sees nothing new.
  const Chained chain(
      "(rule r (premises (present (at ?x)) (present (step ?x ?y)))"
      " (conclusions (add (at ?y))))",
      "at(1). step(3,4). step(1,2). step(2,3). step(1,5).");
  const ProductionResult result = run(chain);
  CHECK(chain.text(result.deduced) == "at(2) at(5) at(3) at(4)");
  CHECK(result.rounds == 2);
  CHECK(result.counts[0].runs == 2);
  CHECK(result.counts[0].trials == Trials{2, 10, 8});
  CHECK(result.counts[0].firings == 8);
  CHECK(result.counts[0].productive == 4);
  CHECK(result.counts[0].added == 4);
}

TEST_CASE("Conclusions take effect at once", "[agenda][semantics]") {
  const Chained first(
      "(rule r (premises (present (p ?x)) (absent (taken)))"
      " (conclusions (add (taken)) (add (got ?x))))",
      "p(a). p(b). p(c).");
  const ProductionResult result = run(first);
  CHECK(first.text(result.deduced) == "taken got(a)");
  CHECK(result.counts[0].trials == Trials{1, 3, 1, 1});
  CHECK(result.rounds == 1);
}

TEST_CASE("Rules run in the order of the text, and again when what they read changed",
          "[agenda][semantics]") {
  const Chained forward(
      "(rule a (premises (present (p ?x))) (conclusions (add (q ?x))))"
      "(rule b (premises (present (q ?x))) (conclusions (add (r ?x))))",
      "p(1).");
  CHECK(run(forward).rounds == 1);
  const Chained backward(
      "(rule b (premises (present (q ?x))) (conclusions (add (r ?x))))"
      "(rule a (premises (present (p ?x))) (conclusions (add (q ?x))))",
      "p(1).");
  const ProductionResult result = run(backward);
  CHECK(result.rounds == 2);
  CHECK(result.counts[0].runs == 2);
  CHECK(result.counts[1].runs == 1);
  // With `absent` the order decides what is found.
  const Chained early(
      "(rule a (premises (absent (q))) (conclusions (add (p))))"
      "(rule b (conclusions (add (q))))",
      "");
  CHECK(early.text(run(early).deduced) == "q p");
  const Chained late(
      "(rule b (conclusions (add (q))))"
      "(rule a (premises (absent (q))) (conclusions (add (p))))",
      "");
  CHECK(late.text(run(late).deduced) == "q");
}

TEST_CASE("A fact that is removed and added again arrives anew, last", "[agenda][semantics]") {
  const Chained moved(
      "(rule r (premises (present (once)) (present (p a)))"
      " (conclusions (remove (once)) (remove (p a)) (add (p a))))",
      "once. p(a). p(b).");
  const ProductionResult result = run(moved);
  CHECK(moved.text(result.memory) == "p(b) p(a)");
  CHECK(moved.text(result.deduced) == "p(a)");
  CHECK(result.counts[0].removed == 2);
  CHECK(result.counts[0].productive == 1);
}

TEST_CASE("Facts that are gone when their turn comes are not visited", "[agenda][semantics]") {
  const Chained gone(
      "(rule r (premises (present (p ?x)) (present (after ?x ?y)))"
      " (conclusions (remove (p ?y)) (add (seen ?x))))",
      "p(1). p(2). p(3). after(1,2). after(2,3). after(3,1).");
  const ProductionResult result = run(gone);
  CHECK(gone.text(result.memory) == "p(3) seen(1) seen(3)");
}

TEST_CASE("A removal can make a rule run again", "[agenda][semantics]") {
  const Chained wakes(
      "(rule a (premises (absent (lock)) (present (p ?x))) (conclusions (add (q ?x))))"
      "(rule b (premises (present (lock))) (conclusions (remove (lock))))",
      "lock. p(1).");
  const ProductionResult result = run(wakes);
  CHECK(wakes.text(result.memory) == "q(1)");
  CHECK(result.counts[0].runs == 2);
}

TEST_CASE("Rules that would never end", "[agenda][semantics]") {
  const Chained flip(
      "(rule a (premises (present (on))) (conclusions (remove (on)) (add (off))))"
      "(rule b (premises (present (off))) (conclusions (remove (off)) (add (on))))",
      "on.");
  CHECK(run(flip).end == ProductionEnd::cycle);
  // Within one run of one rule.
  const Chained again(
      "(rule a (premises (present (p ?x))) (conclusions (remove (p ?x)) (add (p ?x))))",
      "p(1). p(2).");
  for (const driver::ProductionEngine engine : production_engines) {
    const ProductionResult result = again.run(engine, {.removals = 1'000});
    CHECK(result.end == ProductionEnd::removals);
    CHECK(again.text(result.memory).size() <= 9);
  }
  // A long way that does end: four digits count to 1111.
  const Chained counter(
      "(rule c0 (premises (present (bit 0 ?x)) (present (tick ?n)) (present (next ?n ?m)))"
      "  (conclusions (remove (tick ?n)) (add (tick ?m)) (add (carry ?n 0))))",
      "bit(0,0). tick(0). next(0,1). next(1,2). next(2,3).");
  CHECK(counter.text(run(counter).memory) == "tick(3) carry(0,0) carry(1,0) carry(2,0)");
}

TEST_CASE("A long cycle, with a tail, is noticed", "[agenda][semantics]") {
  std::string facts = "at(0).";
  for (int i = 0; i < 60; ++i) {
    facts += " next(" + std::to_string(i) + "," + std::to_string(i == 59 ? 20 : i + 1) + ").";
  }
  // One step a round: the second rule waits for the first one's mark.
  const Chained walk(
      "(rule mark (premises (present (at ?x)) (absent (m))) (conclusions (add (m))))"
      "(rule go (premises (present (m)) (present (at ?x)) (present (next ?x ?y)))"
      "  (conclusions (remove (m)) (remove (at ?x)) (add (at ?y))))",
      facts);
  const ProductionResult result = run(walk, {.rounds = 10'000, .removals = 50});
  CHECK(result.end != ProductionEnd::fixpoint);
  CHECK(result.rounds < 10'000);
}

TEST_CASE("Limits stop every engine at the same trial", "[agenda][semantics]") {
  const Chained pairs(
      "(rule r (premises (present (p ?x)) (present (p ?y)) (different ?x ?y))"
      " (conclusions (add (q ?x ?y))))",
      "p(1). p(2). p(3). p(4).");
  for (std::uint64_t nodes = 0; nodes <= 22; ++nodes) {
    CAPTURE(nodes);
    const ProductionResult result = run(pairs, {.nodes = nodes});
    CHECK(result.end == (nodes < 21 ? ProductionEnd::nodes : ProductionEnd::fixpoint));
  }
  CHECK(run(pairs, {.rounds = 0}).end == ProductionEnd::rounds);
}

TEST_CASE("Variables, constants and `_`", "[agenda][semantics]") {
  const Chained mixed(
      "(rule twice (premises (present (e ?x ?x))) (conclusions (add (loop ?x))))"
      "(rule named (premises (present (e a ?y))) (conclusions (add (out))))"
      "(rule anything (premises (present (e b _))) (conclusions (add (some))))"
      "(rule none (premises (present (n ?x)) (absent (e ?x _)) (absent (e _ ?z)))"
      "  (conclusions (add (lone ?x))))"
      "(rule unknown (premises (present (e zzz ?x))) (conclusions (add (loop ?x))))",
      "e(a,b). e(b,b). e(a,c). n(c). n(d).");
  const ProductionResult result = run(mixed);
  CHECK(mixed.text(result.deduced) == "loop(b) out some");
  CHECK(result.counts[1].firings == 2);  // a named variable goes through all facts
  CHECK(result.counts[2].firings == 1);  // `_` asks whether there is one
  CHECK(result.counts[4].firings == 0);
}

TEST_CASE("Comparisons of names and numbers", "[agenda][semantics]") {
  const Chained numbers(
      "(rule l (premises (present (n ?x)) (present (n ?y)) (less ?x ?y)) (conclusions (add (lt ?x "
      "?y))))"
      "(rule e (premises (present (n ?x)) (>= ?x 2.5)) (conclusions (add (big ?x))))"
      "(rule s (premises (present (n ?x)) (same ?x 1)) (conclusions (add (one ?x))))",
      "n(1). n(-3). n(2.50). n(a). n(1.0).");
  const ProductionResult result = run(numbers);
  CHECK(numbers.text(result.deduced) ==
        "lt(1,2.50) lt(-3,1) lt(-3,2.50) lt(-3,1.0) lt(1.0,2.50) big(2.50) one(1)");
}

TEST_CASE("Tests wait for what binds their variables", "[rules][lowering]") {
  const Chained waits(
      "(rule r (premises (different ?x ?y) (absent (q ?y)) (present (p ?x))"
      " (present (p ?y))) (conclusions (add (r ?x ?y))))",
      "p(1). p(2). q(2).");
  const ProductionResult result = run(waits);
  CHECK(waits.text(result.deduced) == "r(2,1)");
  CHECK(result.counts[0].trials == Trials{1, 2, 4, 2, 1});
}

TEST_CASE("What relations and domains rules and facts make", "[rules][lowering]") {
  const Chained made(
      "(rule r (premises (present (p ?x)) (present (s ?x))) (conclusions (add (q ?x k))"
      " (add (s ?x))))",
      "p(a). p(b). p(a). s(z).");
  REQUIRE(made.module);
  const ir::Module& module = *made.module;
  const auto relation = [&](std::string_view name) {
    return module.relations.at(module.find_relation(name));
  };
  CHECK(relation("p").kind == ir::RelationKind::fixed);
  CHECK(relation("p").facts.rows == 2);  // twice is once
  CHECK(relation("q").kind == ir::RelationKind::memory);
  CHECK(relation("s").kind == ir::RelationKind::memory);
  CHECK(relation("s").facts.rows == 1);
  const auto size = [&](std::string_view name, std::size_t column) {
    return module.domains.at(relation(name).columns.at(column)).values.size();
  };
  CHECK(size("q", 0) == 2);
  CHECK(size("q", 1) == 1);
  CHECK(size("s", 0) == 3);  // its own z, and what the rule puts into it
}

TEST_CASE("Facts are printed so that they can be read again", "[agenda][facts]") {
  const std::string facts =
      "p('b c'). p('it''s'). p('_'). p('f(x)'). p('%'). p('x.'). p(3.79). p('/*'). "
      "p(+). p(-2). p('\xc3\xa9'). p('[]'). q.";
  const Chained first(
      "(rule r (premises (present (p ?x))) (conclusions (add (p ?x))))"
      "(rule s (premises (present (q))) (conclusions (add (q))))",
      facts);
  REQUIRE(first.module);
  std::string printed;
  for (const std::string& fact :
       tools::fact_texts(*first.module, driver::initial_facts(*first.module))) {
    printed += fact + ". ";
  }
  CHECK(printed == facts + " ");
}

TEST_CASE("What facts and rules do not agree on", "[rules][lowering]") {
  using Codes = std::vector<std::string>;
  const std::string rules = "(rule r (premises (present (p ?x))) (conclusions (add (q ?x))))";
  CHECK(Chained(rules, "p(a,b).").codes() == Codes{"arity"});
  CHECK(Chained(rules, "p(a). other(a). other(a,b).").codes() == Codes{"arity"});
  const Chained undefined("(rule r (premises (present (point ?x))) (conclusions (add (q ?x))))",
                          "points(a).");
  CHECK(undefined.codes() == Codes{"undefined"});
  CHECK(undefined.diagnostics.all()[0].message.find("`points`") != std::string::npos);
  CHECK(run(undefined).counts[0].firings == 0);
}

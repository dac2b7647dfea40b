// Sequences of working memories: whatever is kept up to date holds what the rules deduce
// from scratch, facts that only support each other go, and updates are chosen where they
// are cheaper.
#include "backend/rules/fact_order.h"
#include "backend/rules/sequence.h"
#include "ir/module/agenda_premises.h"
#include "passes/ordering/order_premises.h"
#include "passes/ordering/synthesise.h"
#include "tests/property/rules_sequence.h"
#include "tests/unit/support/chained.h"

#include <fmt/format.h>

using namespace tesuji;
using namespace tesuji::tests;
using driver::Incremental;
using driver::ProductionEngine;
using driver::SequenceStep;

namespace {

/// What each memory deduces, and how.
std::vector<SequenceStep> follow(const Chained& chained, ProductionEngine engine, Incremental mode,
                                 const runtime::ProductionLimits& limits = {}) {
  INFO(chained.diagnostics.render());
  REQUIRE(chained.module);
  driver::Sequence sequence(std::make_shared<const ir::Module>(*chained.module), engine, mode);
  if (sequence.maintenance() != nullptr) {
    ir::Diagnostics found(*chained.sources);
    CHECK(ir::verify(*sequence.maintenance(), found));
  }
  std::vector<SequenceStep> steps{sequence.start(limits)};
  for (const frontend::ChangeStep& step : chained.steps) {
    steps.push_back(sequence.next(step.changes, limits));
  }
  return steps;
}

std::string text(const Chained& chained, SequenceStep step) {
  driver::FactOrder(*chained.module).sort(step.deduced);
  return chained.text(step.deduced);
}

/// Every engine and mode deduces this after the steps.
void check(const Chained& chained, const std::vector<std::string>& expected) {
  for (const ProductionEngine engine : production_engines) {
    for (const Incremental mode :
         {Incremental::never, Incremental::always, Incremental::automatic}) {
      const std::vector<SequenceStep> steps = follow(chained, engine, mode);
      REQUIRE(steps.size() == expected.size());
      for (std::size_t i = 0; i < steps.size(); ++i) {
        CAPTURE(static_cast<int>(engine), static_cast<int>(mode), i);
        CHECK(text(chained, steps[i]) == expected[i]);
        const bool may_update =
            i > 0 && mode != Incremental::never && engine != ProductionEngine::reference;
        if (!may_update) CHECK_FALSE(steps[i].incremental);
        if (may_update && mode == Incremental::always) CHECK(steps[i].incremental);
      }
    }
  }
}

constexpr const char* reach =
    "(rule first (premises (present (start ?x))) (conclusions (add (reached ?x))))"
    "(rule next (premises (present (reached ?x)) (present (edge ?x ?y)))"
    " (conclusions (add (reached ?y))))";

}  // namespace

TEST_CASE("Facts that only support each other go", "[agenda][sequence]") {
  check(Chained(reach, "start(a). edge(a,b). edge(b,c). edge(c,b). edge(c,d).",
                " step. - edge(a,b).  step. + edge(a,c).  step. - edge(c,d). - edge(c,b)."),
        {"reached(a) reached(b) reached(c) reached(d)", "reached(a)",
         "reached(a) reached(b) reached(c) reached(d)", "reached(a) reached(c)"});
}

TEST_CASE("What has another reason stays", "[agenda][sequence]") {
  check(Chained(reach, "start(a). edge(a,b). edge(a,c). edge(b,d). edge(c,d). edge(d,e).",
                " step. - edge(b,d).  step. - edge(c,d). + edge(b,e)."),
        {"reached(a) reached(b) reached(c) reached(d) reached(e)",
         "reached(a) reached(b) reached(c) reached(d) reached(e)",
         "reached(a) reached(b) reached(c) reached(e)"});
}

TEST_CASE("Base facts that rules conclude, too", "[agenda][sequence]") {
  // reached(c) is given first, then deduced as well, then only deduced, then neither.
  check(Chained(reach, "start(a). edge(c,d). reached(c).",
                " step. + edge(a,c).  step. - reached(c).  step. - edge(a,c)."
                " step. + reached(d).  step. + edge(a,d).  step. - reached(d). - edge(a,d)."),
        {"reached(a) reached(d)", "reached(a) reached(d)", "reached(a) reached(c) reached(d)",
         "reached(a)", "reached(a)", "reached(a)", "reached(a)"});
}

TEST_CASE("What is asked to be absent comes and goes", "[agenda][sequence]") {
  check(Chained("(rule free (premises (present (point ?x)) (absent (stone _ ?x))"
                "  (absent (stone ?x ?x)))"
                " (conclusions (add (free ?x)) (add (some))))"
                "(rule pair (premises (present (free ?x)) (present (next ?x ?y))"
                "  (present (free ?y))) (conclusions (add (pair ?x ?y))))",
                "point(a). point(b). point(c). next(a,b). next(b,c).",
                " step. + stone(white,b).  step. + stone(black,b). - stone(white,b)."
                " step. - stone(black,b). + stone(black,a).  step. + stone(w,b). + stone(w,c)."),
        {"free(a) free(b) free(c) some pair(a,b) pair(b,c)", "free(a) free(c) some",
         "free(a) free(c) some", "free(b) free(c) some pair(b,c)", ""});
}

TEST_CASE("Only what a step changes in the end counts", "[agenda][sequence]") {
  const Chained chained(reach, "start(a). edge(a,b).",
                        " step. - edge(a,b). + edge(a,b). + edge(b,c). - edge(b,c)."
                        " step. + edge(a,b). - edge(c,a).  step.");
  for (const SequenceStep& step :
       follow(chained, ProductionEngine::interpreter, Incremental::always)) {
    CHECK(step.come + step.gone == 0);
    CHECK(text(chained, step) == "reached(a) reached(b)");
  }
}

TEST_CASE("Rule sets whose order is meaning are run from scratch, in order of arrival",
          "[agenda][sequence]") {
  const Chained chained(
      "(rule first (premises (present (p ?x)) (absent (taken))) (conclusions (add (taken))"
      " (add (winner ?x))))",
      "p(a). p(b).", " step. - p(a).  step. + p(a).");
  for (const ProductionEngine engine : production_engines) {
    const auto steps = follow(chained, engine, Incremental::always);
    CHECK(chained.text(steps[0].deduced) == "taken winner(a)");
    CHECK(chained.text(steps[1].deduced) == "taken winner(b)");
    CHECK(chained.text(steps[2].deduced) == "taken winner(b)");  // a has arrived anew
    CHECK_FALSE(steps[2].incremental);
  }
}

TEST_CASE("Updates are chosen where they are cheaper", "[agenda][sequence]") {
  // A chain of 60 points. First its end moves, then its start goes, then all that is left.
  std::string facts = "start(0). ";
  std::string rest = " step. ";
  for (int i = 0; i < 60; ++i) {
    const std::string edge = fmt::format("edge({},{}). ", i, i + 1);
    facts += edge;
    if (i > 0) rest += "- " + edge;
  }
  const Chained chained(reach, facts,
                        " step. - edge(59,60). + edge(59,61).  step. - edge(59,61)."
                        " step. - edge(0,1)." +
                            rest);
  const auto chosen = follow(chained, ProductionEngine::interpreter, Incremental::automatic);
  const auto never = follow(chained, ProductionEngine::interpreter, Incremental::never);
  CHECK(chosen[1].incremental);
  CHECK(chosen[2].incremental);
  CHECK(chosen[2].nodes < never[2].nodes / 5);
  // All is lost: the update comes to cost as much as the last run, and is broken off.
  CHECK_FALSE(chosen[3].incremental);
  CHECK(chosen[3].nodes <= never[0].nodes + 200);
  CHECK_FALSE(chosen[4].incremental);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    CHECK(text(chained, chosen[i]) == text(chained, never[i]));
  }
}

TEST_CASE("A limit ends a step, and later ones start anew", "[agenda][sequence]") {
  std::string facts = "start(0). ";
  for (int i = 0; i < 20; ++i) facts += fmt::format("edge({},{}). ", i, i + 1);
  const Chained chained(reach, facts, " step. - edge(3,4).  step. - edge(2,3). step. + edge(2,3).");
  for (const ProductionEngine engine : {ProductionEngine::interpreter, ProductionEngine::native}) {
    const auto steps = follow(chained, engine, Incremental::always, {.nodes = 30});
    CHECK(steps[0].end == runtime::ProductionEnd::nodes);
    CHECK(steps[1].end == runtime::ProductionEnd::fixpoint);
    CHECK_FALSE(steps[1].incremental);
    CHECK(steps[2].incremental);
    CHECK(text(chained, steps[3]) == "reached(0) reached(1) reached(2) reached(3)");
  }
}

TEST_CASE("What is wrong in changes is told where it stands", "[agenda][sequence]") {
  const Chained chained("(rule r (premises (present (p ?x))) (conclusions (add (q ?x))))", "p(a).",
                        "+ p(b).\nstep.\nadd p(c).\n+ p(X).\n- p(f(a)).\nstep p(a).\n+ p(a)");
  CHECK_FALSE(chained.module);
  CHECK(chained.codes() == std::vector<std::string>(6, "parse"));
  const Chained arity("(rule r (premises (present (p ?x))) (conclusions (add (q ?x))))", "p(a).",
                      " step. + p(a,b).");
  CHECK_FALSE(arity.module);
  CHECK(arity.codes() == std::vector<std::string>{"arity"});
}

TEST_CASE("Random sequences agree with the forward chainer", "[agenda][sequence]") {
  std::size_t incremental = 0;
  for (std::uint64_t number = 0; number < 120; ++number) {
    CAPTURE(number);
    const SequenceOutcome outcome = compare_sequence(random_rules(number), number % 20 == 0);
    INFO(outcome.message);
    CHECK(outcome.kind != SequenceOutcome::Kind::disagreed);
    CHECK(outcome.kind != SequenceOutcome::Kind::refused);
    incremental += outcome.incremental;
  }
  CHECK(incremental > 300);
}

TEST_CASE("Facts that may change are counted where premises are ordered", "[agenda][sequence]") {
  const std::string rules =
      "(rule r (premises (present (edge ?x ?y)) (present (red ?y)) (present (big ?x)))"
      " (conclusions (add (found ?x ?y))))";
  // 400 edges, 100 red points, one that is big: in the text's order 801 nodes.
  std::string facts = "big(n7).\n";
  for (int i = 0; i < 100; ++i) {
    facts += fmt::format("red(n{}).\n", i);
    for (const int step : {1, 5, 7, 11})
      facts += fmt::format("edge(n{},n{}).\n", i, (i + step) % 100);
  }
  std::vector<std::uint64_t> nodes;
  for (const std::string changes : {"", "step. - edge(n7,n8). - big(n7). - red(n7)."}) {
    Chained chained(rules, facts, changes);
    REQUIRE(chained.module);
    REQUIRE(passes::order_premises(
        *chained.module, passes::Metarules(passes::synthesise_metarules(*chained.module))));
    nodes.push_back(
        follow(chained, ProductionEngine::interpreter, Incremental::automatic)[0].nodes);
  }
  CHECK(nodes == std::vector<std::uint64_t>{6, 6});
}

TEST_CASE("Updates do not look through all that was deduced", "[agenda][sequence]") {
  // What is deduced has a variable twice, which says nothing about how much of it there is.
  std::string facts;
  for (int i = 0; i < 200; ++i) {
    facts += fmt::format("stone(n{}).\n", i);
    for (const int step : {1, 5, 7, 11, 13, 17}) {
      facts += fmt::format("next(n{},n{}).\n", i, (i + step) % 200);
    }
  }
  const Chained chained(
      "(rule r (premises (present (next ?x ?y)) (present (next ?y ?z)) (present (stone ?z)))"
      " (conclusions (add (pair ?x ?y ?x))))",
      facts, "step. - stone(n3).");
  const std::vector<SequenceStep> steps =
      follow(chained, ProductionEngine::interpreter, Incremental::always);
  CHECK(text(chained, steps[1]) == text(chained, steps[0]));
  CHECK(steps[1].nodes < 1200);  // pairs
}

// Native matchers for production rules: everything that they count and deduce is the
// interpreter's, also where they stop at a limit or ask for many rows at once.
#include "backend/llvm/agendas/agenda_jit.h"
#include "tests/unit/support/chained.h"

#include <string>

using namespace tesuji;
using namespace tesuji::tests;
using driver::ProductionEngine;
using runtime::ProductionResult;

namespace {

void check_same(const Chained& chained, const ProductionResult& native,
                const ProductionResult& interpreted) {
  CHECK(native.end == interpreted.end);
  CHECK(native.rounds == interpreted.rounds);
  CHECK(chained.text(native.memory) == chained.text(interpreted.memory));
  CHECK(chained.text(native.deduced) == chained.text(interpreted.deduced));
  REQUIRE(native.counts.size() == interpreted.counts.size());
  for (std::size_t i = 0; i < native.counts.size(); ++i) {
    CHECK(native.counts[i].trials == interpreted.counts[i].trials);
    CHECK(native.counts[i].firings == interpreted.counts[i].firings);
    CHECK(native.counts[i].productive == interpreted.counts[i].productive);
    CHECK(native.counts[i].added == interpreted.counts[i].added);
    CHECK(native.counts[i].removed == interpreted.counts[i].removed);
    CHECK(native.counts[i].runs == interpreted.counts[i].runs);
  }
}

/// Both engines' results, which must be the same, under limits of trials up to `nodes`.
ProductionResult check_engines(const Chained& chained, std::uint64_t nodes = 0) {
  INFO(chained.diagnostics.render());
  REQUIRE(chained.module);
  const auto module = std::make_shared<const ir::Module>(*chained.module);
  const auto native = llvm_backend::make_agenda_jit(module, {.verify = true});
  const auto interpreter = driver::compile_rules(module, ProductionEngine::interpreter);
  const runtime::Facts initial = driver::initial_facts(*module);
  for (std::uint64_t limit = 0; limit < nodes; ++limit) {
    CAPTURE(limit);
    const runtime::ProductionLimits limits{.nodes = limit};
    check_same(chained, native->run(initial, limits), interpreter->run(initial, limits));
  }
  const ProductionResult result = native->run(initial, {});
  check_same(chained, result, interpreter->run(initial, {}));
  return result;
}

/// `name(1). name(2). ..`, as long as `keep` says so.
template <typename Keep>
std::string numbers(const std::string& name, int last, const Keep& keep) {
  std::string facts;
  for (int i = 1; i <= last; ++i) {
    if (keep(i)) facts += name + "(" + std::to_string(i) + "). ";
  }
  return facts;
}

constexpr auto all = [](int) { return true; };

}  // namespace

TEST_CASE("A limit of trials stops native code at the same trial", "[agenda][native]") {
  // Bounded from the start; two rules, so that the limit may lie in either.
  const Chained fixed(
      "(rule pairs (premises (present (p ?x)) (present (p ?y)) (different ?x ?y)"
      "  (present (q ?y))) (conclusions (add (pair ?x ?y)) (add (seen ?x))))"
      "(rule back (premises (present (pair ?x ?y)) (present (q ?x)) (present (p ?z))"
      "  (different ?z ?y)) (conclusions (add (pair ?y ?z))))",
      "p(a). p(b). p(c). q(b). q(c).");
  const ProductionResult result = check_engines(fixed, 120);
  CHECK(result.end == runtime::ProductionEnd::fixpoint);
  CHECK(result.counts[0].trials.at(2) == 9);
}

TEST_CASE("Conditions for many rows at once keep the order of arrival", "[agenda][native]") {
  // 150 rows, three words; they do not arrive in the order of the domain.
  std::string facts;
  for (int i = 0; i < 150; ++i) facts += "p(" + std::to_string(i * 37 % 150) + "). ";
  facts += numbers("odd", 149, [](int i) { return i % 2 == 1; });
  facts += "start(3). start(4).";
  const Chained chained(
      "(rule r (premises (present (start ?s)) (present (p ?x)) (present (odd ?s))"
      "  (present (odd ?x)) (different ?s ?x) (less ?x 70) (greater ?x ?s))"
      " (conclusions (add (found ?x))))",
      facts);
  const ProductionResult result = check_engines(chained);
  CHECK(result.counts[0].trials == std::vector<std::uint64_t>{1, 2, 300, 150, 75, 74, 34, 33});
  CHECK(chained.text(result.deduced).starts_with("found(37) found(35) found(33)"));
}

TEST_CASE("Rows in groups: every length of a group", "[agenda][native]") {
  // Point i has i neighbours, 0 to 9, and 70 for the last one.
  std::string facts;
  for (int i = 1; i <= 10; ++i) {
    for (int j = 1; j < (i == 10 ? 71 : i); ++j) {
      facts += "next(" + std::to_string(i) + "," + std::to_string(j) + "). ";
    }
  }
  facts += numbers("p", 10, all) + numbers("good", 70, [](int i) { return i % 3 != 0; });
  check_engines(
      Chained("(rule r (premises (present (p ?x)) (present (next ?x ?y)) (present (good ?y))"
              "  (different ?x ?y) (absent (next ?y ?x)) (present (next ?x ?z)) (different ?z ?y)"
              "  (present (good ?z))) (conclusions (add (found ?x ?y))))",
              facts));
}

TEST_CASE("Comparisons of constants, of numbers, across domains", "[agenda][native]") {
  check_engines(
      Chained("(rule r (premises (present (a ?x)) (present (b ?y)) (less ?x ?y) (different ?x 2)"
              "  (less_or_equal ?y 10.5)) (conclusions (add (ab ?x ?y))))"
              "(rule same (premises (present (a ?x)) (present (b ?y)) (same ?x ?y))"
              " (conclusions (add (both ?x))))"
              "(rule never (premises (present (a ?x)) (less 3 2)) (conclusions (add (no ?x))))"
              "(rule unknown (premises (present (a ?x)) (present (b absent_constant)))"
              " (conclusions (add (no ?x))))"
              "(rule large (premises (present (b ?y)) (greater_or_equal ?y 10) (greater ?y 9))"
              " (conclusions (add (large ?y))))",
              "a(1). a(2). a(x). a(10). b(10). b(2). b(10.5). b(y). b(11)."));
}

TEST_CASE("Variables twice, anything, relations without columns", "[agenda][native]") {
  check_engines(
      Chained("(rule loop (premises (present (e ?x ?x))) (conclusions (add (loop ?x))))"
              "(rule some (premises (present (e ?x _)) (absent (e _ ?x)))"
              " (conclusions (add (source ?x)) (add (any))))"
              "(rule go (premises (present (any)) (present (source ?x)) (present (e ?x ?y)))"
              " (conclusions (add (source ?y)) (add (done))))"
              "(rule late (premises (absent (done)) (present (e ?x ?y)))"
              " (conclusions (add (early ?y ?x))))",
              "e(a,b). e(b,b). e(b,c). e(c,a). e(d,c)."),
      100);
}

TEST_CASE("Facts that arrive and leave while a loop runs", "[agenda][native]") {
  check_engines(
      Chained("(rule eat (premises (present (p ?x)) (present (after ?x ?y)) (present (p ?y)))"
              " (conclusions (remove (p ?y)) (add (eaten ?y)) (add (p ?x))))"
              "(rule grow (premises (present (eaten ?x)) (present (after ?x ?y))"
              "  (absent (p ?y)) (absent (eaten ?y))) (conclusions (add (p ?y))))",
              "p(1). p(2). p(3). p(5). after(1,2). after(2,3). after(3,4). after(4,5). "
              "after(1,3). after(5,1)."),
      80);
}

TEST_CASE("The limit of removals stops native code at the same fact", "[agenda][native]") {
  const Chained chained(
      "(rule r (premises (present (p ?x)) (present (q ?y)))"
      " (conclusions (add (got ?x ?y)) (remove (p ?x)) (add (p ?x)) (add (last ?y))))",
      "p(1). p(2). q(1). q(2).");
  REQUIRE(chained.module);
  for (std::uint64_t removals = 0; removals < 12; ++removals) {
    CAPTURE(removals);
    const runtime::ProductionLimits limits{.nodes = 1000, .rounds = 5, .removals = removals};
    const ProductionResult native = chained.run(ProductionEngine::native, limits);
    CHECK(native.end == runtime::ProductionEnd::removals);
    check_same(chained, native, chained.run(ProductionEngine::interpreter, limits));
  }
}

TEST_CASE("Domains too large for tables: facts are found through hashed indexes",
          "[agenda][native]") {
  // Two given columns of 1,500 constants each make more keys than a table gets; three
  // make more tuples than get a bit each.
  std::string facts;
  for (int i = 0; i < 1500; ++i) {
    const std::string n = std::to_string(i);
    const std::string m = std::to_string(i * 7 % 1500);
    facts += "edge(" + n + "," + m + "," + std::to_string(i % 5) + "). link(" + m + "," + n + "," +
             m + "). ";
  }
  check_engines(Chained(
      "(rule r (premises (present (link ?x ?y _)) (present (edge ?y ?x ?k)) (less ?k 2)"
      "  (present (link ?x ?y ?z)) (absent (found ?z ?x _))) (conclusions (add (found ?x ?y ?z))))"
      "(rule again (premises (present (found ?x ?y ?z)) (present (found ?y ?w _))"
      "  (absent (found ?x ?w ?z))) (conclusions (add (found ?x ?w ?z))))",
      facts));
}

TEST_CASE("Rules of many premises count the same, in memory and in the fast tier too",
          "[agenda][native]") {
  // A walk over a ring; every other premise is a test that one more start fails.
  std::string facts = numbers("start", 9, all);
  for (int i = 0; i < 400; ++i) {
    facts += "next(" + std::to_string(i) + "," + std::to_string((i + 1) % 400) + "). ";
    if (i % 64 != 60) facts += "free(" + std::to_string(i) + "). ";
  }
  for (const int steps : {20, 40, 150}) {
    CAPTURE(steps);
    std::string premises = "(present (start ?x0))";
    for (int i = 0; i < steps; ++i) {
      const std::string here = std::to_string(i);
      const std::string there = std::to_string(i + 1);
      premises +=
          "(present (next ?x" + here + " ?x" + there + ")) (present (free ?x" + there + "))";
    }
    const Chained chained("(rule r (premises " + premises + ") (conclusions (add (end ?x" +
                              std::to_string(steps) + "))))",
                          facts);
    const ProductionResult whole = check_engines(chained);
    std::uint64_t trials = 0;
    for (const std::uint64_t count : whole.counts.at(0).trials) trials += count;
    REQUIRE(trials > 300);
    const auto module = std::make_shared<const ir::Module>(*chained.module);
    const runtime::Facts initial = driver::initial_facts(*module);
    const auto native = llvm_backend::make_agenda_jit(module);
    const auto interpreter = driver::compile_rules(module, ProductionEngine::interpreter);
    for (const std::uint64_t limit : {trials / 3, trials / 2, trials - 20}) {
      const runtime::ProductionLimits limits{.nodes = limit};
      check_same(chained, native->run(initial, limits), interpreter->run(initial, limits));
    }
  }
}

TEST_CASE("The code is shown as text", "[agenda][native]") {
  const Chained chained("(rule r (premises (present (p ?x))) (conclusions (add (q ?x))))", "p(a).");
  REQUIRE(chained.module);
  const auto module = std::make_shared<const ir::Module>(*chained.module);
  CHECK(llvm_backend::emit_agenda_text(module, llvm_backend::Text::llvm).find("@rule.r(") !=
        std::string::npos);
}

// Every refusal of the verifier, one by one, and what is just allowed beside it.
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <functional>
#include <limits>
#include <memory>
#include <string>

using namespace tesuji::ir;
using tesuji::tests::check_words;
using tesuji::tests::sentences;

namespace {

/// What the verifier says of a module; empty where it is content.
std::string faults_of(const Module& module) {
  Diagnostics diagnostics(*module.sources);
  const bool good = verify(module, diagnostics);
  CHECK(good == diagnostics.all().empty());
  for (const Diagnostic& diagnostic : diagnostics.all()) CHECK(diagnostic.code == "ir");
  return sentences(diagnostics);
}

Module read(const std::string& text) {
  auto sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics(*sources);
  auto module = parse(sources->add("test.tir", text), sources, diagnostics);
  INFO(diagnostics.render());
  REQUIRE(module);
  return std::move(*module);
}

const std::string declarations =
    "domain d = {a, b, c}\n"
    "domain e = {b, c}\n"
    "relation f(d, d) static rows index (0)\n"
    "relation s(d) state bits next next.s\n"
    "relation next.s(d) derived bits\n"
    "relation m(d, d) input list\n"
    "relation low(d) derived table index (0)\n"
    "relation p(d) derived bits\n"
    "relation q(e) derived bits\n"
    "relation r(d, d) derived bits\n";

/// At level clauses, with one rule and p above low.
std::string rule_faults(const std::string& rule) {
  return faults_of(read("tir 1\n" + declarations + "rule p#1 {\n" + rule +
                        "\n}\n"
                        "stratum 0 { relations low }\n"
                        "stratum 1 { relations p, r }\n"));
}

/// One plan in stratum 1, which is recursive and holds p and r; low is in stratum 0.
std::string plan_faults(const std::string& ops, const std::string& delta = "") {
  std::string name = "p#1";
  if (!delta.empty()) name.append(" ").append(delta);
  return faults_of(read("tir 1\nlevel plans\n" + declarations + "plan " + name + " {\n" + ops +
                        "\n}\n"
                        "stratum 0 { relations low, q }\n"
                        "stratum 1 recursive { relations p, r plans " +
                        name + " }\n"));
}

std::string strata_faults(const std::string& units) {
  return faults_of(read("tir 1\nlevel plans\n" + declarations + units));
}

std::string proc_faults(const std::string& procs) {
  return faults_of(read("tir 1\n" + procs));
}

/// What is said after the module, in memory, has been spoilt.
std::string spoilt(const std::function<void(Module&)>& spoil) {
  Module module = read("tir 1\nlevel plans\n" + declarations +
                       "facts f { (a, b) }\n"
                       "rule p#1 { p(X) if f(X, X) }\n"
                       "plan p#1 { scan f(?X, ?Y) insert p(X) }\n"
                       "stratum 0 { relations p plans p#1 }\n"
                       "entry next = {0}\n");
  REQUIRE(faults_of(module).empty());
  spoil(module);
  return faults_of(module);
}

}  // namespace

TEST_CASE("names are unique", "[ir][verifier]") {
  check_words(spoilt([](Module& m) { m.domains[1].name = m.domains[0].name; }));
  check_words(spoilt([](Module& m) { m.relations[0].name = m.relations[1].name; }));
  check_words(spoilt([](Module& m) { m.rules.push_back(m.rules[0]); }));
  check_words(spoilt([](Module& m) { m.plans.push_back(m.plans[0]); }));
  check_words(spoilt([](Module& m) { m.entries.push_back(m.entries[0]); }));
  check_words(spoilt([](Module& m) { m.rules[0].variables = {"X", "X"}; }));
  check_words(spoilt([](Module& m) { m.plans[0].variables = {"X", "X"}; }));
}

TEST_CASE("ids are in range", "[ir][verifier]") {
  check_words(spoilt([](Module& m) { m.roles = {9999}; }));
  check_words(spoilt([](Module& m) { m.domains[0].values[1] = 9999; }));
  check_words(spoilt([](Module& m) { m.domains[0].values.pop_back(); }));
  check_words(spoilt([](Module& m) { m.relations[0].columns[0] = 99; }));
  check_words(spoilt([](Module& m) { m.relations[0].columns[0] = no_id; }));
  check_words(spoilt([](Module& m) { m.relations[0].facts.cells[0] = 9999; }));
  check_words(spoilt([](Module& m) { m.rules[0].head = 99; }));
  check_words(spoilt([](Module& m) { m.rules[0].head_args[0].id = 9; }));
  check_words(spoilt([](Module& m) { m.rules[0].head_args[0] = Argument::constant(9999); }));
  check_words(spoilt([](Module& m) { m.plans[0].ops[0].relation = 99; }));
  check_words(spoilt([](Module& m) { m.plans[0].ops[0].args[0].id = 99; }));
  check_words(spoilt([](Module& m) { m.strata[0].relations.push_back(99); }));
  check_words(spoilt([](Module& m) { m.strata[0].plans.push_back(99); }));
  check_words(spoilt([](Module& m) { m.entries[0].strata.push_back(99); }));
  check_words(spoilt([](Module& m) { m.relations[1].next = 99; }));
}

TEST_CASE("columns may be without domains only at level clauses", "[ir][verifier]") {
  CHECK(faults_of(read("tir 1\nrelation p(_) static\nfacts p { (a) }\n")).empty());
  check_words(faults_of(read("tir 1\nlevel plans\nrelation p(_) static\nfacts p { (a) }\n")));
}

TEST_CASE("indexes are over columns; a table's first over all", "[ir][verifier]") {
  const auto index = [](const std::string& text) {
    return faults_of(read("tir 1\ndomain d = {a}\nrelation p(d, d) derived " + text + "\n"));
  };
  CHECK(index("table index (0, 1) index (1) index ()").empty());
  check_words(index("bits index (1, 0)"));
  check_words(index("bits index (0, 0)"));
  check_words(index("bits index (2)"));
  check_words(index("table index (0)"));
  check_words(index("table"));
}

TEST_CASE("storage goes with the kind", "[ir][verifier]") {
  const auto relation = [](const std::string& text) {
    return faults_of(read("tir 1\ndomain d = {a}\nrelation p(d) " + text + "\n"));
  };
  CHECK(relation("static rows").empty());
  CHECK(relation("input list").empty());
  check_words(relation("input bits"));
  check_words(relation("static list"));
  check_words(relation("derived rows"));
  check_words(relation("state list"));
  check_words(relation("input rows"));
}

TEST_CASE("facts belong to static relations and to domains", "[ir][verifier]") {
  const auto facts = [](const std::string& kind, const std::string& row) {
    return faults_of(read("tir 1\nlevel plans\ndomain d = {a}\ndomain e = {b}\nrelation p(d) " +
                          kind + "\nrelation true.x(d) state init init.x\n" +
                          "relation init.x(d) derived\n" + row + "\n"));
  };
  CHECK(facts("static", "facts p { (a) }").empty());
  CHECK(facts("static", "facts init.x { (a) }").empty());
  check_words(facts("derived", "facts p { (a) }"));
  check_words(facts("static", "facts true.x { (a) }"));
  check_words(facts("static", "facts p { (b) }"));
  check_words(spoilt([](Module& m) { m.relations[0].facts.rows = 7; }));
}

TEST_CASE("linked relations have the same shape", "[ir][verifier]") {
  const auto link = [](const std::string& text) {
    return faults_of(read("tir 1\nlevel plans\ndomain d = {a}\ndomain e = {b}\n" + text + "\n"));
  };
  CHECK(link("relation true.x(d) state bits next next.x\nrelation next.x(d) derived bits").empty());
  check_words(link("relation true.x(d) state bits next next.x\nrelation next.x(e) derived bits"));
  check_words(
      link("relation true.x(d) state bits next next.x\nrelation next.x(d, d) derived bits"));
  check_words(
      link("relation true.x(d) state bits next next.x\n"
           "relation next.x(d) derived table index (0)"));
  check_words(link("relation true.x(d) state next next.x\nrelation next.x(d) static"));
  check_words(link("relation p(d) derived init n\nrelation n(d) static"));
  check_words(link("relation p(d) state legal legal.x\nrelation legal.x(d) derived"));
  CHECK(link("relation does.x(e) input legal legal.x\nrelation legal.x(d) derived").empty());
}

TEST_CASE("answers, fluents and moves have the shapes that the host relies on", "[ir][verifier]") {
  const auto contract = [](const std::string& text) {
    return faults_of(read("tir 1\nlevel plans\ndomain d = {a}\ndomain e = {a, b}\n" + text + "\n"));
  };
  CHECK(contract("relation goal(d, d) derived bits\nrelation terminal() derived bits\n"
                 "relation legal(d) derived bits term \"x\"\n"
                 "relation legal.go(d, e) derived bits term \"(go ?)\"\n"
                 "relation does.go(d, e) input list term \"(go ?)\" legal legal.go\n"
                 "relation legality() derived bits\nrelation true.q() state bits term \"(q)\"")
            .empty());
  check_words(contract("relation goal(d) derived bits"));
  check_words(contract("relation goal(d, d) static rows"));
  check_words(contract("relation next.x(d) static rows"));
  check_words(contract("relation goal(d, d) derived rows"));
  check_words(contract("relation terminal(d) derived bits"));
  check_words(contract("relation legal() derived bits"));
  check_words(contract("relation does.go() input list"));
  check_words(
      contract("relation does.go(d) input list legal other\nrelation other(d) derived bits"));
  check_words(contract("relation true.x(d) state bits next n\nrelation n(d) derived bits"));
  check_words(
      contract("relation true.x() state bits next next.x\n"
               "relation true.y() state bits next next.x\nrelation next.x() derived bits"));
  check_words(contract("relation true.x(d, d) state bits term \"(x ?)\""));
  check_words(contract("relation legal(d, d) derived bits term \"(x ? ?)\""));
  check_words(contract("relation true.x(d) state bits term \"((x ?)\""));
  check_words(contract("relation true.x(d) state bits term \")x ?(\""));
}

TEST_CASE("the initial state is known before anything is run", "[ir][verifier]") {
  const auto init = [](const std::string& text) {
    return faults_of(
        read("tir 1\nlevel plans\ndomain d = {a}\ndomain e = {a, b}\n"
             "relation true.x(d) state bits init init.x\n" +
             text + "\n"));
  };
  const std::string computed =
      "relation init.x(d) derived bits\nplan init.x#1 { insert init.x(a) }\n"
      "stratum 0 { relations init.x plans init.x#1 }\n";
  CHECK(init(computed + "entry static = {0}").empty());
  check_words(init(computed + "entry next = {0}"));
  check_words(init("relation init.x(d) input list"));
  CHECK(init("relation init.x(e) static rows\nfacts init.x { (a) }").empty());
  check_words(init("relation init.x(e) static rows\nfacts init.x { (b) }"));
}

TEST_CASE("rules are safe and located", "[ir][verifier]") {
  CHECK(rule_faults("p(X) if f(X, _) and not low(X) and different (X, a) (b, X)").empty());
  check_words(rule_faults("p(X)"));
  check_words(rule_faults("p(a) if f(a, X) and not low(Y)"));
  check_words(rule_faults("p(a) if same (X) (a)"));
  check_words(rule_faults("p(a) if different (a) (X)"));
  check_words(rule_faults("p(_)"));
  check_words(rule_faults("p(a) if not low(_)"));
  check_words(rule_faults("p(a) if same (_) (a)"));
  check_words(rule_faults("p(X) if f(?X, a)"));
  check_words(rule_faults("p(a, a)"));
  check_words(rule_faults("p(a) if f(a)"));
  check_words(rule_faults("p(a) if same (a) (a, b)"));
  check_words(rule_faults("s(a)"));
  check_words(spoilt([](Module& m) { m.rules[0].span = {}; }));
}

TEST_CASE("faults point at the literal", "[ir][verifier]") {
  check_words(rule_faults("p(a)\n  if f(a)"));
}

TEST_CASE("rules negate relations of lower strata only", "[ir][verifier]") {
  CHECK(rule_faults("p(X) if f(X, X) and not low(X) and not s(X) and not f(X, X)").empty());
  check_words(rule_faults("p(X) if f(X, X) and not p(X)"));
  check_words(rule_faults("p(X) if f(X, X) and not r(X, X)"));
  check_words(rule_faults("p(X) if f(X, X) and not q(X)"));
  // Before the module is stratified nothing can be said.
  CHECK(faults_of(read("tir 1\nrelation p() derived\nrule p#1 { p() if not p() }\n")).empty());
}

TEST_CASE("plans bind every variable once and before its uses", "[ir][verifier]") {
  check_words(plan_faults("scan f(?X, _) test f(X, ?Y)"));
  CHECK(plan_faults("scan f(?X, ?Y) exists { probe f(Y, ?Z) using index 0 test s(Z) } insert p(X)")
            .empty());
  check_words(plan_faults("insert p(X)"));
  check_words(plan_faults("test s(X) scan f(?X, _) insert p(X)"));
  check_words(plan_faults("scan f(?X, X) insert p(X)"));
  check_words(plan_faults("scan f(?X, ?X) insert p(X)"));
  check_words(plan_faults("scan s(?X) scan s(?X) insert p(X)"));
  check_words(plan_faults("exists { scan s(?X) } insert p(X)"));
  check_words(plan_faults("exists { scan s(?X) } scan s(?X) insert p(X)"));
  check_words(plan_faults("exists { exists { scan s(?X) } test s(X) } insert p(a)"));
}

TEST_CASE("checks stand where the insert's tuple is known", "[ir][verifier]") {
  CHECK(plan_faults("unless_derived insert p(a)").empty());
  CHECK(plan_faults("scan s(?X) unless_derived exists { scan s(?Y) } insert p(X)").empty());
  check_words(plan_faults("unless_derived scan s(?X) insert p(X)"));
  check_words(plan_faults("scan s(?X) exists { unless_derived } insert p(X)"));
  check_words(plan_faults("exists { scan s(?X) } unless_derived insert p(X)"));
}

TEST_CASE("operations that cannot bind do not", "[ir][verifier]") {
  check_words(plan_faults("test s(?X) insert p(a)"));
  check_words(plan_faults("absent s(?X) insert p(a)"));
  check_words(plan_faults("same (?X) (a) insert p(a)"));
  check_words(plan_faults("different (a) (?X) insert p(a)"));
  check_words(plan_faults("insert p(?X)"));
  CHECK(plan_faults("test s(_) absent f(a, _) insert p(a)").empty());
  check_words(plan_faults("insert p(_)"));
  check_words(plan_faults("same (_) (a) insert p(a)"));
  check_words(plan_faults("same (a, b) (a) insert p(a)"));
}

TEST_CASE("plans end in their insert", "[ir][verifier]") {
  check_words(plan_faults(""));
  check_words(plan_faults("test s(a)"));
  check_words(plan_faults("insert p(a) insert p(a)"));
  check_words(plan_faults("exists { insert p(a) } insert p(a)"));
  check_words(plan_faults("insert s(a)"));
  check_words(plan_faults("insert low(a)"));
  check_words(plan_faults("test f(a) insert p(a)"));
  check_words(plan_faults("insert p(other)"));
}

TEST_CASE("plans are located, in a stratum, and have sound estimates", "[ir][verifier]") {
  check_words(spoilt([](Module& m) { m.plans[0].span = {}; }));
  check_words(spoilt([](Module& m) { m.strata[0].plans.clear(); }));
  check_words(spoilt([](Module& m) { m.strata.clear(), m.entries.clear(); }));
  check_words(spoilt([](Module& m) { m.strata[0].relations.clear(); }));
  check_words(spoilt([](Module& m) { m.relations[0].expected_rows = -3; }));
  check_words(spoilt([](Module& m) { m.strata[0].plans.push_back(0); }));
  check_words(spoilt([](Module& m) { m.level = Level::clauses; }));
  check_words(spoilt([](Module& m) { m.plans[0].ops[0].estimate = -1; }));
  check_words(spoilt(
      [](Module& m) { m.plans[0].ops[0].estimate = std::numeric_limits<double>::infinity(); }));
}

TEST_CASE("probes are on declared indexes, all columns given", "[ir][verifier]") {
  CHECK(plan_faults("probe f(a, ?X) using index 0 insert p(X)").empty());
  check_words(plan_faults("probe f(a, ?X) using index 1 insert p(X)"));
  check_words(plan_faults("probe f(?X, a) using index 0 insert p(X)"));
  check_words(plan_faults("probe f(_, ?X) using index 0 insert p(X)"));
}

TEST_CASE("plans ask for absence in lower strata only", "[ir][verifier]") {
  CHECK(plan_faults("absent low(a) absent s(a) absent m(a, _) insert p(a)").empty());
  check_words(plan_faults("absent p(a) insert p(a)"));
  check_words(plan_faults("absent r(a, a) insert p(a)"));
  check_words(plan_faults("absent next.s(a) insert p(a)"));
}

namespace {

/// What is wrong with a plan of `c`, which is called with its first column and has a column more.
std::string call_faults(const std::string& operations,
                        const std::string& declared = "derived call index (0)") {
  return faults_of(
      read("tir 2\nlevel plans\ngame \"calls\"\ndomain d = {a, b}\n"
           "relation f(d, d) static rows index (0)\nrelation c(d, d) " +
           declared +
           "\nrelation p(d) derived bits answer feature\n"
           "plan c#1 at \"test.kif\":1:1-2 {\n" +
           operations +
           "\n}\nplan p#1 at \"test.kif\":1:1-2 { probe c(a, ?Y) using index 0 insert p(Y) }\n"
           "stratum 0 recursive { relations c plans c#1 }\nstratum 1 { relations p plans p#1 }\n"
           "entry static = {}\nentry feature = {0, 1}\n"));
}

}  // namespace

TEST_CASE("calls are given their columns, and plans begin with them", "[ir][verifier][calls]") {
  CHECK(call_faults("given c(?X, _) test f(X, a) insert c(X, b)").empty());
  CHECK(call_faults("given c(a, _) probe f(a, ?Y) using index 0 insert c(a, Y)").empty());
  CHECK(call_faults("given c(?X, _) probe f(X, ?Z) using index 0 probe c(Z, ?Y) using index 0 "
                    "insert c(X, Y)")
            .empty());
  check_words(call_faults("scan f(?X, ?Y) insert c(X, Y)"));
  check_words(call_faults("given c(?X, ?Y) insert c(X, Y)"));
  check_words(call_faults("scan f(?X, _) given c(?Y, _) insert c(X, Y)"));
  check_words(call_faults("given c(?X, _) scan c(?Z, ?Y) insert c(X, Y)"));
  check_words(call_faults("given c(?X, _) probe c(X, ?Y) using index 0 insert c(X, Y)"));
  check_words(call_faults("given c(a, _) test c(a, b) insert c(a, a)"));
  check_words(call_faults("given c(?X, _) insert c(X, b)", "derived bits"));
  check_words(call_faults("given c(?X, _) insert c(X, b)", "derived call"));
  check_words(call_faults("given c(?X, _) insert c(X, b)", "derived call index (0) answer goal"));
}

TEST_CASE("deltas are of the own, recursive stratum", "[ir][verifier]") {
  CHECK(plan_faults("scan delta r(?X, _) insert p(X)", "delta 0").empty());
  check_words(plan_faults("scan r(?X, _) insert p(X)", "delta 0"));
  check_words(plan_faults("scan delta r(?X, _) insert p(X)"));
  check_words(plan_faults("scan delta r(?X, ?Y) scan delta p(?Z) insert p(X)", "delta 0"));
  check_words(plan_faults("scan delta low(?X) insert p(X)", "delta 0"));
  check_words(plan_faults("test delta p(a) insert p(a)", "delta 0"));
  check_words(
      strata_faults("plan p#1 delta 0 { scan delta p(?X) insert p(X) }\n"
                    "stratum 0 { relations p plans p#1 delta 0 }\n"));
}

TEST_CASE("no round of a recursive stratum misses a tuple", "[ir][verifier]") {
  const std::string first =
      "plan p#1 delta 0 { scan delta p(?X) exists { test r(X, X) } insert p(X) }\n";
  const std::string second = "plan p#1 delta 1 { scan delta r(?X, _) test p(X) insert p(X) }\n";
  CHECK(strata_faults(first + second +
                      "stratum 0 recursive { relations p, r plans p#1 delta 0, p#1 delta 1 }\n")
            .empty());
  check_words(strata_faults(first + "stratum 0 recursive { relations p, r plans p#1 delta 0 }\n"));
  check_words(plan_faults("scan p(?X) insert p(X)"));
}

TEST_CASE("relations are in one stratum, and derived", "[ir][verifier]") {
  check_words(strata_faults("stratum 0 { relations p }\nstratum 1 { relations p }\n"));
  check_words(strata_faults("stratum 0 { relations f }\n"));
}

TEST_CASE("entries compute what they read before they read it", "[ir][verifier]") {
  const std::string units =
      "plan low#1 { insert low(a) }\n"
      "plan p#1 { exists { scan low(?X) } insert p(a) }\n"
      "stratum 0 { relations low plans low#1 }\n"
      "stratum 1 { relations p plans p#1 }\n";
  CHECK(strata_faults(units + "entry goal = {0, 1}\n").empty());
  CHECK(strata_faults(units + "entry static = {0}\nentry goal = {1}\n").empty());
  check_words(strata_faults(units + "entry goal = {1}\n"));
  check_words(strata_faults(units + "entry goal = {1, 0}\n"));
  check_words(strata_faults(units + "entry goal = {0, 0}\n"));
  check_words(strata_faults(units + "entry static = {0}\nentry goal = {0, 1}\n"));
  check_words(
      strata_faults("plan p#1 { scan low(?X) insert p(X) }\n"
                    "stratum 0 { relations p plans p#1 }\nentry goal = {0}\n"));
  check_words(
      strata_faults("plan p#1 { scan r(?X, _) insert p(X) }\n"
                    "stratum 0 { relations p, r plans p#1 }\nentry goal = {0}\n"));
}

TEST_CASE("at level clauses the rules say what is read", "[ir][verifier]") {
  const std::string text = "tir 1\n" + declarations +
                           "rule p#1 { p(X) if low(X) }\n"
                           "stratum 0 { relations low }\nstratum 1 { relations p }\n";
  CHECK(faults_of(read(text + "entry goal = {0, 1}\n")).empty());
  check_words(faults_of(read(text + "entry goal = {1}\n")));
}

TEST_CASE("entries compute their answers", "[ir][verifier]") {
  const std::string units = "stratum 0 { relations next.s }\nstratum 1 { relations p }\n";
  CHECK(strata_faults(units + "entry next = {0}\n").empty());
  check_words(strata_faults(units + "entry next = {1}\n"));
  check_words(strata_faults(units));
  check_words(strata_faults(units + "entry nxt = {0}\n"));
}

TEST_CASE("procs look at states that are given", "[ir][verifier]") {
  const auto clause = [](const std::string& ops) {
    return proc_faults(
        "proc q(A: state in) { test won(A) yield (A) }\n"
        "proc p(A: state in, B: state out) {\n" +
        ops + "\n}\n");
  };
  CHECK(
      clause("call move(A, ?B) test q(B) absent move(B, _) call move(A, _) yield (A, B)").empty());
  check_words(clause("call move(B, ?A) yield (A, B)"));
  check_words(clause("call move(A, ?A) yield (A, A)"));
  check_words(clause("call move(A, ?B) call move(A, ?B) yield (A, B)"));
  check_words(clause("yield (A, B)"));
  check_words(clause("call move(_, ?B) yield (A, B)"));
  check_words(clause("test move(A, ?B) yield (A, B)"));
  check_words(clause("call move(A, ?B) yield (B, A)"));
  check_words(clause("call move(A, ?B) yield (A)"));
  check_words(clause("call move(A, ?B) yield (A, B) test won(B)"));
  check_words(clause("call move(A, ?B)"));
  check_words(clause("call jump(A, ?B) yield (A, B)"));
  check_words(clause("call won(A, ?B) yield (A, B)"));
  check_words(clause("call move(A) yield (A, A)"));
}

TEST_CASE("procs have names of their own, places, and an end", "[ir][verifier]") {
  check_words(proc_faults("proc move(A: state in, B: state out) { call won(A) yield (A, A) }\n"));
  check_words(proc_faults("proc p(A: state in) at ? { test won(A) yield (A) }\n"));
  check_words(proc_faults("proc p(A: state in) { test p(A) yield (A) }\n"));
  check_words(
      proc_faults("proc p(A: state in) { test q(A) yield (A) }\n"
                  "proc q(A: state in) { absent p(A) yield (A) }\n"));
  Module module = read("tir 1\nproc p(A: state in) { test won(A) yield (A) }\n");
  REQUIRE(faults_of(module).empty());
  module.procs.push_back(module.procs[0]);
  check_words(faults_of(module));
  module.procs.pop_back();
  module.procs[0].arity = 3;
  check_words(faults_of(module));
  module.procs[0].arity = 1;
  module.procs[0].clauses[0].ops[0].args[0].id = 7;
  check_words(faults_of(module));
}

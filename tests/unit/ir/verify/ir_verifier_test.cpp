// Every refusal of the verifier, one by one, and what is just allowed beside it.
#include "ir/text/text.h"
#include "ir/verify/verifier.h"

#include <catch2/catch.hpp>

#include <functional>
#include <limits>
#include <memory>
#include <string>

using namespace tesuji::ir;

namespace {

/// What the verifier says of a module; empty where it is content.
std::string faults_of(const Module& module) {
  Diagnostics diagnostics(*module.sources);
  const bool good = verify(module, diagnostics);
  CHECK(good == diagnostics.all().empty());
  for (const Diagnostic& diagnostic : diagnostics.all()) CHECK(diagnostic.code == "ir");
  return diagnostics.render();
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

const auto says = [](const std::string& part) { return Catch::Contains(part); };

}  // namespace

TEST_CASE("names are unique", "[ir][verifier]") {
  CHECK_THAT(spoilt([](Module& m) { m.domains[1].name = m.domains[0].name; }),
             says("two domains named d"));
  CHECK_THAT(spoilt([](Module& m) { m.relations[0].name = m.relations[1].name; }),
             says("two relations named s"));
  CHECK_THAT(spoilt([](Module& m) { m.rules.push_back(m.rules[0]); }), says("two rules named p#1"));
  CHECK_THAT(spoilt([](Module& m) { m.plans.push_back(m.plans[0]); }),
             says("two plans of this kind for p#1"));
  CHECK_THAT(spoilt([](Module& m) { m.entries.push_back(m.entries[0]); }),
             says("two entries named next"));
  CHECK_THAT(spoilt([](Module& m) { m.rules[0].variables = {"X", "X"}; }),
             says("two variables named X"));
  CHECK_THAT(spoilt([](Module& m) { m.plans[0].variables = {"X", "X"}; }),
             says("two variables named X"));
}

TEST_CASE("ids are in range", "[ir][verifier]") {
  CHECK_THAT(spoilt([](Module& m) { m.roles = {9999}; }), says("there is no role"));
  CHECK_THAT(spoilt([](Module& m) { m.domains[0].values[1] = 9999; }), says("wrong value"));
  CHECK_THAT(spoilt([](Module& m) { m.domains[0].values.pop_back(); }), says("a value twice"));
  CHECK_THAT(spoilt([](Module& m) { m.relations[0].columns[0] = 99; }),
             says("f has a column without a domain"));
  CHECK_THAT(spoilt([](Module& m) { m.relations[0].columns[0] = no_id; }),
             says("f has a column without a domain"));
  CHECK_THAT(spoilt([](Module& m) { m.relations[0].facts.cells[0] = 9999; }),
             says("f has a fact without meaning"));
  CHECK_THAT(spoilt([](Module& m) { m.rules[0].head = 99; }), says("there is no relation 99"));
  CHECK_THAT(spoilt([](Module& m) { m.rules[0].head_args[0].id = 9; }),
             says("there is no variable 9"));
  CHECK_THAT(spoilt([](Module& m) { m.rules[0].head_args[0] = Argument::constant(9999); }),
             says("there is no symbol 9999"));
  CHECK_THAT(spoilt([](Module& m) { m.plans[0].ops[0].relation = 99; }),
             says("there is no relation 99"));
  CHECK_THAT(spoilt([](Module& m) { m.plans[0].ops[0].args[0].id = 99; }),
             says("there is no variable 99"));
  CHECK_THAT(spoilt([](Module& m) { m.strata[0].relations.push_back(99); }),
             says("stratum 0 has no relation 99"));
  CHECK_THAT(spoilt([](Module& m) { m.strata[0].plans.push_back(99); }),
             says("stratum 0 has no plan 99"));
  CHECK_THAT(spoilt([](Module& m) { m.entries[0].strata.push_back(99); }),
             says("entry next has no stratum 99"));
  CHECK_THAT(spoilt([](Module& m) { m.relations[1].next = 99; }), says("cannot have a relation"));
}

TEST_CASE("columns may be without domains only at level clauses", "[ir][verifier]") {
  CHECK(faults_of(read("tir 1\nrelation p(_) static\nfacts p { (a) }\n")).empty());
  CHECK_THAT(faults_of(read("tir 1\nlevel plans\nrelation p(_) static\nfacts p { (a) }\n")),
             says("a column without a domain"));
}

TEST_CASE("indexes are over columns; a table's first over all", "[ir][verifier]") {
  const auto index = [](const std::string& text) {
    return faults_of(read("tir 1\ndomain d = {a}\nrelation p(d, d) derived " + text + "\n"));
  };
  CHECK(index("table index (0, 1) index (1) index ()").empty());
  CHECK_THAT(index("bits index (1, 0)"), says("not columns in ascending order"));
  CHECK_THAT(index("bits index (0, 0)"), says("not columns in ascending order"));
  CHECK_THAT(index("bits index (2)"), says("not columns in ascending order"));
  CHECK_THAT(index("table index (0)"), says("its first index is not over all columns"));
  CHECK_THAT(index("table"), says("its first index is not over all columns"));
}

TEST_CASE("storage goes with the kind", "[ir][verifier]") {
  const auto relation = [](const std::string& text) {
    return faults_of(read("tir 1\ndomain d = {a}\nrelation p(d) " + text + "\n"));
  };
  CHECK(relation("static rows").empty());
  CHECK(relation("input list").empty());
  CHECK_THAT(relation("input bits"), says("p cannot be stored that way"));
  CHECK_THAT(relation("static list"), says("p cannot be stored that way"));
  CHECK_THAT(relation("derived rows"), says("p cannot be stored that way"));
  CHECK_THAT(relation("state list"), says("p cannot be stored that way"));
  CHECK_THAT(relation("input rows"), says("p cannot be stored that way"));
}

TEST_CASE("facts belong to static relations and to domains", "[ir][verifier]") {
  const auto facts = [](const std::string& kind, const std::string& row) {
    return faults_of(read("tir 1\nlevel plans\ndomain d = {a}\ndomain e = {b}\nrelation p(d) " +
                          kind + "\nrelation true.x(d) state init init.x\n" +
                          "relation init.x(d) derived\n" + row + "\n"));
  };
  CHECK(facts("static", "facts p { (a) }").empty());
  CHECK(facts("static", "facts init.x { (a) }").empty());
  CHECK_THAT(facts("derived", "facts p { (a) }"), says("p has facts and is not static"));
  CHECK_THAT(facts("static", "facts true.x { (a) }"), says("true.x has facts"));
  CHECK_THAT(facts("static", "facts p { (b) }"), says("b, which is not in domain d"));
  CHECK_THAT(spoilt([](Module& m) { m.relations[0].facts.rows = 7; }),
             says("f has 7 facts with 2 constants"));
}

TEST_CASE("linked relations have the same shape", "[ir][verifier]") {
  const auto link = [](const std::string& text) {
    return faults_of(read("tir 1\nlevel plans\ndomain d = {a}\ndomain e = {b}\n" + text + "\n"));
  };
  CHECK(link("relation true.x(d) state bits next next.x\nrelation next.x(d) derived bits").empty());
  CHECK_THAT(link("relation true.x(d) state bits next next.x\nrelation next.x(e) derived bits"),
             says("true.x and next.x have different domains"));
  CHECK_THAT(link("relation true.x(d) state bits next next.x\nrelation next.x(d, d) derived bits"),
             says("different numbers of columns"));
  CHECK_THAT(link("relation true.x(d) state bits next next.x\n"
                  "relation next.x(d) derived table index (0)"),
             says("different storage"));
  CHECK_THAT(link("relation true.x(d) state next next.x\nrelation next.x(d) static"),
             says("next.x must be derived"));
  CHECK_THAT(link("relation p(d) derived init n\nrelation n(d) static"),
             says("p cannot have a relation `init`"));
  CHECK_THAT(link("relation p(d) state legal legal.x\nrelation legal.x(d) derived"),
             says("p cannot have a relation `legal`"));
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
  CHECK_THAT(contract("relation goal(d) derived bits"),
             says("test.tir:5:1: error: goal has 1 column: it must have 2 columns"));
  CHECK_THAT(contract("relation goal(d, d) static rows"), says("goal is an answer about a state"));
  CHECK_THAT(contract("relation next.x(d) static rows"), says("next.x is an answer about a state"));
  CHECK_THAT(contract("relation goal(d, d) derived rows"), says("goal cannot be stored that way"));
  CHECK_THAT(contract("relation terminal(d) derived bits"), says("it must have no columns"));
  CHECK_THAT(contract("relation legal() derived bits"), says("it must have a column for the role"));
  CHECK_THAT(contract("relation does.go() input list"), says("must have a column for the role"));
  CHECK_THAT(contract("relation does.go(d) input list legal other\nrelation other(d) derived bits"),
             says("does.go has a relation `legal` that does not answer this, other"));
  CHECK_THAT(contract("relation true.x(d) state bits next n\nrelation n(d) derived bits"),
             says("true.x has a relation `next` that does not answer this, n"));
  CHECK_THAT(contract("relation true.x() state bits next next.x\n"
                      "relation true.y() state bits next next.x\nrelation next.x() derived bits"),
             says("next.x is `next` of two relations"));
  CHECK_THAT(contract("relation true.x(d, d) state bits term \"(x ?)\""),
             says("true.x has a term with 1 place for 2 arguments, (x ?)"));
  CHECK_THAT(contract("relation legal(d, d) derived bits term \"(x ? ?)\""),
             says("legal has a term with 2 places for 1 argument"));
  CHECK_THAT(contract("relation true.x(d) state bits term \"((x ?)\""), says("unmatched"));
  CHECK_THAT(contract("relation true.x(d) state bits term \")x ?(\""), says("unmatched"));
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
  CHECK_THAT(init(computed + "entry next = {0}"), says("computed, but not by the entry static"));
  CHECK_THAT(init("relation init.x(d) input list"), says("init.x must be static"));
  CHECK(init("relation init.x(e) static rows\nfacts init.x { (a) }").empty());
  CHECK_THAT(init("relation init.x(e) static rows\nfacts init.x { (b) }"),
             says("init.x has a fact with b, which true.x cannot hold"));
}

TEST_CASE("rules are safe and located", "[ir][verifier]") {
  CHECK(rule_faults("p(X) if f(X, _) and not low(X) and different (X, a) (b, X)").empty());
  CHECK_THAT(rule_faults("p(X)"), says("the head of p#1 has X, which no positive literal binds"));
  CHECK_THAT(rule_faults("p(a) if f(a, X) and not low(Y)"), says("a negated literal of p#1 has Y"));
  CHECK_THAT(rule_faults("p(a) if same (X) (a)"), says("a comparison of p#1 has X"));
  CHECK_THAT(rule_faults("p(a) if different (a) (X)"), says("a comparison of p#1 has X"));
  CHECK_THAT(rule_faults("p(_)"), says("`_` stands in the head"));
  CHECK_THAT(rule_faults("p(a) if not low(_)"), says("`_` stands in a negated literal"));
  CHECK_THAT(rule_faults("p(a) if same (_) (a)"), says("`_` stands in a comparison"));
  CHECK_THAT(rule_faults("p(X) if f(?X, a)"), says("has a binder; only plans do"));
  CHECK_THAT(rule_faults("p(a, a)"), says("p has 1 column, not 2"));
  CHECK_THAT(rule_faults("p(a) if f(a)"), says("f has 2 columns, not 1"));
  CHECK_THAT(rule_faults("p(a) if same (a) (a, b)"), says("tuples of different length"));
  CHECK_THAT(rule_faults("s(a)"), says("s has a rule, but it is not derived"));
  CHECK_THAT(spoilt([](Module& m) { m.rules[0].span = {}; }), says("rule p#1 has no span"));
}

TEST_CASE("faults point at the literal", "[ir][verifier]") {
  CHECK_THAT(rule_faults("p(a)\n  if f(a)"), says("test.tir:14:6: error: f has 2 columns"));
}

TEST_CASE("rules negate relations of lower strata only", "[ir][verifier]") {
  CHECK(rule_faults("p(X) if f(X, X) and not low(X) and not s(X) and not f(X, X)").empty());
  CHECK_THAT(rule_faults("p(X) if f(X, X) and not p(X)"), says("negates p"));
  CHECK_THAT(rule_faults("p(X) if f(X, X) and not r(X, X)"), says("negates r"));
  CHECK_THAT(rule_faults("p(X) if f(X, X) and not q(X)"), says("negates q"));
  // Before the module is stratified nothing can be said.
  CHECK(faults_of(read("tir 1\nrelation p() derived\nrule p#1 { p() if not p() }\n")).empty());
}

TEST_CASE("plans bind every variable once and before its uses", "[ir][verifier]") {
  CHECK(plan_faults("scan f(?X, _) test f(X, ?Y)").find("Y is bound where") != std::string::npos);
  CHECK(plan_faults("scan f(?X, ?Y) exists { probe f(Y, ?Z) using index 0 test s(Z) } insert p(X)")
            .empty());
  CHECK_THAT(plan_faults("insert p(X)"), says("X is used before it is bound"));
  CHECK_THAT(plan_faults("test s(X) scan f(?X, _) insert p(X)"), says("X is used before"));
  CHECK_THAT(plan_faults("scan f(?X, X) insert p(X)"), says("X is used before"));
  CHECK_THAT(plan_faults("scan f(?X, ?X) insert p(X)"), says("X is bound twice"));
  CHECK_THAT(plan_faults("scan s(?X) scan s(?X) insert p(X)"), says("X is bound twice"));
  CHECK_THAT(plan_faults("exists { scan s(?X) } insert p(X)"),
             says("X is used outside its exists"));
  CHECK_THAT(plan_faults("exists { scan s(?X) } scan s(?X) insert p(X)"), says("X is bound twice"));
  CHECK_THAT(plan_faults("exists { exists { scan s(?X) } test s(X) } insert p(a)"),
             says("X is used outside its exists"));
}

TEST_CASE("checks stand where the insert's tuple is known", "[ir][verifier]") {
  CHECK(plan_faults("unless_derived insert p(a)").empty());
  CHECK(plan_faults("scan s(?X) unless_derived exists { scan s(?Y) } insert p(X)").empty());
  CHECK_THAT(plan_faults("unless_derived scan s(?X) insert p(X)"),
             says("unless_derived stands before X of a conclusion is bound"));
  CHECK_THAT(plan_faults("scan s(?X) exists { unless_derived } insert p(X)"),
             says("unless_derived stands in an exists"));
  CHECK_THAT(plan_faults("exists { scan s(?X) } unless_derived insert p(X)"),
             says("unless_derived stands before X of a conclusion is bound"));
}

TEST_CASE("operations that cannot bind do not", "[ir][verifier]") {
  CHECK_THAT(plan_faults("test s(?X) insert p(a)"), says("?X is bound where nothing can be"));
  CHECK_THAT(plan_faults("absent s(?X) insert p(a)"), says("?X is bound where nothing can be"));
  CHECK_THAT(plan_faults("same (?X) (a) insert p(a)"), says("?X is bound where nothing can be"));
  CHECK_THAT(plan_faults("different (a) (?X) insert p(a)"), says("?X is bound where"));
  CHECK_THAT(plan_faults("insert p(?X)"), says("?X is bound where nothing can be"));
  CHECK(plan_faults("test s(_) absent f(a, _) insert p(a)").empty());
  CHECK_THAT(plan_faults("insert p(_)"), says("`_` stands where a value is needed"));
  CHECK_THAT(plan_faults("same (_) (a) insert p(a)"), says("`_` stands where a value is needed"));
  CHECK_THAT(plan_faults("same (a, b) (a) insert p(a)"), says("tuples of different length"));
}

TEST_CASE("plans end in their insert", "[ir][verifier]") {
  CHECK_THAT(plan_faults(""), says("it has no conclusion"));
  CHECK_THAT(plan_faults("test s(a)"), says("it has no conclusion"));
  CHECK_THAT(plan_faults("insert p(a) insert p(a)"), says("goes on after its insert"));
  CHECK_THAT(plan_faults("exists { insert p(a) } insert p(a)"),
             says("exists contains a conclusion"));
  CHECK_THAT(plan_faults("insert s(a)"), says("s is not derived, and inserted into"));
  CHECK_THAT(plan_faults("insert low(a)"),
             says("low is of stratum 0, and the plan is in stratum 1"));
  CHECK_THAT(plan_faults("test f(a) insert p(a)"), says("f has 2 columns, not 1"));
  CHECK_THAT(plan_faults("insert p(other)"), says("other is not in domain d"));
}

TEST_CASE("plans are located, in a stratum, and have sound estimates", "[ir][verifier]") {
  CHECK_THAT(spoilt([](Module& m) { m.plans[0].span = {}; }), says("plan p#1: it has no span"));
  CHECK_THAT(spoilt([](Module& m) { m.strata[0].plans.clear(); }),
             says("plan p#1 is in no stratum"));
  CHECK_THAT(spoilt([](Module& m) { m.strata.clear(), m.entries.clear(); }),
             says("plan p#1: p is in no stratum"));
  CHECK_THAT(spoilt([](Module& m) { m.strata[0].relations.clear(); }), says("p is in no stratum"));
  CHECK_THAT(spoilt([](Module& m) { m.relations[0].expected_rows = -3; }),
             says("f is expected to have -3 rows"));
  CHECK_THAT(spoilt([](Module& m) { m.strata[0].plans.push_back(0); }), says("run twice"));
  CHECK_THAT(spoilt([](Module& m) { m.level = Level::clauses; }), says("at level clauses"));
  CHECK_THAT(spoilt([](Module& m) { m.plans[0].ops[0].estimate = -1; }), says("an estimate"));
  CHECK_THAT(spoilt([](Module& m) {
               m.plans[0].ops[0].estimate = std::numeric_limits<double>::infinity();
             }),
             says("an estimate"));
}

TEST_CASE("probes are on declared indexes, all columns given", "[ir][verifier]") {
  CHECK(plan_faults("probe f(a, ?X) using index 0 insert p(X)").empty());
  CHECK_THAT(plan_faults("probe f(a, ?X) using index 1 insert p(X)"), says("f has no index 1"));
  CHECK_THAT(plan_faults("probe f(?X, a) using index 0 insert p(X)"), says("is not given"));
  CHECK_THAT(plan_faults("probe f(_, ?X) using index 0 insert p(X)"), says("is not given"));
}

TEST_CASE("plans ask for absence in lower strata only", "[ir][verifier]") {
  CHECK(plan_faults("absent low(a) absent s(a) absent m(a, _) insert p(a)").empty());
  CHECK_THAT(plan_faults("absent p(a) insert p(a)"), says("p is not of a lower stratum"));
  CHECK_THAT(plan_faults("absent r(a, a) insert p(a)"), says("r is not of a lower stratum"));
  CHECK_THAT(plan_faults("absent next.s(a) insert p(a)"), says("next.s is not of a lower"));
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
  CHECK_THAT(call_faults("scan f(?X, ?Y) insert c(X, Y)"), says("does not begin with `given`"));
  CHECK_THAT(call_faults("given c(?X, ?Y) insert c(X, Y)"), says("column 1 of c is not given so"));
  CHECK_THAT(call_faults("scan f(?X, _) given c(?Y, _) insert c(X, Y)"), says("stands first"));
  CHECK_THAT(call_faults("given c(?X, _) scan c(?Z, ?Y) insert c(X, Y)"),
             says("c is called, and column 0 is not given"));
  CHECK_THAT(call_faults("given c(?X, _) probe c(X, ?Y) using index 0 insert c(X, Y)"),
             says("c calls itself with what it is given"));
  CHECK_THAT(call_faults("given c(a, _) test c(a, b) insert c(a, a)"),
             says("c calls itself with what it is given"));
  CHECK_THAT(call_faults("given c(?X, _) insert c(X, b)", "derived bits"),
             says("c is given nothing"));
  CHECK_THAT(call_faults("given c(?X, _) insert c(X, b)", "derived call"),
             says("the columns that are given, is missing"));
  CHECK_THAT(call_faults("given c(?X, _) insert c(X, b)", "derived call index (0) answer goal"),
             says("c cannot be stored that way"));
}

TEST_CASE("deltas are of the own, recursive stratum", "[ir][verifier]") {
  CHECK(plan_faults("scan delta r(?X, _) insert p(X)", "delta 0").empty());
  CHECK_THAT(plan_faults("scan r(?X, _) insert p(X)", "delta 0"), says("it scans 0 deltas"));
  CHECK_THAT(plan_faults("scan delta r(?X, _) insert p(X)"), says("it scans 1 deltas"));
  CHECK_THAT(plan_faults("scan delta r(?X, ?Y) scan delta p(?Z) insert p(X)", "delta 0"),
             says("it scans 2 deltas"));
  CHECK_THAT(plan_faults("scan delta low(?X) insert p(X)", "delta 0"), says("low has no delta"));
  CHECK_THAT(plan_faults("test delta p(a) insert p(a)", "delta 0"), says("only scan has a delta"));
  CHECK_THAT(strata_faults("plan p#1 delta 0 { scan delta p(?X) insert p(X) }\n"
                           "stratum 0 { relations p plans p#1 delta 0 }\n"),
             says("p has no delta here"));
}

TEST_CASE("no round of a recursive stratum misses a tuple", "[ir][verifier]") {
  const std::string first =
      "plan p#1 delta 0 { scan delta p(?X) exists { test r(X, X) } insert p(X) }\n";
  const std::string second = "plan p#1 delta 1 { scan delta r(?X, _) test p(X) insert p(X) }\n";
  CHECK(strata_faults(first + second +
                      "stratum 0 recursive { relations p, r plans p#1 delta 0, p#1 delta 1 }\n")
            .empty());
  CHECK_THAT(strata_faults(first + "stratum 0 recursive { relations p, r plans p#1 delta 0 }\n"),
             says("p#1 reads its own stratum 2 times and has 1 delta plan"));
  CHECK_THAT(plan_faults("scan p(?X) insert p(X)"), says("1 time and has 0 delta plans"));
}

TEST_CASE("relations are in one stratum, and derived", "[ir][verifier]") {
  CHECK_THAT(strata_faults("stratum 0 { relations p }\nstratum 1 { relations p }\n"),
             says("p is in two strata"));
  CHECK_THAT(strata_faults("stratum 0 { relations f }\n"), says("f is in a stratum, but"));
}

TEST_CASE("entries compute what they read before they read it", "[ir][verifier]") {
  const std::string units =
      "plan low#1 { insert low(a) }\n"
      "plan p#1 { exists { scan low(?X) } insert p(a) }\n"
      "stratum 0 { relations low plans low#1 }\n"
      "stratum 1 { relations p plans p#1 }\n";
  CHECK(strata_faults(units + "entry goal = {0, 1}\n").empty());
  CHECK(strata_faults(units + "entry static = {0}\nentry goal = {1}\n").empty());
  CHECK_THAT(strata_faults(units + "entry goal = {1}\n"), says("reads low before it is computed"));
  CHECK_THAT(strata_faults(units + "entry goal = {1, 0}\n"),
             says("reads low before it is computed"));
  CHECK_THAT(strata_faults(units + "entry goal = {0, 0}\n"), says("runs stratum 0 twice"));
  CHECK_THAT(strata_faults(units + "entry static = {0}\nentry goal = {0, 1}\n"),
             says("runs stratum 0 twice"));
  CHECK_THAT(strata_faults("plan p#1 { scan low(?X) insert p(X) }\n"
                           "stratum 0 { relations p plans p#1 }\nentry goal = {0}\n"),
             says("reads low before it is computed"));
  CHECK_THAT(strata_faults("plan p#1 { scan r(?X, _) insert p(X) }\n"
                           "stratum 0 { relations p, r plans p#1 }\nentry goal = {0}\n"),
             says("reads r before it is computed"));
}

TEST_CASE("at level clauses the rules say what is read", "[ir][verifier]") {
  const std::string text = "tir 1\n" + declarations +
                           "rule p#1 { p(X) if low(X) }\n"
                           "stratum 0 { relations low }\nstratum 1 { relations p }\n";
  CHECK(faults_of(read(text + "entry goal = {0, 1}\n")).empty());
  CHECK_THAT(faults_of(read(text + "entry goal = {1}\n")), says("reads low before it is computed"));
}

TEST_CASE("entries compute their answers", "[ir][verifier]") {
  const std::string units = "stratum 0 { relations next.s }\nstratum 1 { relations p }\n";
  CHECK(strata_faults(units + "entry next = {0}\n").empty());
  CHECK_THAT(strata_faults(units + "entry next = {1}\n"), says("does not compute next.s"));
  CHECK_THAT(strata_faults(units), says("there is no entry next, which computes next.s"));
  CHECK_THAT(strata_faults(units + "entry nxt = {0}\n"), says("there is no question nxt"));
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
  CHECK_THAT(clause("call move(B, ?A) yield (A, B)"), says("B is used before it is bound"));
  CHECK_THAT(clause("call move(A, ?A) yield (A, A)"), says("A is bound twice"));
  CHECK_THAT(clause("call move(A, ?B) call move(A, ?B) yield (A, B)"), says("B is bound twice"));
  CHECK_THAT(clause("yield (A, B)"), says("B is used before it is bound"));
  CHECK_THAT(clause("call move(_, ?B) yield (A, B)"), says("where one must be given"));
  CHECK_THAT(clause("test move(A, ?B) yield (A, B)"), says("a test cannot bind"));
  CHECK_THAT(clause("call move(A, ?B) yield (B, A)"), says("is not the given one"));
  CHECK_THAT(clause("call move(A, ?B) yield (A)"), says("a wrong number of states"));
  CHECK_THAT(clause("call move(A, ?B) yield (A, B) test won(B)"), says("goes on after its yield"));
  CHECK_THAT(clause("call move(A, ?B)"), says("does not end in a yield"));
  CHECK_THAT(clause("call jump(A, ?B) yield (A, B)"), says("there is no proc jump"));
  CHECK_THAT(clause("call won(A, ?B) yield (A, B)"), says("won has 1 parameters, not 2"));
  CHECK_THAT(clause("call move(A) yield (A, A)"), says("move has 2 parameters, not 1"));
}

TEST_CASE("procs have names of their own, places, and an end", "[ir][verifier]") {
  CHECK_THAT(proc_faults("proc move(A: state in, B: state out) { call won(A) yield (A, A) }\n"),
             says("there are two procs named move"));
  CHECK_THAT(proc_faults("proc p(A: state in) at ? { test won(A) yield (A) }\n"),
             says("it has no span"));
  CHECK_THAT(proc_faults("proc p(A: state in) { test p(A) yield (A) }\n"), says("calls itself"));
  CHECK_THAT(proc_faults("proc p(A: state in) { test q(A) yield (A) }\n"
                         "proc q(A: state in) { absent p(A) yield (A) }\n"),
             says("proc p calls itself, or a proc that does"));
  Module module = read("tir 1\nproc p(A: state in) { test won(A) yield (A) }\n");
  REQUIRE(faults_of(module).empty());
  module.procs.push_back(module.procs[0]);
  CHECK_THAT(faults_of(module), says("there are two procs named p"));
  module.procs.pop_back();
  module.procs[0].arity = 3;
  CHECK_THAT(faults_of(module), says("proc p has 3 parameters"));
  module.procs[0].arity = 1;
  module.procs[0].clauses[0].ops[0].args[0].id = 7;
  CHECK_THAT(faults_of(module), says("there is no variable 7"));
}

// Passes from clauses to plans.
#include "passes/clauses/infer_domains.h"
#include "tests/unit/support/lowered.h"

#include "passes/analysis/turn_taking.h"

#include <catch2/catch.hpp>

using tesuji::tests::Lowered;
namespace ir = tesuji::ir;
namespace passes = tesuji::passes;

namespace {

using Names = std::vector<std::string>;

constexpr const char* counter = R"(
  (role a) (role b)
  (succ 1 2) (succ 2 3) (succ 3 10)
  (init (step 1)) (init (control a))
  (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
  (<= (next (control a)) (true (control b)))
  (<= (next (control b)) (true (control a)))
  (<= (legal ?r (pick ?n)) (true (control ?r)) (succ ?n ?m) (true (step ?n)))
  (<= (legal a noop) (true (control b)))
  (<= (legal b noop) (true (control a)))
  (<= terminal (true (step 10)))
  (<= (goal ?r 100) (role ?r)))";

}  // namespace

TEST_CASE("infer-domains follows constants through rules", "[passes]") {
  Lowered game(counter);
  REQUIRE(game.run({"infer-domains"}));
  CHECK(game.domain("true.step", 0) == Names{"1", "2", "3", "10"});
  CHECK(game.domain("next.step", 0) == game.domain("true.step", 0));
  // A variable takes only what all its literals allow: 10 has no successor.
  CHECK(game.domain("legal.pick", 1) == Names{"1", "2", "3"});
  CHECK(game.domain("legal.pick", 0) == Names{"a", "b"});
}

TEST_CASE("infer-domains leaves out what rules that cannot fire would add", "[passes]") {
  Lowered game("(p 1) (<= (q ?x) (p ?x) (nothing ?x)) (<= (r ?x) (p ?x)) (<= (r 9) (q ?x))");
  REQUIRE(game.run({"infer-domains"}));
  CHECK(game.domain("r", 0) == Names{"1"});
}

TEST_CASE("a relation without columns is inhabited where a rule for it can fire", "[passes]") {
  Lowered game("(p 1) (<= no (p 2)) (<= still (p 1) no) (<= yes (p ?x))");
  REQUIRE(game.run({"infer-domains"}));
  const std::vector<bool> inhabited = passes::inhabited_relations(*game.module);
  const auto is_inhabited = [&](const char* name) {
    return bool{inhabited.at(game.module->find_relation(name))};
  };
  CHECK(is_inhabited("p"));
  CHECK(is_inhabited("yes"));
  CHECK_FALSE(is_inhabited("no"));
  CHECK_FALSE(is_inhabited("still"));
}

TEST_CASE("remove-dead drops what cannot happen and what nobody needs", "[passes]") {
  Lowered game(std::string(counter) + R"(
    (<= (legal ?r (jump ?n)) (true (control ?r)) (coords ?n))
    (<= (legal ?r (stay ?n)) (true (control ?r)) (succ ?n ?m) (not (coords ?n)))
    (<= (unused ?x) (succ ?x ?y))
    (<= terminal (true (step 10))))");
  REQUIRE(game.run({"infer-domains", "remove-dead"}));
  CHECK(game.relation("legal.jump") == nullptr);
  REQUIRE(game.rules("legal.stay").size() == 1);
  CHECK(game.rules("legal.stay")[0]->body.size() == 2);
  CHECK(game.relation("unused") == nullptr);
  CHECK(game.rules("terminal").size() == 1);
}

TEST_CASE("stratify orders what depends on what, and finds what is static", "[passes]") {
  Lowered game(std::string(counter) + R"(
    (<= (below ?x ?y) (succ ?x ?y)) (<= (below ?x ?z) (succ ?x ?y) (below ?y ?z))
    (<= late (true (step ?n)) (below 2 ?n))
    (<= (goal ?r 0) (role ?r) (not late)))");
  REQUIRE(game.run({"infer-domains", "stratify"}));
  const ir::Entry* fixed = game.module->find_entry("static");
  REQUIRE(fixed != nullptr);
  REQUIRE(fixed->strata.size() == 1);
  const ir::Stratum& below = game.module->strata[fixed->strata[0]];
  CHECK(below.recursive);
  CHECK(game.module->relations[below.relations[0]].name == "below");
  const ir::Entry* goal = game.module->find_entry("goal");
  REQUIRE(goal != nullptr);
  REQUIRE(goal->strata.size() == 2);
  CHECK(game.module->relations[game.module->strata[goal->strata[0]].relations[0]].name == "late");
}

TEST_CASE("negation on a cycle is refused, unless constants break it", "[passes]") {
  Lowered bad("(s 1) (<= (p ?x) (s ?x) (not (q ?x))) (<= (q ?x) (s ?x) (not (p ?x)))");
  CHECK_FALSE(bad.run({"split-by-constant", "infer-domains", "stratify"}));
  REQUIRE(bad.diagnostics.has_errors());
  CHECK(bad.diagnostics.all()[0].code == "unstratified");

  Lowered good(R"(
    (role r) (init (won r))
    (<= (goal ?r 100) (true (won ?r)))
    (<= (goal ?r 0) (role ?r) (not (goal ?r 100))))");
  REQUIRE(good.run({"split-by-constant", "infer-domains", "stratify"}));
  CHECK(good.relation("part.goal.2=100") != nullptr);
  CHECK(good.rules("goal").size() == 2);
  REQUIRE(good.rules("part.goal.2=0").size() == 1);
  const ir::Literal& negated = good.rules("part.goal.2=0")[0]->body[1];
  CHECK(good.module->relations[negated.relation].name == "part.goal.2=100");
}

TEST_CASE("fold-static asks for the static part alone", "[passes]") {
  Lowered game(std::string(counter) +
               "(<= (pair ?x ?y) (succ ?x ?u) (succ ?y ?v))"
               "(<= (goal ?r 1) (role ?r) (pair ?x ?x) (true (step ?x)))");
  std::size_t asked = 0;
  const bool good = game.run({"infer-domains", "stratify", "fold-static"},
                             [&](ir::Module& part, ir::Diagnostics&, std::uint64_t) {
                               asked = part.rules.size();
                               const ir::RelationId pair = part.find_relation("pair");
                               part.relations[pair].facts.cells = {*part.symbols->find("1"),
                                                                   *part.symbols->find("1")};
                               part.relations[pair].facts.rows = 1;
                               return true;
                             });
  REQUIRE(good);
  CHECK(asked == 1);
  CHECK(game.relation("pair")->kind == ir::RelationKind::fixed);
  CHECK(game.relation("pair")->facts.rows == 1);
  CHECK(game.rules("pair").empty());
}

TEST_CASE("order-joins binds before use and filters early", "[passes]") {
  Lowered game(R"(
    (role r) (succ 1 2) (succ 2 3)
    (init (cell 1 b)) (init (cell 2 b)) (init (cell 3 x))
    (<= (legal r (go ?x ?y)) (not (true (cell ?y x))) (distinct ?x ?y)
                             (succ ?x ?y) (true (cell ?x ?p))))");
  REQUIRE(game.run({"infer-domains", "stratify", "choose-storage", "order-joins"}));
  const auto& plans = game.module->plans;
  REQUIRE(plans.size() == 1);
  using Kind = ir::Operation::Kind;
  std::vector<Kind> kinds;
  for (const ir::Operation& op : plans[0].ops) kinds.push_back(op.kind);
  // Behind succ both filters are ground; ?p occurs once, so the cell is only tested.
  CHECK(kinds ==
        std::vector<Kind>{Kind::scan, Kind::different, Kind::absent, Kind::test, Kind::insert});
}

TEST_CASE("unconnected existential parts are tested separately", "[passes]") {
  Lowered game(R"(
    (role r) (init (a 1)) (init (b 1)) (init (c 1 2))
    (<= (next (a ?x)) (true (a ?x)))
    (<= terminal (true (a ?x)) (true (b ?y)) (true (c ?x ?u)) (true (c ?y ?v)) ))");
  REQUIRE(
      game.run({"infer-domains", "stratify", "choose-storage", "order-joins", "introduce-exists"}));
  const ir::Plan* plan = nullptr;
  for (const ir::Plan& p : game.module->plans) {
    if (p.rule == "terminal#1") plan = &p;
  }
  REQUIRE(plan != nullptr);
  REQUIRE(plan->ops.size() == 3);
  CHECK(plan->ops[0].kind == ir::Operation::Kind::exists);
  CHECK(plan->ops[1].kind == ir::Operation::Kind::exists);
  CHECK(plan->ops[0].body.size() == 2);
}

TEST_CASE("a variable twice in one literal becomes a comparison", "[passes]") {
  Lowered game("(role r) (init (c 1 1)) (init (c 1 2)) (<= (legal r ?x) (true (c ?x ?x)))");
  REQUIRE(game.run({"infer-domains", "stratify", "choose-storage", "order-joins"}));
  const ir::Plan& plan = game.module->plans[0];
  REQUIRE(plan.ops.size() == 3);
  CHECK(plan.ops[1].kind == ir::Operation::Kind::same);
  CHECK(plan.ops[0].args[0].id != plan.ops[0].args[1].id);
}

TEST_CASE("recursive rules get a delta plan for each literal of their stratum", "[passes]") {
  Lowered game(R"(
    (role r) (init (edge 1 2))
    (<= (path ?x ?y) (true (edge ?x ?y)))
    (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))
    (<= terminal (path 1 1)))");
  REQUIRE(game.run({"infer-domains", "stratify", "choose-storage", "order-joins"}));
  std::size_t deltas = 0;
  for (const ir::Plan& plan : game.module->plans) {
    if (plan.delta_of == ir::no_id) continue;
    ++deltas;
    CHECK(plan.ops[0].delta);
  }
  CHECK(deltas == 2);
}

TEST_CASE("turn analysis finds waiting moves and control fluents", "[passes]") {
  Lowered game(counter);
  REQUIRE(game.run({"infer-domains", "stratify", "choose-storage", "order-joins"}));
  const passes::TurnTaking turns = passes::find_turn_taking(*game.module);
  REQUIRE(turns.control.size() == 2);
  CHECK(game.module->relations[turns.control[0].relation].name == "true.control");
  CHECK(game.symbols->text(turns.control[0].row[0]) == "a");
  CHECK(game.symbols->text(turns.control[1].row[0]) == "b");
  REQUIRE(turns.waiting[0]);
  CHECK(game.symbols->text(turns.waiting[0]->row[1]) == "noop");
}

TEST_CASE("turn analysis finds nothing where both may move", "[passes]") {
  Lowered game(
      "(role a) (role b) (init (n 1))"
      "(<= (legal ?r (pick ?x)) (role ?r) (true (n ?x)))");
  REQUIRE(game.run({"infer-domains", "stratify", "choose-storage", "order-joins"}));
  CHECK(passes::find_turn_taking(*game.module).control.empty());
}

TEST_CASE("a single move is not taken for the waiting move, in whatever order", "[passes]") {
  const std::string take = "(<= (legal ?r take) (true (control ?r)))";
  const std::string noop =
      "(<= (legal a noop) (true (control b))) (<= (legal b noop) (true (control a)))";
  for (const std::string& legal : {take + noop, noop + take}) {
    Lowered game("(role a) (role b) (init (control a)) " + legal +
                 "(<= (next (control a)) (does b take)) (<= (next (control b)) (does a take))");
    REQUIRE(game.run({"infer-domains", "stratify", "choose-storage", "order-joins"}));
    const passes::TurnTaking turns = passes::find_turn_taking(*game.module);
    REQUIRE(turns.waiting[0]);
    CHECK(game.symbols->text(turns.waiting[0]->row[1]) == "noop");
    REQUIRE(turns.control.size() == 2);
    CHECK(game.symbols->text(turns.control[0].row[0]) == "a");
  }
}

TEST_CASE("what the initial state needs does not come to depend on a state", "[passes]") {
  std::string text = "(role r)";
  for (int i = 0; i < 700; ++i) text += " (num n" + std::to_string(i) + ")";
  text += R"(
    (<= (pair ?x ?y) (num ?x) (num ?y) (distinct ?x n499))
    (init (at n1 n2))
    (<= (init (at ?x n3)) (pair ?x ?x) (pair ?x n5) (pair n4 ?x))
    (<= (legal r (go ?x)) (true (at ?x ?y)) (pair ?y ?x)))";
  Lowered game(text);
  REQUIRE(game.run({"infer-domains", "remove-dead", "stratify", "demand-static", "stratify"}));
  CHECK(game.relation("need.pair") == nullptr);
}

TEST_CASE("rules that only support each other are dead", "[passes]") {
  Lowered game(
      "(role r) (init (a 1)) (<= p q) (<= q p) (<= (legal r (go 7)) p)"
      "(<= (legal r (go 8)) (true (a 1)) (not q))");
  REQUIRE(game.run({"infer-domains", "remove-dead"}));
  CHECK(game.relation("p") == nullptr);
  REQUIRE(game.rules("legal.go").size() == 1);
  CHECK(game.rules("legal.go")[0]->body.size() == 1);
}

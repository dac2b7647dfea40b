// From rules to ground rules, and from these to the smallest net.
#include "passes/nets/ground.h"

#include "backend/interpreter/interpreter.h"
#include "passes/analysis/variables.h"
#include "passes/clauses/leave_out.h"
#include "passes/clauses/possible.h"
#include "passes/nets/build_net.h"
#include "passes/nets/fold_inert.h"
#include "passes/nets/possible_moves.h"
#include "passes/nets/smallest_net.h"
#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

bool evaluate(ir::Module& module, ir::Diagnostics& diagnostics, std::uint64_t max_rows) {
  return interpreter::evaluate_static(module, diagnostics, max_rows);
}

/// A sheet through the passes that come before grounding.
class Sheet {
 public:
  explicit Sheet(const std::string& text) : lowered_(text) {
    REQUIRE(lowered_.module);
    REQUIRE(lowered_.run(passes::net_pipeline(), evaluate));
  }

  std::optional<passes::GroundProgram> ground(passes::GroundOptions options) {
    passes::PassContext context{lowered_.diagnostics, evaluate};
    return passes::ground(module(), context, options, failure);
  }
  [[nodiscard]] const ir::Module& module() const { return *lowered_.module; }
  [[nodiscard]] ir::RelationId relation(std::string_view name) const {
    const ir::RelationId id = module().find_relation(name);
    REQUIRE(id != ir::no_id);
    return id;
  }
  passes::PassContext context() { return {lowered_.diagnostics, evaluate}; }

  passes::GroundFailure failure;

 private:
  tests::Lowered lowered_;
};

passes::GroundOptions within(std::uint64_t rows) {
  passes::GroundOptions options;
  options.max_rows = rows;
  options.retry_rows = rows;
  return options;
}

/// (a 1) and (b 2) may be on, and nothing else.
constexpr auto pairs = R"(
(role p) (init (on a 1)) (init (last b))
(<= (legal p (take ?x ?y)) (true (on ?x ?y)))
(<= (next (on b 2)) (does p (take a 1)))
(<= (next (on a 1)) (does p (take b 2)))
(<= (next (last ?x)) (does p (take ?x ?y)))
(<= terminal (true (last a)) (true (last b)))
(<= (goal p 10) (not (true (on a 2))))
)";

/// A cell keeps its mark while another is taken.
constexpr auto marks = R"(
(role p)
(n 1) (n 2) (n 3) (n 4) (n 5) (n 6) (n 7) (n 8)
(mark x) (mark o) (mark b)
(<= (init (cell ?u b)) (n ?u))
(<= (legal p (put ?x ?z)) (n ?x) (mark ?z))
(<= (apart ?x ?u) (n ?x) (n ?u) (distinct ?x ?u))
(<= (next (cell ?x ?z)) (does p (put ?x ?z)))
(<= (next (cell ?u ?z)) (true (cell ?u ?z)) (does p (put ?x ?y)) (apart ?x ?u))
(<= terminal (true (cell 1 x)))
(goal p 10)
)";

}  // namespace

TEST_CASE("Ground rules are of what may be true", "[net]") {
  Sheet sheet(pairs);
  const auto program = sheet.ground(within(1'000));
  REQUIRE(program);
  CHECK(program->possible.relations[sheet.relation("true.on")].facts.rows == 2);
  CHECK(program->possible.relations[sheet.relation("legal.take")].facts.rows == 2);
  // What cannot be true is not asked for.
  const passes::GroundAtom goal = program->first_atom[sheet.relation("goal")];
  std::size_t goals = 0;
  for (const passes::GroundRule& rule : program->rules) {
    if (rule.head != goal) continue;
    ++goals;
    CHECK(rule.count == 0);
  }
  CHECK(goals == 1);
  const auto net = passes::build_net(*program, 1'000);
  REQUIRE(net);
  CHECK(net->moves.size() == 2);
  REQUIRE(net->goals.size() == 1);
  CHECK(net->goals[0].holds == ir::true_signal);
}

TEST_CASE("What may be true is found within a limit of rows, or not at all", "[net]") {
  Sheet sheet(marks);
  passes::PassContext context = sheet.context();
  ir::RelationId over = ir::no_id;
  const auto possible = passes::find_possible(sheet.module(), context, 1'000, over);
  REQUIRE(possible);
  CHECK(possible->relations[sheet.relation("true.cell")].facts.rows == 24);
  CHECK(possible->rules.empty());
  CHECK_FALSE(passes::find_possible(sheet.module(), context, 20, over));
  CHECK(over < sheet.module().relations.size());
  CHECK_FALSE(sheet.ground(within(20)));
  CHECK(sheet.failure.over < sheet.module().relations.size());
}

TEST_CASE("Rules are split where that makes fewer ground rules", "[net]") {
  Sheet sheet(marks);
  passes::GroundOptions options = within(1'000);
  const auto split = sheet.ground(options);
  options.split.most_of_before = 0;  // nothing is cut that far down
  const auto whole = sheet.ground(options);
  REQUIRE((split && whole));
  // Of the rule of cells that keep their marks: 8 x 3 x 24 moves, but for 8 that are not apart.
  CHECK(whole->rules.size() > 500);
  CHECK(split->rules.size() < whole->rules.size() / 2);
}

TEST_CASE("The smallest net is at most as large as those that are tried", "[net]") {
  for (const char* text : {pairs, marks}) {
    Sheet sheet(text);
    const auto program = sheet.ground(within(10'000));
    REQUIRE(program);
    ir::Diagnostics diagnostics(*program->possible.sources);
    passes::PassContext context{diagnostics, {}};
    const auto smallest = passes::smallest_net(*program, 10'000, {}, context);
    REQUIRE(smallest);
    for (const std::size_t flattened : {1, 2, 8, 64}) {
      const auto built = passes::build_net(*program, 10'000, flattened);
      REQUIRE(built);
      CHECK(ir::count_step_gates(*smallest) <=
            ir::count_step_gates(passes::fold_inert(*built, flattened)));
    }
    CHECK_FALSE(passes::smallest_net(*program, 3, {}, context));
  }
}

TEST_CASE("What depends on a relation that is left out is not known", "[net]") {
  Sheet sheet(R"(
(role p) (init (at 1)) (n 1) (n 2)
(<= (pair ?x ?y) (true (at ?x)) (true (at ?y)))
(<= (legal p (go ?x)) (n ?x))
(<= (next (at ?x)) (does p (go ?x)))
(<= terminal (pair 1 2))
(goal p 10)
)");
  const ir::RelationId pair = sheet.relation("pair");
  CHECK(passes::may_be_left_out(sheet.module(), pair));
  CHECK_FALSE(passes::may_be_left_out(sheet.module(), sheet.relation("true.at")));
  std::vector<bool> left_out(sheet.module().relations.size(), false);
  left_out[pair] = true;
  const std::vector<bool> unknown = passes::unknown_without(sheet.module(), left_out);
  CHECK(unknown[pair]);
  CHECK(unknown[sheet.relation("terminal")]);
  CHECK_FALSE(unknown[sheet.relation("next.at")]);
  CHECK_FALSE(unknown[sheet.relation("legal.go")]);
  // Without it, whatever it was asked for may be true.
  const passes::Relaxed relaxed = passes::relax(sheet.module(), left_out);
  for (const ir::Rule& rule : relaxed.module.rules) CHECK(rule.head != pair);
  CHECK(relaxed.asked[sheet.relation("next.at")]);
}

TEST_CASE("A variable is of the narrowest domain that binds it", "[net]") {
  tests::Lowered sheet(R"(
(role p) (init (at 1)) (small 1) (small 2) (large 1) (large 2) (large 3)
(<= (legal p (go ?x)) (large ?x) (small ?x) (not (true (at ?x))))
(<= (next (at ?x)) (does p (go ?x)))
(<= terminal (true (at 2)))
(goal p 10)
)");
  REQUIRE(sheet.module);
  REQUIRE(sheet.run({"infer-domains"}));
  const ir::Module& module = *sheet.module;
  const ir::Rule& rule = *sheet.rules("legal.go").at(0);
  const ir::DomainId small = passes::narrowest_domain(module, 0, rule.body);
  REQUIRE(small != ir::no_id);
  CHECK(module.domains[small].values.size() == 2);
  // Negated literals bind nothing.
  CHECK(passes::narrowest_domain(module, 0, {rule.body.back()}) == ir::no_id);
}

TEST_CASE("moves that may be legal", "[passes]") {
  const auto rows = [](Sheet& sheet, std::uint64_t most) -> std::optional<std::size_t> {
    passes::PassContext context = sheet.context();
    const auto moves = passes::possible_moves(sheet.module(), context, most);
    if (!moves) return std::nullopt;
    REQUIRE(moves->size() == 1);
    return moves->front().rows.rows;
  };
  SECTION("are those whose conditions may hold together") {
    Sheet sheet(pairs);
    CHECK(rows(sheet, 1000) == 2);
  }
  SECTION("are found without what is too large") {
    Sheet sheet(R"(
(role p) (n 1) (n 2) (n 3) (n 4) (n 5) (n 6) (n 7) (n 8)
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(init (at 1)) (init (mark 1))
(<= (all ?a ?b ?c) (true (mark ?a)) (true (mark ?b)) (true (mark ?c)))
(<= (legal p (go ?x ?y)) (true (at ?x)) (succ ?x ?y) (all ?z ?x ?z))
(<= (next (at ?y)) (does p (go ?x ?y)))
(<= (next (mark ?x)) (true (mark ?x)))
(<= (next (mark ?y)) (does p (go ?x ?y)))
(<= terminal (true (at 8)))
(<= (goal p 100) (true (at 8)))
)");
    CHECK(rows(sheet, 100'000) == 7);
    CHECK(rows(sheet, 150) == 7);
  }
  SECTION("are what facts say, where fluents are too many") {
    Sheet sheet(R"(
(role p) (n 1) (n 2) (n 3) (n 4) (n 5) (n 6) (n 7) (n 8)
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(<= (init (at ?x ?y ?z)) (n ?x) (n ?y) (n ?z) (distinct ?x 8))
(<= (legal p (go ?x ?y)) (true (at ?x ?z ?z)) (succ ?x ?y) (not (true (at ?y ?z ?z))))
(<= (next (at ?y ?z ?x)) (does p (go ?x ?y)) (n ?z))
(<= terminal (true (at 8 1 1)))
(<= (goal p 100) (true (at 8 1 1)))
)");
    CHECK(rows(sheet, 100'000) == 7);
    CHECK(rows(sheet, 150) == 7);
    CHECK_FALSE(rows(sheet, 3));
  }
}

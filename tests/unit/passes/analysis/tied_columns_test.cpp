// Which columns rules tie to those of a fluent.
#include "passes/analysis/tied_columns.h"

#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <set>
#include <string>

using tesuji::tests::Lowered;
namespace passes = tesuji::passes;
using Tuples = std::set<passes::ColumnTuple>;

namespace {

Tuples tied(const std::string& rules, const std::string& relation,
            const passes::ColumnTuple& columns = {0, 1}) {
  const Lowered game("(role r) (succ 1 2) (succ 2 3) (init (cell 1 2 b)) (<= terminal (true (cell 3 3 b)))"
                     "(<= (goal r 50) (role r))" +
                     rules);
  REQUIRE(game.module);
  const auto from = game.module->find_relation("true.cell");
  const auto to = game.module->find_relation(relation);
  REQUIRE(to != tesuji::ir::no_id);
  return passes::find_tied_columns(*game.module, from, columns)[to];
}

}  // namespace

TEST_CASE("A rule ties a move's columns to a fluent's", "[passes][tied]") {
  const std::string step =
      "(<= (legal r (step ?x ?y ?u ?v)) (true (cell ?x ?y b)) (true (cell ?u ?v w)))"
      "(<= (next (cell ?u ?v b)) (does r (step ?x ?y ?u ?v)))";
  CHECK(tied(step, "does.step") == Tuples{{1, 2}, {3, 4}});
  CHECK(tied(step, "legal.step") == Tuples{{1, 2}, {3, 4}});
  // The other coordinate first.
  CHECK(tied("(<= (legal r (put ?y ?x)) (true (cell ?x ?y b)))", "does.put") == Tuples{{2, 1}});
  CHECK(tied("(<= (legal r (drop ?y)) (true (cell 1 ?y b)))", "does.drop", {1}) == Tuples{{1}});
  CHECK(tied("(<= (legal r (drop ?y)) (true (cell 1 ?y b)))", "does.drop", {0}).empty());
}

TEST_CASE("Ties go over relations that rules derive, and not over facts", "[passes][tied]") {
  CHECK(tied("(<= (free ?x ?y) (true (cell ?x ?y b))) (<= (near ?y ?x) (free ?x ?y))"
             "(<= (legal r (put ?a ?b)) (near ?a ?b))",
             "does.put") == Tuples{{2, 1}});
  CHECK(tied("(<= (seen ?x ?y) (true (cell ?x ?y b)) (succ ?x ?y))"
             "(<= (legal r (put ?a ?b)) (succ ?a ?b))",
             "does.put")
            .empty());
}

TEST_CASE("One variable in both columns ties nothing", "[passes][tied]") {
  CHECK(tied("(<= (legal r (put ?x ?x)) (true (cell ?x ?x b)))", "does.put").empty());
}

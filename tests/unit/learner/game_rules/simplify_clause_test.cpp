// Clauses made cheaper, and powers of chains.
#include "learner/game_rules/simplify_clause.h"
#include "learner/game_rules/rule_learning.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

using namespace tesuji;
using learner::PlayArg;

namespace {

/// Three cells that are x, o or b; the target holds where the first and the last are x.
struct ThreeCells {
  learner::PlayVocabulary vocabulary;
  learner::PlayPart part;
  learner::PlayPredicate cell = vocabulary.predicate("true_cell", 2);
  learner::PlayPredicate target = vocabulary.predicate("terminal", 0);

  ThreeCells() {
    part.atoms.push_back({target, {}});
    const char* kinds[] = {"x", "o", "b"};
    for (int board = 0; board < 27; ++board) {
      learner::PlayExample example;
      const int cells[] = {board % 3, board / 3 % 3, board / 9};
      for (int i = 0; i < 3; ++i) {
        example.background.push_back({cell, {constant(std::to_string(i)), constant(kinds[cells[i]])}});
      }
      std::sort(example.background.begin(), example.background.end());
      if (cells[0] == 0 && cells[2] == 0) example.positives = part.atoms;
      part.examples.push_back(std::move(example));
    }
  }

  learner::Constant constant(const std::string& name) { return vocabulary.constants.intern(name); }

  learner::PlayLiteral literal(PlayArg left, PlayArg right) const {
    learner::PlayLiteral made;
    made.predicate = cell;
    made.arity = 2;
    made.args[0] = left;
    made.args[1] = right;
    return made;
  }

  PlayArg value(const std::string& name) { return {PlayArg::Kind::constant, constant(name)}; }
};

constexpr PlayArg variable(std::uint32_t number) {
  return {PlayArg::Kind::variable, number};
}

}  // namespace

TEST_CASE("needless literals go, and a constant takes the place of a variable", "[iggp]") {
  ThreeCells cells;
  std::vector<std::uint32_t> all(cells.part.examples.size());
  std::iota(all.begin(), all.end(), 0U);
  const learner::FactWorld world(cells.part, all, cells.vocabulary);
  learner::RuleProblem problem;
  problem.world = &world;
  problem.atoms = cells.part.atoms;
  problem.positive = world.labels(problem.atoms);
  problem.negative = {world.every_state()[0] & ~problem.positive[0]};
  // terminal :- true_cell(0,A), true_cell(2,A), true_cell(B,x), true_cell(1,A), true_cell(0,x).
  learner::PlayClause clause;
  clause.head.predicate = cells.target;
  clause.body = {cells.literal(cells.value("0"), variable(0)),
                 cells.literal(cells.value("2"), variable(0)),
                 cells.literal(variable(1), cells.value("x")),
                 cells.literal(cells.value("1"), variable(0)),
                 cells.literal(cells.value("0"), cells.value("x"))};
  const auto simple = learner::simplify_clause(problem, clause, 20, 1 << 20);
  CHECK(to_text(simple, cells.vocabulary) == "terminal :- true_cell(0,x), true_cell(2,x).");
  const auto covered = learner::coverage(problem, simple, 1 << 20);
  REQUIRE(covered);
  CHECK((*covered)[0] == problem.positive[0]);
}

TEST_CASE("negated literals keep what binds their variables", "[iggp]") {
  ThreeCells cells;
  learner::PlayClause clause;
  clause.head.predicate = cells.target;
  auto negated = cells.literal(variable(3), cells.value("x"));
  negated.negated = true;
  clause.body = {cells.literal(variable(3), variable(2)), negated};
  const auto numbered = learner::numbered(clause);
  REQUIRE(numbered);
  CHECK(to_text(*numbered, cells.vocabulary) ==
        "terminal :- true_cell(A,B), not true_cell(A,x).");
  clause.body = {negated};
  CHECK_FALSE(learner::numbered(clause));
}

TEST_CASE("chains have powers, other relations none", "[iggp]") {
  learner::PlayVocabulary vocabulary;
  learner::PlayPart part;
  const auto add = [&](const char* name, const char* from, const char* to) {
    part.statics.push_back({vocabulary.predicate(name, 2),
                            {vocabulary.constants.intern(from), vocabulary.constants.intern(to)}});
  };
  for (const auto& [from, to] : {std::pair("0", "1"), {"1", "2"}, {"2", "3"}, {"3", "4"}}) {
    add("succ", from, to);
    add("near", from, to);
    add("near", to, from);
  }
  const auto powers = learner::static_powers(part, vocabulary);
  REQUIRE(powers.size() == 3);
  CHECK(to_text(powers[1].clauses[0], vocabulary) ==
        "succ_times_3(A,B) :- succ_times_2(A,C), succ(C,B).");
  CHECK(powers[0].atoms.size() == 3);
  CHECK(powers[2].atoms.size() == 1);
}

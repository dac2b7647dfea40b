// Features of goals: what they count in known positions, and that compiled code, for one state and
// for many at a time, computes what the interpreter does.
#include "backend/players/goal_features.h"
#include "backend/interpreter/goal_cost_evaluator.h"
#include "backend/llvm/nets/goal_cost_jit.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/memory/word_bits.h"
#include "runtime/host/playouts/sampled_positions.h"
#include "tests/corpus/corpus_files.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

std::string corpus_file(const std::string& name) {
  return tests::shared_dir() + "/corpus/dev/" + name;
}

struct GoalGame {
  driver::LoadedGame game;
  driver::GoalFeatureSet set;
};

GoalGame load(const std::string& name) {
  driver::Session session;
  driver::Options options;
  options.pipeline.verify_each = true;
  const std::string path = corpus_file(name);
  auto game = driver::load_game(path, options, session);
  REQUIRE(game);
  auto set = driver::load_goal_features(path, *game, options, session);
  REQUIRE(set);
  REQUIRE(set->code.one != nullptr);
  return {std::move(*game), std::move(*set)};
}

/// Feature values of one state, by the interpreter.
std::vector<std::uint16_t> values_of(const GoalGame& of, runtime::StateView state) {
  std::vector<std::uint16_t> values(of.set.names.size());
  interpreter::interpret_goal_features(of.set.costs, of.set.places)->compute(state, values);
  return values;
}

/// How many ways of the role's part with so many ways lack so much.
std::uint16_t ways_of(const GoalGame& of, runtime::StateView state, std::uint32_t role,
                      std::size_t ways, ir::Cost cost) {
  const std::vector<ir::GoalFeature> features = ir::goal_features(*of.set.costs);
  const auto found = std::find_if(features.begin(), features.end(), [&](const auto& feature) {
    if (feature.kind != ir::GoalFeature::Kind::ways || feature.cost != cost) return false;
    const ir::GoalPart& part = of.set.costs->parts[feature.of];
    return part.role == role && part.ways.size() == ways;
  });
  CAPTURE(of.set.names);
  REQUIRE(found != features.end());
  return values_of(of, state)[static_cast<std::size_t>(found - features.begin())];
}

}  // namespace

TEST_CASE("compiled features of goals are the interpreter's") {
  const std::string name =
      GENERATE("connectFour.kif", "breakthrough.kif", "ticTacToe.kif", "checkers.kif",
               "eightPuzzle.kif", "pentago.kif", "reversi.kif", "chineseCheckers4.kif");
  CAPTURE(name);
  if (!tests::have_corpus(corpus_file(name))) return;
  const GoalGame of = load(name);
  const auto interpreted = interpreter::interpret_goal_features(of.set.costs, of.set.places);
  const auto compiled = driver::make_goal_features(of.set);
  const std::size_t words = of.game.game->state_words();
  const std::size_t size = of.set.names.size();
  REQUIRE(interpreted->size() == size);
  REQUIRE(compiled->size() == size);
  const runtime::PositionSample sample = runtime::sample_positions(
      *of.game.game, {.seed = 7, .games = 16, .step_limit = 300, .positions_per_game = 6});
  const std::size_t count = std::min(sample.outcomes.size(), runtime::feature_lanes);
  REQUIRE(count > 0);
  std::vector<std::uint32_t> bits(words * runtime::word_bits);
  std::vector<std::vector<std::uint16_t>> all;
  for (std::size_t i = 0; i < count; ++i) {
    const runtime::StateView state = std::span(sample.states).subspan(i * words, words);
    std::vector<std::uint16_t> expected(size);
    std::vector<std::uint16_t> found(size);
    interpreted->compute(state, expected);
    compiled->compute(state, found);
    CHECK(found == expected);
    all.push_back(expected);
    for (std::size_t bit = 0; bit < bits.size(); ++bit) {
      if (runtime::has_bit(state, bit)) bits[bit] |= std::uint32_t{1} << i;
    }
  }
  const runtime::GoalFeatureCode code = llvm_backend::compile_goal_costs(
      *of.set.costs, of.set.places, llvm_backend::GoalFeatureForm::one_and_many);
  std::vector<std::uint16_t> scratch(code.scratch_words * runtime::feature_lanes);
  std::vector<std::uint16_t> many(size * runtime::feature_lanes);
  code.many(bits.data(), sizeof(std::uint32_t), scratch.data(), many.data());
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint16_t> found;
    for (std::size_t f = 0; f < size; ++f) found.push_back(many[f * runtime::feature_lanes + i]);
    CHECK(found == all[i]);
  }
}

TEST_CASE("lines count by the stones that are missing") {
  if (!tests::have_corpus(corpus_file("ticTacToe.kif"))) return;
  const GoalGame of = load("ticTacToe.kif");
  const runtime::Game& game = *of.game.game;
  // Nothing is placed: each of the eight lines lacks three.
  CHECK(ways_of(of, game.initial(), 0, 8, 3) == 8);
  CHECK(ways_of(of, game.initial(), 0, 8, 2) == 0);
  const std::vector<std::string> fluents = {
      "(cell 1 1 o)", "(cell 1 2 b)", "(cell 1 3 b)", "(cell 2 1 b)", "(cell 2 2 x)",
      "(cell 2 3 b)", "(cell 3 1 b)", "(cell 3 2 b)", "(cell 3 3 b)", "(control xplayer)"};
  std::string unknown;
  const auto state = game.state_of(fluents, &unknown);
  REQUIRE(state);
  // Three lines go through the centre and not through the corner that o has, and two through
  // neither of them: the other three are lost.
  CHECK(ways_of(of, *state, 0, 8, 2) == 3);
  CHECK(ways_of(of, *state, 0, 8, 3) == 2);
}

TEST_CASE("a literal costs the way of its value through its group") {
  if (!tests::have_corpus(corpus_file("eightPuzzle.kif"))) return;
  const GoalGame of = load("eightPuzzle.kif");
  // The best goal wants the 30th step: as many steps as are left of the chain, never once it is
  // over.
  const auto literal = std::ranges::find_if(of.set.costs->literals, [&](const auto& one) {
    return one.fluent != ir::no_cost_fluent && of.set.fluents[one.fluent] == "(step 30)";
  });
  REQUIRE(literal != of.set.costs->literals.end());
  const auto cost_from = [&](const std::string& name) {
    for (const auto& [fluent, cost] : literal->from) {
      if (of.set.fluents[fluent] == name) return cost;
    }
    return literal->otherwise;
  };
  CHECK(cost_from("(step 0)") == 30);
  CHECK(cost_from("(step 29)") == 1);
  CHECK(cost_from("(step 31)") == ir::never_cost);
}

TEST_CASE("what cannot be any more is never") {
  if (!tests::have_corpus(corpus_file("connectFour.kif"))) return;
  const GoalGame of = load("connectFour.kif");
  for (const ir::CostLiteral& literal : of.set.costs->literals) {
    // A cell without a stone takes one in a step; one with the other stone never does.
    CHECK(literal.otherwise == 1);
    REQUIRE(literal.from.size() == 1);
    CHECK(literal.from.front().second == ir::never_cost);
  }
}

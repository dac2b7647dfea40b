// Features of goals: what they count in known positions, and that compiled code, for one state and
// for many at a time, computes what the interpreter does.
#include "backend/driver/players/goal_features.h"
#include "backend/interpreter/goal_cost_evaluator.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/memory/word_bits.h"
#include "runtime/host/playouts/sampled_positions.h"
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

std::uint16_t value_of(const GoalGame& of, runtime::StateView state, const std::string& name) {
  const auto found = std::find(of.set.names.begin(), of.set.names.end(), name);
  INFO(name);
  REQUIRE(found != of.set.names.end());
  return values_of(of, state)[static_cast<std::size_t>(found - of.set.names.begin())];
}

}  // namespace

TEST_CASE("compiled features of goals are the interpreter's") {
  const std::string name =
      GENERATE("connectFour.kif", "breakthrough.kif", "ticTacToe.kif", "checkers.kif",
               "eightPuzzle.kif", "pentago.kif", "reversi.kif", "chineseCheckers4.kif");
  CAPTURE(name);
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
  std::vector<std::uint16_t> scratch(of.set.code.scratch_words * runtime::feature_lanes);
  std::vector<std::uint16_t> many(size * runtime::feature_lanes);
  of.set.code.many(bits.data(), sizeof(std::uint32_t), scratch.data(), many.data());
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint16_t> found;
    for (std::size_t f = 0; f < size; ++f) found.push_back(many[f * runtime::feature_lanes + i]);
    CHECK(found == all[i]);
  }
}

TEST_CASE("lines count by the stones that are missing") {
  const GoalGame of = load("ticTacToe.kif");
  const runtime::Game& game = *of.game.game;
  const std::string x = "goal 100 of xplayer: 8 ways of (cell 1 1 x) ..";
  // Nothing is placed: each of the eight lines lacks three.
  CHECK(value_of(of, game.initial(), x + ", 3 missing") == 8);
  CHECK(value_of(of, game.initial(), x + ", 2 missing") == 0);
  const std::vector<std::string> fluents = {
      "(cell 1 1 o)", "(cell 1 2 b)", "(cell 1 3 b)", "(cell 2 1 b)",     "(cell 2 2 x)",
      "(cell 2 3 b)", "(cell 3 1 b)", "(cell 3 2 b)", "(cell 3 3 b)", "(control xplayer)"};
  std::string unknown;
  const auto state = game.state_of(fluents, &unknown);
  REQUIRE(state);
  // Three lines go through the centre and not through the corner that o has, and two through
  // neither of them: the other three are lost.
  CHECK(value_of(of, *state, x + ", 2 missing") == 3);
  CHECK(value_of(of, *state, x + ", 3 missing") == 2);
}

TEST_CASE("chains of successors are as far as they are long") {
  const GoalGame of = load("buttons.kif");
  const runtime::Game& game = *of.game.game;
  const auto costs = interpreter::GoalCostEvaluator(of.set.costs, of.set.places)
                         .costs_of(game.initial());
  REQUIRE(!of.set.costs->wholes.empty());
  CHECK(costs[of.set.costs->wholes.front().node] > 0);
}

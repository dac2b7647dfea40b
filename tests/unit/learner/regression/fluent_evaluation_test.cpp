// Weights of fluents, learned from games of the program against itself.
#include "learner/regression/fluent_evaluation.h"
#include "backend/driver/load.h"
#include "backend/object_cache/object_cache.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/search/fluent_sum.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

driver::LoadedGame load(const std::string& name, const driver::Options& options = {}) {
  driver::Session session;
  const auto game = driver::load_game(example(name), options, session);
  REQUIRE(game);
  return *game;
}

/// Few games, so that it takes no time.
learner::FluentLearning few() {
  learner::FluentLearning learning;
  learning.games = 200;
  learning.seconds = 0;
  return learning;
}

double weight_of(const learner::FluentEvaluation& learned, const std::string& fluent) {
  const auto found = std::find(learned.fluents.begin(), learned.fluents.end(), fluent);
  REQUIRE(found != learned.fluents.end());
  return learned.weights[static_cast<std::size_t>(found - learned.fluents.begin())];
}

/// The constant, and the weights of the fluents that hold.
double sum_of(const learner::FluentEvaluation& learned, const std::vector<std::string>& fluents) {
  double sum = learned.constant;
  for (std::size_t i = 0; i < learned.fluents.size(); ++i) {
    const auto found = std::find(fluents.begin(), fluents.end(), learned.fluents[i]);
    if (found != fluents.end()) sum += learned.weights[i];
  }
  return sum;
}

}  // namespace

TEST_CASE("bytes of a state are looked up as their bits are summed", "[learner]") {
  runtime::Rng random(1, 0);
  std::vector<double> weights(150);
  for (double& weight : weights) weight = static_cast<double>(random.below(2000)) / 100 - 10;
  const runtime::FluentSum sum(0.5, weights);
  for (int round = 0; round < 200; ++round) {
    const runtime::State state{random.next(), random.next(), random.next()};
    double expected = 0.5;
    for (std::size_t bit = 0; bit < weights.size(); ++bit) {
      if ((state[bit / 64] >> bit % 64 & 1U) != 0) expected += weights[bit];
    }
    CHECK(sum.of(state) == Approx(expected).margin(1e-4));
  }
}

TEST_CASE("pawns are worth more the nearer they are to their goal", "[learner]") {
  const driver::LoadedGame game = load("breakthrough");
  const auto learned = learner::learn_fluents(game, few());
  REQUIRE(learned);
  double near = 0;
  double far = 0;
  for (const char* column : {"2", "3", "4", "5"}) {  // white moves to row 1
    near += weight_of(*learned, std::string("(cell 4 ") + column + " white)");
    far += weight_of(*learned, std::string("(cell 7 ") + column + " white)");
    near -= weight_of(*learned, std::string("(cell 5 ") + column + " black)");
    far -= weight_of(*learned, std::string("(cell 2 ") + column + " black)");
  }
  CHECK((near > far) == (game.game->roles().front() == "white"));
  const auto again = learner::learn_fluents(game, few());
  CHECK(again->weights == learned->weights);
}

TEST_CASE("every engine evaluates alike", "[learner]") {
  const auto learned = learner::learn_fluents(load("breakthrough"), few());
  REQUIRE(learned);
  const driver::EvaluationMaker make = learner::evaluations(*learned);
  for (const driver::Engine engine : {driver::Engine::interpreter, driver::Engine::jit,
                                      driver::Engine::net, driver::Engine::net_jit}) {
    driver::Options options;
    options.engine = engine;
    const driver::LoadedGame game = load("breakthrough", options);
    const auto evaluation = make(game);
    REQUIRE(evaluation);
    const auto scratch = game.game->make_scratch();
    runtime::Rng random(1, 0);
    runtime::State state(game.game->initial().begin(), game.game->initial().end());
    runtime::State next(state.size());
    std::vector<runtime::Move> joint(2);
    while (!game.game->terminal(state, *scratch)) {
      CHECK(evaluation->value(state) ==
            Approx(sum_of(*learned, game.game->fluents(state))).margin(1e-4));
      if (game.game->draw(state, *scratch, random, joint) != runtime::Drawn::joint) break;
      game.game->next(state, joint, *scratch, next);
      std::swap(state, next);
    }
  }
}

TEST_CASE("weights are kept in the cache, and only for these rules", "[learner][cache]") {
  const tests::Folder folder;
  driver::Options options;
  options.cache = std::make_shared<object_cache::ObjectCache>(folder.path);
  driver::Session session;
  const driver::LoadedGame game = load("breakthrough");
  const auto learned =
      learner::kept_fluents(example("breakthrough"), game, options, session, few());
  REQUIRE(learned);
  // A game of which nothing can be learned shows that the second result was not learned.
  const driver::LoadedGame other = load("goofspiel");
  const auto kept = learner::kept_fluents(example("breakthrough"), other, options, session, few());
  REQUIRE(kept);
  CHECK(kept->constant == learned->constant);
  CHECK(kept->fluents == learned->fluents);
  CHECK(kept->weights == learned->weights);
}

TEST_CASE("nothing is learned where several roles choose, or all games end alike", "[learner]") {
  CHECK_THROWS_AS(learner::learn_fluents(load("goofspiel"), few()), runtime::TurnError);
  learner::FluentLearning hasty = few();
  hasty.step_limit = 3;  // no game ends
  CHECK(!learner::learn_fluents(load("breakthrough"), hasty));
}

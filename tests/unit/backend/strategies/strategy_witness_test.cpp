// Witnesses of the published strategies, in every state in which they choose.
#include "backend/strategies/strategy_witness.h"
#include "backend/strategies/strategy.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/states_of_play.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace tesuji;
using driver::StrategyWitness;
using runtime::State;

namespace {

struct Scene {
  driver::Session session;
  driver::LoadedGame game;
  frontend::Strategy text;
  std::shared_ptr<const runtime::Strategy> strategy;
};

std::unique_ptr<Scene> load(const std::string& name, driver::Engine engine) {
  auto scene = std::make_unique<Scene>();
  driver::Options options;
  options.engine = engine;
  const std::string examples = tests::source_dir() + "/examples/";
  auto game = driver::load_game(examples + name + ".kif", options, scene->session);
  auto text = driver::load_strategy(examples + "strategies/" + name + ".pl", scene->session);
  INFO(scene->session.diagnostics.render());
  REQUIRE(game);
  REQUIRE(text);
  scene->game = std::move(*game);
  scene->text = std::move(*text);
  scene->strategy = driver::compile_strategy(scene->game, scene->text, options);
  return scene;
}

/// Every goal of every clause, by the strategy's own answers.
void check_goals(const Scene& scene, const StrategyWitness& witness,
                 runtime::Strategy::Memory& memory) {
  for (const StrategyWitness::Proof& proof : witness.proofs) {
    CAPTURE(proof.clause);
    for (const StrategyWitness::Goal& goal : proof.goals) {
      CAPTURE(goal.text);
      const std::string callee = goal.text.substr(0, goal.text.find('('));
      const auto number = scene.strategy->find(callee);
      REQUIRE((goal.proof != StrategyWitness::none) == (number && !goal.absent));
      if (!number) continue;
      const State& from = witness.states.at(goal.args.at(0)).state;
      if (goal.args.size() < 2 || goal.args[1] == StrategyWitness::none) {
        CHECK(scene.strategy->holds(*number, from, memory) == !goal.absent);
        continue;
      }
      const auto all = scene.strategy->solutions(*number, from, memory);
      const State& to = witness.states.at(goal.args[1]).state;
      CHECK((std::find(all.begin(), all.end(), to) != all.end()) == !goal.absent);
    }
  }
}

/// States that are known by a move come about by it.
void check_moves(const runtime::Game& game, const StrategyWitness& witness) {
  const auto scratch = game.make_scratch();
  for (const StrategyWitness::Bound& bound : witness.states) {
    if (bound.from == StrategyWitness::none) continue;
    State next(game.state_words());
    game.next(witness.states.at(bound.from).state, bound.joint, *scratch, next);
    CHECK(next == bound.state);
  }
}

}  // namespace

TEST_CASE("the clause that chose has a witness in every state of play", "[strategy]") {
  for (const std::string name : {"noughts-and-crosses", "hexapawn3"}) {
    for (const driver::Engine engine : {driver::Engine::interpreter, driver::Engine::jit}) {
      const auto scene = load(name, engine);
      const runtime::Game& game = *scene->game.game;
      const auto memory = scene->strategy->make_memory();
      std::size_t chosen = 0;
      std::size_t nested = 0;
      for (const State& state : tests::states_of_play(game)) {
        const auto choice = scene->strategy->choose(state, *memory);
        if (!choice) continue;
        ++chosen;
        const State successor(choice->successor.begin(), choice->successor.end());
        const std::string predicate(choice->name);
        const auto witness = driver::strategy_witness(*scene->strategy, scene->text, predicate,
                                                      state, choice->move, *memory);
        CAPTURE(name, predicate, game.fluents(state));
        REQUIRE(witness);
        CHECK(witness->states.front().state == state);
        const StrategyWitness::Proof& proof = witness->proofs.front();
        CHECK(proof.clause.rfind(predicate + "(A,B) :- ", 0) == 0);
        REQUIRE(proof.variables.at(1) == "B");
        CHECK(witness->states.at(proof.states.at(1)).state == successor);
        if (witness->proofs.size() > 1) ++nested;
        check_goals(*scene, *witness, *memory);
        check_moves(game, *witness);
      }
      CHECK(chosen > 10);
      CHECK(nested > 0);
    }
  }
}

TEST_CASE("a move that a predicate does not make has no witness", "[strategy]") {
  const auto scene = load("noughts-and-crosses", driver::Engine::interpreter);
  const runtime::Game& game = *scene->game.game;
  const auto memory = scene->strategy->make_memory();
  const auto move = game.find_move("(mark 2 2)");
  REQUIRE(move);
  CHECK_FALSE(driver::strategy_witness(*scene->strategy, scene->text, "win_1", game.initial(),
                                       *move, *memory));
  CHECK_FALSE(driver::strategy_witness(*scene->strategy, scene->text, "no_such", game.initial(),
                                       *move, *memory));
  const auto waiting = game.find_move("noop");
  REQUIRE(waiting);
  CHECK_FALSE(driver::strategy_witness(*scene->strategy, scene->text, "draw_1", game.initial(),
                                       *waiting, *memory));
}

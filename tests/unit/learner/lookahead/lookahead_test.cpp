// The learner that looks ahead: what it proves beside minimax, what it defines, what it reaches.
#include "learner/experiments/entrants.h"
#include "learner/lookahead/definition_search.h"
#include "learner/lookahead/next_level.h"
#include "learner/lookahead/proved_outcomes.h"
#include "tests/unit/support/strategy_runtime_support.h"

#include <catch2/catch.hpp>

#include <set>
#include <string>
#include <vector>

using namespace tesuji;
using learner::StateSample;
using learner::StateSet;
using learner::Truth;

namespace {

struct Scene {
  std::shared_ptr<const test::BoardGame> game;
  learner::Arena arena;

  Scene(std::shared_ptr<const test::BoardGame> of, const char* board)
      : game(std::move(of)),
        arena(game, test::BoardGame::turn_rule(), {game->parse_board(board, 0)}, {}) {}
  [[nodiscard]] runtime::Node& start() { return *arena.space().root(arena.boards()[0]); }
};

Scene noughts() {
  return {test::noughts_and_crosses(), "b(e,e,e,e,o,e,e,x,e)"};
}
Scene hexapawn() {
  return {test::hexapawn(4), "b(b,b,b,e,e,e,e,b,w,e,e,e,e,w,w,w)"};
}

/// Own moves until a forced win, by minimax, of the role that moved into the state; 0: none.
std::uint32_t moves_to_win(Scene& scene, runtime::Node& node) {
  const runtime::Role moved = runtime::StateSpace::moved(node);
  const auto value = scene.arena.minimax().value(scene.arena.space().state(node));
  return value.margin_for(moved) > 0 ? value.plies / 2 + 1 : 0;
}

}  // namespace

TEST_CASE("what look-ahead proves is what minimax says", "[learner][lookahead]") {
  Scene scene = GENERATE(0, 1) == 0 ? noughts() : hexapawn();
  const std::uint32_t plies = GENERATE(2, 5, 20);
  StateSample sample(scene.arena.space(), 100'000);
  CHECK(sample.add(scene.start(), plies));
  CHECK_FALSE(sample.add(scene.start(), plies));
  const learner::ProvedOutcomes proved = prove_outcomes(sample, 16);
  std::size_t known = 0;
  for (std::size_t state = 1; state < sample.size(); ++state) {
    runtime::Node& node = sample.node(state);
    const std::uint32_t moves = moves_to_win(scene, node);
    INFO(scene.game->board(scene.arena.space().state(node)) << ", " << plies << " plies");
    for (std::uint32_t level = 1; level <= proved.wins.size(); ++level) {
      const Truth& wins = proved.wins[level - 1];
      REQUIRE_FALSE((wins.yes.has(state) && wins.no.has(state)));
      if (wins.yes.has(state)) CHECK((moves > 0 && moves <= level));
      if (wins.no.has(state)) CHECK((moves == 0 || moves > level));
      known += wins.yes.has(state) || wins.no.has(state) ? 1 : 0;
    }
    const auto value = scene.arena.minimax().value(scene.arena.space().state(node));
    const std::int32_t margin = value.margin_for(runtime::StateSpace::moved(node));
    REQUIRE_FALSE((proved.loses.yes.has(state) && proved.holds.yes.has(state)));
    if (proved.loses.yes.has(state)) CHECK(margin < 0);
    if (proved.holds.yes.has(state)) CHECK(margin >= 0);
    // Looking to the end proves everything.
    if (plies == 20) CHECK((proved.loses.yes.has(state) || proved.holds.yes.has(state)));
  }
  CHECK(known > sample.size() / 2);
}

TEST_CASE("a part of a sample has the surroundings of its states", "[learner][lookahead]") {
  Scene scene = noughts();
  StateSample sample(scene.arena.space(), 100'000);
  sample.add(scene.start(), 4);
  const std::vector<std::size_t> states{3, 7};
  const StateSample part = sample.around(states, 2, 1000);
  CHECK(&part.node(0) == &sample.node(3));
  CHECK(&part.node(1) == &sample.node(7));
  REQUIRE(part.expanded(0));
  REQUIRE(part.successors(0).size() == sample.successors(3).size());
  for (std::size_t edge = 0; edge < part.successors(0).size(); ++edge) {
    const std::size_t next = part.successors(0)[edge];
    CHECK(&part.node(next) == &sample.node(sample.successors(3)[edge]));
    CHECK(part.expanded(next));
    for (const std::size_t last : part.successors(next)) {
      if (last > part.successors(1).back()) CHECK_FALSE(part.expanded(last));
    }
  }
  CHECK(sample.around(states, 2, 5).size() == 2);
}

TEST_CASE("a sample keeps within its bound", "[learner][lookahead]") {
  Scene scene = noughts();
  StateSample sample(scene.arena.space(), 50);
  sample.add(scene.start(), 10);
  CHECK(sample.size() <= 50);
  CHECK(sample.size() > 20);
}

TEST_CASE("definitions that agree with examples are found, shortest first",
          "[learner][lookahead]") {
  Scene scene = noughts();
  StateSample sample(scene.arena.space(), 100'000);
  sample.add(scene.start(), 20);
  learner::StateProperties properties(scene.arena.space());
  learner::PropertySearchOptions options;
  options.cheap = false;
  learner::DefinitionSearch search(sample, properties, options);
  learner::LearnedProgram program;
  learner::PropertySearchReport report;
  const learner::ProvedOutcomes proved = prove_outcomes(sample, 16);
  for (std::uint32_t level = 1; level <= 3; ++level) {
    learner::PropertyExamples examples(sample.size());
    examples.positive = proved.wins[level - 1].yes;
    if (level > 1) examples.positive.remove(proved.wins[level - 2].yes);
    examples.negative = proved.wins[level - 1].no;
    REQUIRE(search.define("win_" + std::to_string(level), learner::Goal::win, level, examples,
                          false, program, report));
    // What was defined over vectors of bits holds state by state, too.
    const learner::LearnedPredicate& predicate = program.predicates.back();
    for (std::size_t state = 0; state < sample.size(); ++state) {
      const bool holds = properties.holds(predicate.definition, sample.node(state));
      if (examples.positive.has(state)) CHECK(holds);
      if (examples.negative.has(state)) CHECK_FALSE(holds);
    }
  }
  CHECK(to_prolog(program).find("win_1(A,B) :- move(A,B), won(B).") == 0);
  // A state that is to be both: there is no such property.
  learner::PropertyExamples contrary(sample.size());
  contrary.positive.insert(5);
  contrary.negative.insert(5);
  CHECK_FALSE(search.define("win_4", learner::Goal::win, 4, contrary, false, program, report));
  CHECK(program.find(learner::Goal::win, 4) == nullptr);
}

TEST_CASE("names of predicates differ, whatever is learned again", "[learner][lookahead]") {
  Scene scene = hexapawn();
  for (const char* text : {"tesuji:plies=2", "tesuji:plies=4", "tesuji"}) {
    const auto learner = learner::entrant(text).make(scene.arena, 1);
    learner::Training training(scene.arena, *learner, {});
    for (int game = 0; game < 30; ++game) {
      static_cast<void>(training.next());
      std::set<std::string> names;
      for (const auto& predicate : learner->program()->predicates) {
        CHECK(names.insert(predicate.name).second);
      }
    }
  }
}

TEST_CASE("with look-ahead nothing is lost after some games", "[learner][lookahead]") {
  struct Game {
    std::shared_ptr<const test::BoardGame> game;
    std::vector<const char*> boards;
  };
  const Game one =
      GENERATE(Game{test::noughts_and_crosses(),
                    {"b(e,e,e,e,o,e,e,x,e)", "b(e,e,e,o,e,x,e,e,e)", "b(o,x,e,e,e,e,e,e,e)"}},
               Game{test::hexapawn(4),
                    {"b(b,b,b,e,e,e,e,b,w,e,e,e,e,w,w,w)", "b(e,b,b,b,b,e,e,e,w,e,e,e,e,w,w,w)"}});
  std::vector<runtime::State> boards;
  for (const char* board : one.boards) boards.push_back(one.game->parse_board(board, 0));
  learner::ExperimentOptions options;
  options.games = 40;
  options.runs = 3;
  options.test = true;
  const std::vector<learner::Entrant> entrants{learner::entrant("tesuji"),
                                               learner::entrant("tesuji:games=0,explore=0")};
  const auto make = [&] {
    return std::make_unique<learner::Arena>(one.game, test::BoardGame::turn_rule(), boards);
  };
  const learner::Experiment experiment = run_experiment(options, make, entrants);
  for (const learner::Run& run : experiment.runs) {
    REQUIRE(run.complete);
    CHECK(run.final_regret == 0);
    CHECK(run.curve()[39] == run.curve()[19]);
    CHECK(run.learning.missing.empty());
  }
}

TEST_CASE("a series of levels goes on", "[learner][lookahead]") {
  Scene scene = hexapawn();
  learner::StateProperties properties(scene.arena.space());
  using Kind = learner::Callee::Kind;
  using Test = learner::StateProperties::Test;
  learner::LearnedProgram program;
  const auto add = [&](const std::string& name, std::uint32_t level, bool helper,
                       const learner::LearnedClause& clause) {
    const auto definition = properties.define({property_of(program, clause)});
    program.predicates.push_back({name, learner::Goal::win, level, helper, {clause}, definition});
    return learner::Callee{.kind = Kind::learned, .number = program.predicates.size() - 1};
  };
  const learner::Callee move{.kind = Kind::move};
  const learner::Callee won{.kind = Kind::won};
  const auto win_1 = add("win_1", 1, false, {move, won, Test::property});
  const auto goes_on = add("win_2_1", 2, true, {move, move, Test::some});
  const auto safe_1 = add("win_2_2", 2, true, {move, win_1, Test::none});
  const auto win_2 = add("win_2", 2, false, {goes_on, safe_1, Test::none});
  const auto safe_2 = add("win_3_1", 3, true, {safe_1, win_2, Test::none});
  const auto win_3 = add("win_3", 3, false, {goes_on, safe_2, Test::none});
  REQUIRE(add_next_level(win_2.number, win_3.number, "win_4", properties, program));
  CHECK(to_prolog(program).find("win_4(A,B) :- win_2_1(A,B), not(win_4_1(B,_)).\n"
                                "win_4_1(A,B) :- win_3_1(A,B), not(win_3(B,_)).\n") !=
        std::string::npos);
  // What was added is of the same series.
  REQUIRE(
      add_next_level(win_3.number, program.predicates.size() - 1, "win_5", properties, program));
  CHECK(to_prolog(program).find("win_5_1(A,B) :- win_4_1(A,B), not(win_4(B,_)).") !=
        std::string::npos);
  // Nothing leads from the first level to the second one.
  const std::size_t size = program.predicates.size();
  CHECK_FALSE(add_next_level(win_1.number, win_2.number, "win_3", properties, program));
  CHECK(program.predicates.size() == size);
}

TEST_CASE("rules from a small part of a game hold in nearly all of it", "[learner][lookahead]") {
  // Of 20,286 states the sample has 2,000 at a time; no level beyond those is proved.
  Scene scene = hexapawn();
  const auto learner = learner::entrant("tesuji:plies=6,states=2000,games=0").make(scene.arena, 1);
  learner::Training training(scene.arena, *learner, {});
  for (int game = 0; game < 60; ++game) static_cast<void>(training.next());
  learner::StateProperties properties(scene.arena.space());
  const auto positions = test::reachable(*scene.game);
  std::size_t claimed = 0;
  std::size_t wrong = 0;
  for (const learner::LearnedPredicate* predicate : learner->program()->playing()) {
    if (predicate->goal != learner::Goal::win) continue;
    for (const runtime::State& position : positions) {
      runtime::Node& node = *scene.arena.space().root(position);
      scene.arena.space().expand(node);
      for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
        runtime::Node& next = *scene.arena.space().successor(node, edge);
        const auto definition =
            [&](const auto& self,
                const learner::LearnedPredicate& one) -> learner::StateProperties::Id {
          std::vector<learner::StateProperties::Clause> clauses;
          const auto id = [&](const learner::Callee& callee) {
            if (callee.kind != learner::Callee::Kind::learned) {
              return property_of(*learner->program(), callee);
            }
            return self(self, learner->program()->predicates[callee.number]);
          };
          for (const learner::LearnedClause& clause : one.clauses) {
            clauses.push_back({id(clause.base), id(clause.condition), clause.test});
          }
          return properties.define(clauses);
        };
        if (!properties.holds(definition(definition, *predicate), next)) continue;
        ++claimed;
        wrong += moves_to_win(scene, next) == 0 ? 1 : 0;
      }
    }
  }
  CHECK(claimed > 10'000);
  CHECK(100 * wrong < claimed);
}

TEST_CASE("a definition of several clauses is written as it was found", "[learner][lookahead]") {
  Scene scene = noughts();
  StateSample sample(scene.arena.space(), 100'000);
  sample.add(scene.start(), 20);
  learner::StateProperties properties(scene.arena.space());
  // Won, or the other role can win at once; won, or some answer lets the role win: no conjunction.
  const learner::ProvedOutcomes proved = prove_outcomes(sample, 16);
  const Truth other_wins = some_successor(sample, proved.wins[0]);
  const Truth wins_again = some_successor(sample, other_wins);
  for (const Truth& second : {other_wins, wins_again}) {
    learner::PropertyExamples examples(sample.size());
    examples.positive = second.yes;
    examples.positive.add(proved.wins[0].yes);
    for (std::size_t state = 0; state < sample.size(); ++state) {
      if (!examples.positive.has(state) && second.no.has(state)) examples.negative.insert(state);
    }
    learner::DefinitionSearch search(sample, properties, {});
    learner::LearnedProgram program;
    learner::PropertySearchReport report;
    REQUIRE(search.define("p", learner::Goal::win, 1, examples, false, program, report));
    const auto definition = program.predicates.back().definition;
    std::size_t wrong = 0;
    for (std::size_t state = 0; state < sample.size(); ++state) {
      const bool holds = properties.holds(definition, sample.node(state));
      wrong += examples.positive.has(state) && !holds ? 1 : 0;
      wrong += examples.negative.has(state) && holds ? 1 : 0;
    }
    INFO(to_prolog(program));
    CHECK(wrong == 0);
  }
}

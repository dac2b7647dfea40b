// Games as production rules, and rules for wins, compared with the games' own engines.
#include "learner/explanation/learn_wins.h"
#include "backend/driver/load.h"
#include "backend/rules/fact_origins.h"
#include "backend/rules/production.h"
#include "learner/explanation/domain_theory.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace tesuji;
using learner::MemoryFact;

namespace {

/// A game with its clauses.
struct OpenGame {
  explicit OpenGame(const std::string& name) {
    const std::string path = tests::source_dir() + "/examples/" + name;
    auto some = driver::load_clauses(path, session);
    REQUIRE(some);
    clauses = std::make_unique<ir::Module>(std::move(*some));
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    driver::Session other;
    loaded = driver::load_game(path, options, other);
    REQUIRE(loaded);
  }
  driver::Session session;
  std::unique_ptr<ir::Module> clauses;
  std::optional<driver::LoadedGame> loaded;
};

/// Compares what the rules deduce of a joint move with what the game answers.
void compare_step(const OpenGame& open, const learner::GameRuleSet& rules, const std::string& text,
                  runtime::StateView state, const std::vector<runtime::Move>& joint,
                  runtime::StateView next) {
  const runtime::Game& game = *open.loaded->game;
  const auto scratch = game.make_scratch();
  std::vector<MemoryFact> facts;
  for (const std::string& fluent : game.fluents(state)) facts.push_back(*rules.fluent_fact(fluent));
  for (std::size_t role = 0; role < joint.size(); ++role) {
    facts.push_back(*rules.move_fact(game.roles()[role], game.move_name(joint[role]), 0));
  }
  driver::Session session;
  session.symbols = open.session.symbols;
  session.texts["game.rules"] = text;
  session.texts["state.pl"] = rules.fixed_facts() + rules.text(facts);
  auto module = driver::load_rules("game.rules", {"state.pl"}, session);
  INFO(session.diagnostics.render());
  REQUIRE(module);
  const auto shared = std::make_shared<const ir::Module>(std::move(*module));
  const auto strata = driver::strata_of(*shared, session.diagnostics);
  REQUIRE(strata);
  const driver::TracedRun run = driver::trace_rules(shared, *strata, {});
  const learner::FactTrace trace(run);
  // Legal moves at moment 0, under the names of moves.
  std::set<MemoryFact> legal;
  std::vector<std::vector<runtime::Move>> moves;
  game.legal(state, *scratch, moves);
  for (std::size_t role = 0; role < moves.size(); ++role) {
    for (const runtime::Move move : moves[role]) {
      legal.insert(*rules.move_fact(game.roles()[role], game.move_name(move), 0));
    }
  }
  std::set<MemoryFact> deduced;
  for (const auto& shape : rules.shapes()) {
    for (const auto& args : trace.facts_of(rules.legal_name(shape, 0))) {
      deduced.insert({rules.does_name(shape, 0), args});
    }
  }
  CHECK(legal == deduced);
  // Fluents of moment 1.
  std::set<MemoryFact> fluents;
  for (const std::string& fluent : game.fluents(next)) fluents.insert(*rules.fluent_fact(fluent));
  std::set<MemoryFact> after;
  for (ir::RelationId id = 0; id < open.clauses->relations.size(); ++id) {
    if (open.clauses->relations[id].kind != ir::RelationKind::state) continue;
    for (const auto& args : trace.facts_of(rules.name_at(id, 1))) {
      after.insert({rules.name_at(id, 0), args});
    }
  }
  CHECK(fluents == after);
  const ir::RelationId terminal = open.clauses->find_answer(ir::Answer::terminal);
  CHECK(game.terminal(next, *scratch) == trace.holds({rules.name_at(terminal, 1), {}}));
}

}  // namespace

TEST_CASE("a game as production rules makes the steps of the game", "[explanation]") {
  const char* name = GENERATE("noughts-and-crosses.kif", "hexapawn3.kif", "connect-four.kif",
                              "nim.kif", "breakthrough.kif", "quarto.kif");
  CAPTURE(name);
  const OpenGame open(name);
  const runtime::Game& game = *open.loaded->game;
  const learner::GameRuleSet rules(*open.clauses);
  const std::string text = rules.rules(1);
  const auto scratch = game.make_scratch();
  runtime::Rng rng(3, 1);
  runtime::State state(game.initial().begin(), game.initial().end());
  runtime::State next(game.state_words());
  std::vector<runtime::Move> joint(game.roles().size());
  for (int step = 0; step < 8; ++step) {
    if (game.draw(state, *scratch, rng, joint) != runtime::Drawn::joint) break;
    game.next(state, joint, *scratch, next);
    compare_step(open, rules, text, state, joint, next);
    state.swap(next);
  }
}

TEST_CASE("rules for wins conclude wins only", "[explanation]") {
  const char* name =
      GENERATE("noughts-and-crosses.kif", "hexapawn3.kif", "connect-four.kif", "nim.kif");
  const std::size_t moves = std::string(name) == "connect-four.kif" ? 1 : 2;
  CAPTURE(name);
  const OpenGame open(name);
  learner::WinExplainer explainer(*open.clauses);
  learner::WinLearningOptions options;
  options.games = std::string(name) == "nim.kif" || moves == 1 ? 2 : 6;
  options.moves = moves;
  learner::WinLearner learner(explainer, *open.loaded->game, options);
  learner.learn_from_games();
  std::vector<learner::LearnedRule> rules;
  for (const auto& win : learner.result().wins) rules.push_back(win.rule);
  REQUIRE(!rules.empty());
  options.seed = 2;
  options.games = 8;
  for (const auto engine :
       {driver::ProductionEngine::interpreter, driver::ProductionEngine::reference}) {
    const auto check = learner::check_wins(explainer, *open.loaded->game, rules, options, engine);
    INFO(check.faults.size() << " " << (check.faults.empty() ? "" : check.faults[0]));
    CHECK(check.wrong == 0);
    CHECK(check.concluded > 0);
    CHECK(check.concluded <= check.winning);
  }
}

TEST_CASE("a rule subsumes those that ask for more", "[explanation]") {
  using ir::Argument;
  using learner::present;
  // Symbols are numbers here: relations 1 and 2, constants 7 and 8.
  const auto rule = [](learner::Conjunction premises) {
    learner::LearnedRule made{std::move(premises), present(9, {Argument::variable(0)})};
    made.variables = {"a", "b", "c"};
    return made;
  };
  const auto a = Argument::variable(0);
  const auto b = Argument::variable(1);
  const auto c = Argument::variable(2);
  const auto general = rule({present(1, {a, b})});
  const auto special = rule({present(1, {a, Argument::constant(7)}), present(2, {a})});
  CHECK(learner::subsumes(general, special));
  CHECK_FALSE(learner::subsumes(special, general));
  // What is absent for all values is more than what is absent for one.
  const auto for_all = rule({present(2, {a}), learner::absent({present(1, {a, b})})});
  const auto for_one =
      rule({present(2, {a}), learner::absent({present(1, {a, Argument::constant(7)})})});
  CHECK_FALSE(learner::subsumes(for_all, for_one));
  CHECK(learner::subsumes(for_all, for_all));
  // .. and for any two more than for equal ones.
  const auto any_two = rule({present(2, {a}), learner::absent({present(1, {b, c})})});
  const auto equal = rule({present(2, {a}), learner::absent({present(1, {b, b})})});
  CHECK_FALSE(learner::subsumes(any_two, equal));
}

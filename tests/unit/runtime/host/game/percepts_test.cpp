// GDL-II: what the roles perceive of a joint move, in every engine.
#include "backend/driver/load.h"
#include "backend/driver/rulesheet/reference.h"
#include "backend/strategies/strategy.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/lowered.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;
using Percepts = std::vector<std::vector<std::string>>;

namespace {

/// Game text in a file, gone with the object.
class GameFile {
 public:
  explicit GameFile(const std::string& text, const std::string& extension = ".kif")
      : path_((folder_.path / ("game" + extension)).string()) {
    std::ofstream(path_) << text;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  tests::Folder folder_;
  std::string path_;
};

driver::LoadedGame load(const std::string& path, driver::Engine engine) {
  driver::Session session;
  driver::Options options;
  options.engine = engine;
  auto loaded = driver::load_game(path, options, session);
  INFO(session.diagnostics.render());
  REQUIRE(loaded);
  return std::move(*loaded);
}

std::vector<runtime::Move> joint_of(const runtime::Game& game,
                                    const std::vector<std::string>& names) {
  std::vector<runtime::Move> joint;
  for (const std::string& name : names) {
    const auto move = game.find_move(name);
    REQUIRE(move);
    joint.push_back(*move);
  }
  return joint;
}

/// What is perceived of these moves in the initial state.
Percepts percepts_at_start(const runtime::Game& game, const std::vector<std::string>& moves) {
  const auto scratch = game.make_scratch();
  Percepts result{{"stale"}};
  game.percepts(game.initial(), joint_of(game, moves), *scratch, result);
  return result;
}

/// A frame of two roles with a state (at N) to which sheets add what they are about.
const std::string frame = R"(
  (role a) (role random) (init (at 1)) (number 1) (number 2) (number 3)
  (<= (legal ?r (say ?n)) (role ?r) (number ?n)) (<= (legal a wait) (number 1))
  (<= (next (at ?n)) (does a (say ?n))) (<= terminal (true (at 3))) (goal a 50)
)";

/// Percepts by state and joint move, in terms that all engines share.
using AllPercepts =
    std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, Percepts>;

/// All combinations of one move per role.
std::vector<std::vector<runtime::Move>> joint_moves(
    const std::vector<std::vector<runtime::Move>>& legal) {
  std::vector<std::vector<runtime::Move>> joints{{}};
  for (const auto& moves : legal) {
    std::vector<std::vector<runtime::Move>> longer;
    for (const auto& joint : joints) {
      for (const runtime::Move move : moves) {
        longer.push_back(joint);
        longer.back().push_back(move);
      }
    }
    joints = std::move(longer);
  }
  return joints;
}

/// Percepts of every transition from every reachable state.
AllPercepts all_percepts(const runtime::Game& game) {
  const auto scratch = game.make_scratch();
  std::vector<runtime::State> open{runtime::State(game.initial().begin(), game.initial().end())};
  std::set<std::vector<std::string>> seen{game.fluents(open.front())};
  AllPercepts result;
  std::vector<std::vector<runtime::Move>> legal;
  while (!open.empty()) {
    const runtime::State state = std::move(open.back());
    open.pop_back();
    if (game.terminal(state, *scratch)) continue;
    game.legal(state, *scratch, legal);
    for (const auto& joint : joint_moves(legal)) {
      std::vector<std::string> names;
      for (const runtime::Move move : joint) names.push_back(game.move_name(move));
      game.percepts(state, joint, *scratch, result[{game.fluents(state), names}]);
      runtime::State next(game.state_words());
      game.next(state, joint, *scratch, next);
      if (seen.insert(game.fluents(next)).second) open.push_back(std::move(next));
    }
  }
  return result;
}

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

}  // namespace

TEST_CASE("percepts are evaluated in the old state with the joint move", "[percepts]") {
  const auto engine = GENERATE(driver::Engine::interpreter, driver::Engine::jit);
  const GameFile sheet(frame + R"(
    (<= (sees ?r (from ?n)) (role ?r) (true (at ?n)))
    (<= (sees a ?m) (does random ?m))
    (<= (sees a (pair (heard ?n) (of (f)))) (does random (say ?n)))
    (<= (sees a ?n) (does random (say ?n))) (<= (sees a ?n) (does a (say ?n)))
    (<= (sees stranger ?n) (true (at ?n)))
    (<= (sees (f a) ?n) (true (at ?n)))
  )");
  const driver::LoadedGame loaded = load(sheet.path(), engine);
  CHECK(loaded.game->has_percepts());
  // Sorted bytewise, each term once, whatever shape it has; nothing for strangers.
  CHECK(percepts_at_start(*loaded.game, {"(say 2)", "(say 2)"}) ==
        Percepts{{"(from 1)", "(pair (heard 2) (of (f)))", "(say 2)", "2"}, {"(from 1)"}});
  CHECK(percepts_at_start(*loaded.game, {"wait", "(say 3)"}) ==
        Percepts{{"(from 1)", "(pair (heard 3) (of (f)))", "(say 3)", "3"}, {"(from 1)"}});
}

TEST_CASE("percepts that are too many for bits are kept in tables", "[percepts]") {
  const auto engine = GENERATE(driver::Engine::interpreter, driver::Engine::jit);
  std::string numbers;
  for (int n = 0; n < 200; ++n) numbers += "(big " + std::to_string(n) + ")";
  const GameFile sheet(frame + numbers + R"(
    (<= (sees a (t ?x ?y ?z ?n)) (big ?x) (big ?y) (big ?z)
        (does random (say ?n)) (same ?x ?y) (same ?y ?z) (top ?x))
    (<= (same ?x ?x) (big ?x)) (top 7) (top 180)
  )");
  const driver::LoadedGame loaded = load(sheet.path(), engine);
  const ir::RelationId sees = loaded.module->find_relation("sees.t");
  REQUIRE(sees != ir::no_id);
  CHECK(loaded.module->relations[sees].storage == ir::Storage::table);
  CHECK(percepts_at_start(*loaded.game, {"wait", "(say 2)"}) ==
        Percepts{{"(t 180 180 180 2)", "(t 7 7 7 2)"}, {}});
}

TEST_CASE("a sheet with sees is of GDL-II even if nothing is ever seen", "[percepts]") {
  const auto engine = GENERATE(driver::Engine::interpreter, driver::Engine::jit);
  const std::string rule =
      GENERATE("(<= (sees a ?x) (never ?x))", "(<= (sees a b) (true (at 4)))", "(sees nobody b)");
  const GameFile sheet(frame + rule);
  const driver::LoadedGame loaded = load(sheet.path(), engine);
  CHECK(loaded.game->has_percepts());
  CHECK(percepts_at_start(*loaded.game, {"wait", "(say 1)"}) == Percepts{{}, {}});
}

TEST_CASE("games without sees have no percepts", "[percepts]") {
  const auto engine = GENERATE(driver::Engine::interpreter, driver::Engine::jit);
  const GameFile sheet(frame);
  const driver::LoadedGame loaded = load(sheet.path(), engine);
  CHECK_FALSE(loaded.game->has_percepts());
  CHECK(loaded.module->find_entry("sees") == nullptr);
  CHECK(percepts_at_start(*loaded.game, {"wait", "(say 1)"}) == Percepts{{}, {}});
}

TEST_CASE("percepts: all engines agree on whole games, also from IR text", "[percepts]") {
  const std::string name = GENERATE("monty-hall", "kuhn-poker");
  const driver::LoadedGame interpreted = load(example(name), driver::Engine::interpreter);
  const AllPercepts expected = all_percepts(*interpreted.game);
  CHECK(expected.size() == (name == "monty-hall" ? 9 + 12 + 24 : 6 + 12 + 24 + 12));
  CHECK(all_percepts(*load(example(name), driver::Engine::jit).game) == expected);

  driver::Session session;
  const auto reasoned = driver::load_reference_game(example(name), session);
  INFO(session.diagnostics.render());
  REQUIRE(reasoned);
  CHECK(reasoned->game->has_percepts());
  CHECK(all_percepts(*reasoned->game) == expected);

  const std::string text = ir::print(*interpreted.module);
  const GameFile dumped(text, ".tir");
  const driver::LoadedGame reread = load(dumped.path(), driver::Engine::jit);
  CHECK(ir::print(*reread.module) == text);
  CHECK(all_percepts(*reread.game) == expected);
}

TEST_CASE("what only percepts need is kept with sees, and dropped without", "[percepts]") {
  const std::string helper = "(<= (near ?n) (true (at ?m)) (does random (say ?n)) (number ?m))";
  tests::Lowered with(frame + helper + "(<= (sees a ?n) (near ?n))");
  tests::Lowered without(frame + helper);
  for (tests::Lowered* sheet : {&with, &without}) {
    REQUIRE(sheet->module);
    REQUIRE(sheet->run({"infer-domains", "remove-dead", "stratify"}));
  }
  CHECK(with.relation("near") != nullptr);
  CHECK(with.module->find_entry("sees") != nullptr);
  CHECK(without.relation("near") == nullptr);
  CHECK(without.module->find_entry("sees") == nullptr);
}

TEST_CASE("the verifier knows the shape of percepts", "[percepts]") {
  const auto faults = [](const std::string& relation) {
    auto sources = std::make_shared<ir::SourceMap>();
    ir::Diagnostics diagnostics(*sources);
    const auto module = ir::parse(sources->add("test.tir", "tir 1\ndomain d = {a, b}\n" + relation),
                                  sources, diagnostics);
    REQUIRE(module);
    static_cast<void>(ir::verify(*module, diagnostics));
    return tests::sentences(diagnostics);
  };
  CHECK(faults("relation sees.f(d, d) derived term \"(f ?)\"\n").empty());
  tests::check_words(faults("relation sees() derived\n"));
  tests::check_words(faults("relation sees.f(d, d) derived term \"(f ? ?)\"\n"));
  tests::check_words(faults("relation sees(d, d) static\n"));
}

TEST_CASE("strategies are refused where the state is hidden", "[percepts][strategy]") {
  const driver::LoadedGame loaded = load(example("monty-hall"), driver::Engine::interpreter);
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto strategy =
      driver::load_strategy(tests::source_dir() + "/examples/strategies/hexapawn3.pl", session);
  REQUIRE(strategy);
  try {
    static_cast<void>(driver::compile_strategy(loaded, *strategy, options));
    FAIL("a game of incomplete information was accepted");
  } catch (const runtime::TurnError& error) {
    CHECK(error.reason() == runtime::TurnError::Reason::hidden);
    tests::check_words(std::string(error.what()));
  }
}

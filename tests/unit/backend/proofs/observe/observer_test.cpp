// What an observer sees in a state is what the lowered rules say, with every engine.
#include "backend/proofs/observe/observer.h"
#include "tests/corpus/corpus_files.h"
#include "tests/property/naive_semantics.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/observed.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace tesuji;
using driver::Engine;
using proofs::Sight;
using tests::example_path;
using tests::ObservedGame;

namespace {

using Tuples = std::set<std::vector<ir::Symbol>>;

Tuples tuples(const proofs::Observer& observer, proofs::Slot slot,
              const proofs::Observation& seen) {
  const ir::Module& module = observer.module();
  const ir::Relation& relation = module.relations[observer.relation(slot)];
  Tuples result;
  seen.sets[slot].for_each([&](std::uint64_t number) {
    std::vector<std::uint32_t> row(relation.columns.size());
    observer.radix(slot).unpack(number, row.data());
    std::vector<ir::Symbol> tuple;
    for (std::size_t c = 0; c < row.size(); ++c) {
      tuple.push_back(module.domains[relation.columns[c]].values[row[c]]);
    }
    result.insert(std::move(tuple));
  });
  return result;
}

/// Every relation in one state.
void compare_state(const ObservedGame& observed, runtime::StateView state, proofs::Watcher& watcher,
                   proofs::Observation& seen) {
  watcher.look(state, seen);
  const tests::NaiveState naive =
      tests::naive_state(observed.module(), observed.game().fluents(state));
  for (proofs::Slot slot = 0; slot < observed.observer().slots(); ++slot) {
    const ir::RelationId id = observed.observer().relation(slot);
    CAPTURE(observed.module().relations[id].name);
    REQUIRE(tuples(observed.observer(), slot, seen) == naive.tuples[id]);
  }
}

/// Any fluents of the lowered module, as clingo takes them for a state.
std::vector<std::string> random_fluents(const ir::Module& module, std::mt19937_64& random) {
  std::vector<std::string> fluents;
  const std::uint64_t sparse = 1 + random() % 20;
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::state) continue;
    std::vector<std::string> all = {""};
    std::size_t column = 0;
    for (const char c : relation.term) {
      std::vector<std::string> longer;
      for (const std::string& begin : all) {
        if (c != '?') {
          longer.push_back(begin + c);
          continue;
        }
        for (const ir::Symbol value : module.domains[relation.columns[column]].values) {
          longer.push_back(begin + module.symbols->text(value));
        }
      }
      if (c == '?') ++column;
      all = std::move(longer);
    }
    for (const std::string& fluent : all) {
      if (random() % sparse == 0) fluents.push_back(fluent);
    }
  }
  return fluents;
}

/// Some states of random playouts, and every relation in them.
void compare_states(const ObservedGame& observed, std::uint64_t playouts) {
  const runtime::Game& game = observed.game();
  proofs::Watcher watcher(observed.observer());
  const auto scratch = game.make_scratch();
  proofs::Observation seen = observed.observer().make_observation();
  for (std::uint64_t playout = 0; playout < playouts; ++playout) {
    runtime::Rng rng(1, playout);
    runtime::State state(game.initial().begin(), game.initial().end());
    runtime::State next(state.size());
    std::vector<runtime::Move> joint(game.roles().size());
    for (int step = 0; step < 12; ++step) {
      CAPTURE(step);
      compare_state(observed, state, watcher, seen);
      if (game.draw(state, *scratch, rng, joint) != runtime::Drawn::joint) break;
      game.next(state, joint, *scratch, next);
      state.swap(next);
    }
  }
}

/// A game with a relation of each sort.
constexpr const char* sorts = R"((role a) (role b)
(init (at 1)) (init on)
(succ 1 2) (succ 2 3) (succ 3 4)
(<= (less ?x ?y) (succ ?x ?y))
(<= (less ?x ?z) (succ ?x ?y) (less ?y ?z))
(<= (below ?r ?x) (role ?r) (true (at ?y)) (less ?x ?y))
(<= odd (true on))
(<= (empty ?x) (less ?x 1))
(<= (legal ?r (go ?x)) (role ?r) (succ ?x ?y) (true (at ?x)))
(<= (legal ?r stay) (role ?r))
(<= (moved ?x) (does ?r (go ?x)))
(<= (next (at ?y)) (moved ?x) (succ ?x ?y))
(<= (next (at ?x)) (true (at ?x)) (not (moved ?x)))
(<= (next on) (not odd))
(<= (goal ?r 100) (role ?r) odd)
(<= (goal a 50) (true (at 3)))
(<= (goal b (observed.0 1)) (true (at 2)))
(<= terminal (true (at 4)))
)";

}  // namespace

TEST_CASE("relations are seen where they can be", "[asp]") {
  const tests::Folder folder;
  const std::string path = folder.path / "sorts.kif";
  std::ofstream(path) << sorts;
  const ObservedGame observed(path);
  const auto sight = [&, sights = proofs::find_sights(observed.module())](const char* name) {
    return sights[observed.relation(name)];
  };
  CHECK(sight("true.at") == Sight::fluents);
  CHECK(sight("legal.go") == Sight::legal);
  CHECK(sight("terminal") == Sight::terminal);
  CHECK(sight("goal") == Sight::goal);
  CHECK(sight("role") == Sight::fixed);
  CHECK(sight("less") == Sight::fixed);
  CHECK(sight("below") == Sight::observed);
  CHECK(sight("odd") == Sight::observed);
  CHECK(sight("moved") == Sight::never);
  CHECK(sight("does.go") == Sight::never);
  CHECK(sight("next.at") == Sight::never);
  CHECK(sight("init.at") == Sight::never);
  // A goal of the rulesheet's own is no other relation's.
  CHECK(proofs::observed_functor(observed.module(), 0) == "observed.'0");
}

// The host asks for answers of roles alone, and relations computed from answers are never folded
// into facts.
TEST_CASE("answers are seen of those who are no roles, and what is computed from answers",
          "[asp]") {
  const tests::Folder folder;
  const std::string path = folder.path / "answers.kif";
  std::ofstream(path) << R"((role a) (init p) (<= (next p) (true p))
    (legal a stay) (legal ghost (go 1))
    (<= someone (legal ?x ?m)) (<= reward (goal ?x ?y)) (<= over (not terminal))
    (<= (goal ?x 100) (legal ?x ?m))
    (<= (goal a 50) (true q)) (<= terminal (true q)))";
  const ObservedGame observed(path);
  const auto sight = [&, sights = proofs::find_sights(observed.module())](const char* name) {
    return sights[observed.relation(name)];
  };
  CHECK(sight("legal") == Sight::legal);
  CHECK(sight("legal.go") == Sight::observed);
  CHECK(sight("goal") == Sight::observed);
  CHECK(sight("someone") == Sight::observed);
  CHECK(sight("reward") == Sight::observed);
  CHECK(sight("over") == Sight::observed);
  compare_states(observed, 1);
}

TEST_CASE("a fixed relation that is stratified by constants only is seen", "[asp]") {
  const tests::Folder folder;
  const std::string path = folder.path / "layers.kif";
  std::ofstream(path) << R"((role a) (init p) (<= (next p) (true p)) (legal a stay)
    (layer 1) (<= (layer 2) (not (layer 1))) (<= (layer 3) (not (layer 2)))
    (<= (odd ?x) (layer ?x)) (goal a 50) (<= terminal (true q)))";
  const ObservedGame observed(path);
  const auto sights = proofs::find_sights(observed.module());
  CHECK(sights[observed.relation("layer")] == Sight::observed);
  CHECK(sights[observed.relation("odd")] == Sight::observed);
  compare_states(observed, 1);
}

TEST_CASE("observations are what the rules say, with every engine", "[asp]") {
  const tests::Folder folder;
  const std::string path = folder.path / "sorts.kif";
  std::ofstream(path) << sorts;
  const Engine engine = GENERATE(Engine::interpreter, Engine::jit, Engine::net, Engine::net_jit);
  CAPTURE(static_cast<int>(engine));
  compare_states(ObservedGame(path, {}, engine), 10);
  compare_states(ObservedGame(example_path("noughts-and-crosses.kif"), {}, engine), 5);
  compare_states(ObservedGame(example_path("goofspiel.kif"), {}, engine), 2);
}

TEST_CASE("observations are what the rules say, game by game", "[asp]") {
  for (const char* name : {"buttons-and-lights", "hexapawn3", "nim", "hanoi", "kuhn-poker",
                           "monty-hall", "connect-four", "breakthrough"}) {
    CAPTURE(name);
    const ObservedGame observed(example_path(std::string(name) + ".kif"), {}, Engine::interpreter);
    CHECK(observed.observer().reads_bits());
    compare_states(observed, 1);
  }
}

TEST_CASE("states that cannot be reached are seen as the rules say", "[asp]") {
  const Engine engine = GENERATE(Engine::interpreter, Engine::jit);
  std::vector<std::string> paths;
  for (const char* name : {"noughts-and-crosses", "hexapawn3", "nim", "goofspiel", "monty-hall"}) {
    paths.push_back(example_path(std::string(name) + ".kif"));
  }
  const auto corpus = tests::shared_path("corpus/fig3");
  if (tests::have_corpus_part(corpus)) {
    for (const char* name : {"tictactoe", "chomp", "bidding-tictactoe", "pawn_whopping", "connect4",
                             "kriegtictactoe", "3pttc", "knightfight"}) {
      paths.push_back(corpus / (std::string(name) + ".kif"));
    }
  }
  std::mt19937_64 random(1);
  for (const std::string& path : paths) {
    CAPTURE(path);
    const ObservedGame observed(path, {}, engine);
    proofs::Watcher watcher(observed.observer());
    proofs::Observation seen = observed.observer().make_observation();
    for (int i = 0; i < 3; ++i) {
      const std::vector<std::string> fluents = random_fluents(observed.module(), random);
      const auto state = observed.game().state_of(fluents);
      REQUIRE(state);
      compare_state(observed, *state, watcher, seen);
    }
  }
}

// That (f) never holds shows only when `init` is computed: domains allow it.
TEST_CASE("rules that fire only in states that cannot be reached are there", "[asp]") {
  const tests::Folder folder;
  const std::string path = folder.path / "dead.kif";
  std::ofstream(path) << R"((role a) (init r)
    (<= (init (f)) (role ?x) (not (role a))) (<= (next ?x) (true ?x))
    (<= (next p) (does a go)) (legal a stay) (<= (legal a go) (true (f)))
    (goal a 50) (<= terminal (true r) (true p)))";
  const ObservedGame observed(path);
  proofs::Watcher watcher(observed.observer());
  proofs::Observation seen = observed.observer().make_observation();
  const std::vector<std::string> fluents = {"(f)"};
  const auto state = observed.game().state_of(fluents);
  REQUIRE(state);
  compare_state(observed, *state, watcher, seen);
  const auto scratch = observed.game().make_scratch();
  const auto go = observed.game().find_move("go");
  REQUIRE(go);
  runtime::State next(state->size());
  observed.game().next(*state, std::vector<runtime::Move>{*go}, *scratch, next);
  CHECK(observed.game().fluents(next) == std::vector<std::string>{"(f)", "p"});
}

TEST_CASE("what depends on moves cannot be observed", "[asp]") {
  const tests::Folder folder;
  const std::string path = folder.path / "sorts.kif";
  std::ofstream(path) << sorts;
  const ObservedGame observed(path);
  ir::Diagnostics diagnostics(*observed.module().sources);
  const std::vector<std::uint32_t> relations = {observed.relation("moved")};
  const std::vector<ir::Facts> facts(1);
  CHECK_FALSE(
      proofs::Observer::make(observed.module(), observed.game(), relations, facts, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].code == "invariant");
}

TEST_CASE("an observer may ask for less than the game shows", "[asp]") {
  const ObservedGame all(example_path("noughts-and-crosses.kif"));
  ir::Diagnostics diagnostics(*all.module().sources);
  for (const char* name : {"goal", "line", "true.cell", "legal", "terminal"}) {
    CAPTURE(name);
    const std::vector<std::uint32_t> relations = {all.relation(name)};
    const std::vector<ir::Facts> facts(1);
    const auto one =
        proofs::Observer::make(all.module(), all.game(), relations, facts, diagnostics);
    REQUIRE(one);
    CHECK(one->needs_legal() == (relations[0] == all.relation("legal")));
    proofs::Observation seen = one->make_observation();
    proofs::Observation whole = all.observer().make_observation();
    // Somebody has won.
    const std::vector<std::string> fluents = {"(cell 1 1 x)", "(cell 1 2 x)", "(cell 1 3 x)",
                                              "(control o)"};
    const auto state = all.game().state_of(fluents);
    REQUIRE(state);
    proofs::Watcher(*one).look(*state, seen);
    proofs::Watcher(all.observer()).look(*state, whole);
    CHECK(seen.sets[0] == whole.sets[all.observer().slot_of(relations[0])]);
    CHECK(seen.terminal);
  }
}

TEST_CASE("a game of other rules is found out", "[asp]") {
  const ObservedGame nim(example_path("nim.kif"));
  const ObservedGame other(example_path("hexapawn3.kif"));
  ir::Diagnostics diagnostics(*nim.module().sources);
  const std::vector<ir::Facts> facts(nim.relations().size());
  const auto observer =
      proofs::Observer::make(nim.module(), other.game(), nim.relations(), facts, diagnostics);
  REQUIRE(observer);
  proofs::Observation seen = observer->make_observation();
  proofs::Watcher watcher(*observer);
  CHECK_THROWS_AS(watcher.look(other.game().initial(), seen), proofs::ObservationError);
}

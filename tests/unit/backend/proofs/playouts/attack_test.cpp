// Attacks on invariants of known truth, and counterexamples played again.
#include "backend/proofs/playouts/attack.h"
#include "backend/proofs/playouts/replay.h"
#include "runtime/host/playouts/playout.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/observed.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;
using driver::Engine;
using proofs::Play;
using proofs::PlayStart;
using proofs::Replayed;
using tests::example_path;
using tests::ObservedGame;

namespace {

ir::Argument var(ir::VariableId variable) {
  return ir::Argument::variable(variable);
}

/// Invariants of noughts and crosses, most of them true.
class Noughts {
 public:
  explicit Noughts(Engine engine = Engine::jit)
      : game(example_path("noughts-and-crosses.kif"), {}, engine) {
    const ir::FormulaVariable row = game.variable("true.cell", 0);
    const ir::FormulaVariable column = game.variable("true.cell", 1);
    const ir::FormulaVariable mark = game.variable("true.cell", 2);
    const auto cell = [&](ir::Argument x, ir::Argument y, ir::Argument m) {
      return ir::atom_of(game.relation("true.cell"), {x, y, m});
    };
    add("functional", {row, column, mark}, {0, 1},
        ir::count_of({2}, cell(var(0), var(1), var(2)), 0, 1));
    // Marks stay, ..
    add("persistent", {row, column, mark}, {0, 1, 2},
        ir::implication_of(cell(var(0), var(1), var(2)),
                           ir::next_of(cell(var(0), var(1), var(2)))));
    // .. but cells do not stay without.
    add("absent", {row, column, mark}, {0, 1, 2},
        ir::implication_of(ir::negation_of(cell(var(0), var(1), var(2))),
                           ir::next_of(ir::negation_of(cell(var(0), var(1), var(2))))));
    add("empty", {}, {},
        ir::negation_of(cell(game.constant("2"), game.constant("2"), game.constant("x"))));
    // Somebody can move, and at most one of both has a choice.
    const ir::FormulaVariable role = game.variable("legal.mark", 0);
    const ir::FormulaVariable any = game.variable("legal", 1);
    ir::Formula can =
        ir::count_of({1, 2}, ir::atom_of(game.relation("legal.mark"), {var(0), var(1), var(2)}), 1);
    can.ranges.push_back({3});
    can.parts.push_back(ir::atom_of(game.relation("legal"), {var(0), var(3)}));
    ir::Formula choice = can;
    choice.lower = 2;
    const ir::Formula terminal = ir::atom_of(game.relation("terminal"), {});
    add("playable", {role, row, column, any}, {},
        ir::implication_of(ir::negation_of(terminal), ir::forall_of({0}, can)));
    add("turns", {role, row, column, any}, {}, ir::count_of({0}, choice, 0, 1));
    // Degree 2: whoever moves now moves after the next move, if there is one.
    const ir::FormulaVariable mover = game.variable("true.control", 0);
    const ir::Formula control = ir::atom_of(game.relation("true.control"), {var(0)});
    add("turns change", {mover}, {0},
        ir::implication_of(control, ir::next_of(ir::next_of(control))));
    // Fails in the last states only: two steps from now nothing is terminal.
    add("endless", {}, {}, ir::next_of(ir::next_of(ir::negation_of(terminal))));
  }

  void add(std::string name, std::vector<ir::FormulaVariable> variables,
           std::vector<ir::VariableId> parameters, ir::Formula formula) {
    invariants.push_back(
        {std::move(name), std::move(variables), std::move(parameters), std::move(formula), {}});
  }

  ObservedGame game;
  std::vector<ir::Invariant> invariants;
};

bool equal(const Play& a, const Play& b) {
  if (a.violated != b.violated || a.instance != b.instance || a.steps.size() != b.steps.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    if (a.steps[i].fluents != b.steps[i].fluents || a.steps[i].joint != b.steps[i].joint) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("an attack finds what is false and nothing else", "[asp]") {
  const Noughts noughts;
  const proofs::Checker checker(noughts.game.observer(), noughts.invariants);
  proofs::AttackOptions options;
  options.states = 100'000;
  const proofs::AttackResult result = proofs::attack(checker, noughts.game.observer(), options);
  CHECK(result.complete);
  CHECK(result.error.empty());
  CHECK(result.states >= 100'000);
  CHECK(result.stuck + result.cut + result.limited == 0);
  REQUIRE(result.invariants.size() == noughts.invariants.size());
  for (std::size_t i = 0; i < result.invariants.size(); ++i) {
    const proofs::AttackedInvariant& found = result.invariants[i];
    CAPTURE(noughts.invariants[i].name);
    std::uint64_t expected = 0;
    if (noughts.invariants[i].name == "absent") expected = 18;
    if (noughts.invariants[i].name == "empty" || noughts.invariants[i].name == "endless") {
      expected = 1;
    }
    CHECK(found.refuted_count == expected);
    CHECK(found.violations.size() == expected);
    CHECK(found.play.has_value() == (expected > 0));
    if (expected == 0) CHECK(found.windows == result.states);
    if (!found.play) continue;
    const proofs::ReplayResult replayed =
        proofs::replay(noughts.game.observer(), checker, i, *found.play, PlayStart::initial);
    CHECK(replayed.message.empty());
    CHECK(replayed.outcome == Replayed::agrees);
    for (const proofs::Violation& violation : found.violations) {
      const Play play = proofs::play_of(noughts.game.game(), noughts.invariants[i], violation, 1);
      CHECK(proofs::replay(noughts.game.observer(), checker, i, play, PlayStart::initial).outcome ==
            Replayed::agrees);
    }
  }
}

TEST_CASE("an attack is the same for any number of threads, and for any engine", "[asp]") {
  const Noughts noughts;
  const proofs::Checker checker(noughts.game.observer(), noughts.invariants);
  proofs::AttackOptions options;
  options.states = 20'000;
  options.seed = 7;
  const proofs::AttackResult one = proofs::attack(checker, noughts.game.observer(), options);
  const Noughts other(Engine::net);
  const proofs::Checker other_checker(other.game.observer(), other.invariants);
  for (const unsigned threads : {1U, 2U, 5U}) {
    options.threads = threads;
    const proofs::AttackResult many =
        threads == 2 ? proofs::attack(other_checker, other.game.observer(), options)
                     : proofs::attack(checker, noughts.game.observer(), options);
    CHECK(one.states == many.states);
    CHECK(one.playouts == many.playouts);
    for (std::size_t i = 0; i < one.invariants.size(); ++i) {
      CAPTURE(threads, noughts.invariants[i].name);
      CHECK(one.invariants[i].windows == many.invariants[i].windows);
      CHECK(one.invariants[i].refuted == many.invariants[i].refuted);
      REQUIRE(one.invariants[i].play.has_value() == many.invariants[i].play.has_value());
      if (one.invariants[i].play) {
        CHECK(equal(*one.invariants[i].play, *many.invariants[i].play));
      }
    }
  }
}

TEST_CASE("an attack plays what playouts play", "[asp]") {
  const Noughts noughts;
  const proofs::Checker checker(noughts.game.observer(), noughts.invariants);
  proofs::AttackOptions options;
  options.states = 1000;
  const proofs::AttackResult result = proofs::attack(checker, noughts.game.observer(), options);
  runtime::PlayoutOptions playouts;
  playouts.count = result.playouts;
  const runtime::PlayoutStatistics played = run_playouts(noughts.game.game(), playouts);
  CHECK(result.states == played.steps + played.playouts);
}

TEST_CASE("time and a flag end an attack, and what was seen is kept", "[asp]") {
  const Noughts noughts;
  const proofs::Checker checker(noughts.game.observer(), noughts.invariants);
  proofs::AttackOptions options;
  options.states = ~std::uint64_t{0};
  options.seconds = 0.1;
  options.threads = 2;
  const proofs::AttackResult timed = proofs::attack(checker, noughts.game.observer(), options);
  CHECK_FALSE(timed.complete);
  CHECK(timed.states > 0);
  CHECK(timed.seconds < 10);
  CHECK(timed.invariants[3].refuted_count == 1);
  const std::atomic<bool> stop{true};
  options.stop = &stop;
  CHECK(proofs::attack(checker, noughts.game.observer(), options).states == 0);
}

TEST_CASE("states in which somebody has no move end a sequence only when asked to", "[asp]") {
  const tests::Folder folder;
  const std::string path = folder.path / "stuck.kif";
  std::ofstream(path) << "(role a) (init (at 1)) (succ 1 2)"
                         "(<= (legal a go) (true (at 1)))"
                         "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"
                         "(<= terminal (true (at 3))) (<= (goal a 0) (true (at 1)))";
  const ObservedGame game(path, {}, Engine::interpreter);
  // In the second state, which has no successor, it only fails where that counts as an end.
  const auto at = [&](const char* place) {
    return ir::atom_of(game.relation("true.at"), {game.constant(place)});
  };
  const std::vector<ir::Invariant> invariants = {
      {"early", {}, {}, ir::conjunction_of({at("1"), ir::next_of(at("2"))}), {}}};
  const proofs::Checker checker(game.observer(), invariants);
  proofs::AttackOptions options;
  options.states = 10;
  const proofs::AttackResult without = proofs::attack(checker, game.observer(), options);
  CHECK(without.stuck == without.playouts);
  CHECK(without.invariants[0].refuted_count == 0);
  CHECK(without.invariants[0].windows == without.playouts);
  options.nonplayable = true;
  const proofs::AttackResult with = proofs::attack(checker, game.observer(), options);
  CHECK(with.invariants[0].refuted_count == 1);
  REQUIRE(with.invariants[0].play);
  const Play& play = *with.invariants[0].play;
  CHECK(play.violated == 1);
  CHECK(proofs::replay(game.observer(), checker, 0, play, PlayStart::initial, true).outcome ==
        Replayed::agrees);
  CHECK(proofs::replay(game.observer(), checker, 0, play, PlayStart::initial, false).outcome ==
        Replayed::differs);
}

TEST_CASE("a replay refuses what the game does not do", "[asp]") {
  const Noughts noughts;
  const proofs::Checker checker(noughts.game.observer(), noughts.invariants);
  proofs::AttackOptions options;
  options.states = 1000;
  const proofs::AttackResult result = proofs::attack(checker, noughts.game.observer(), options);
  const std::size_t empty = 3;
  const Play play = *result.invariants[empty].play;
  const auto replay = [&](const Play& changed, PlayStart start = PlayStart::initial) {
    return proofs::replay(noughts.game.observer(), checker, empty, changed, start);
  };
  REQUIRE(replay(play).outcome == Replayed::agrees);

  SECTION("another first state") {
    Play changed = play;
    changed.steps[0].fluents.pop_back();
    const proofs::ReplayResult found = replay(changed);
    CHECK(found.outcome == Replayed::differs);
    tesuji::tests::check_words(found.message);
  }
  SECTION("a move that is not legal") {
    Play changed = play;
    std::swap(changed.steps[0].joint[0], changed.steps[0].joint[1]);
    const proofs::ReplayResult found = replay(changed);
    CHECK(found.outcome == Replayed::differs);
    tesuji::tests::check_words(found.message);
  }
  SECTION("a move that does not exist") {
    Play changed = play;
    changed.steps[0].joint[0] = "(jump 1)";
    CHECK(replay(changed).outcome == Replayed::differs);
    CHECK(replay(changed, PlayStart::anywhere).outcome == Replayed::outside);
  }
  SECTION("another next state") {
    Play changed = play;
    changed.steps[1].fluents = changed.steps[0].fluents;
    const proofs::ReplayResult found = replay(changed);
    CHECK(found.outcome == Replayed::differs);
    tesuji::tests::check_words(found.message);
    CHECK(replay(changed, PlayStart::anywhere).outcome == Replayed::differs);
  }
  SECTION("a state where the invariant holds") {
    Play changed = play;
    changed.violated = 0;
    CHECK(replay(changed).outcome == Replayed::differs);
    tesuji::tests::check_words(replay(changed).message);
  }
  SECTION("a play that ends too early") {
    Play changed = play;
    changed.violated = changed.steps.size();
    CHECK(replay(changed).outcome == Replayed::differs);
  }
  SECTION("a window that is cut") {
    const std::size_t endless = 7;
    const Play whole = *result.invariants[endless].play;
    Play changed = whole;
    changed.steps.resize(whole.violated + 2);
    changed.steps.back().joint.clear();
    CHECK(proofs::replay(noughts.game.observer(), checker, endless, changed, PlayStart::initial)
              .outcome == Replayed::differs);
  }
  SECTION("another instance") {
    const std::size_t functional = 0;
    Play changed = play;
    CHECK(proofs::replay(noughts.game.observer(), checker, functional, changed, PlayStart::initial)
              .outcome == Replayed::differs);
  }
}

TEST_CASE("a replay begins anywhere, in states that cannot be reached, too", "[asp]") {
  const Noughts noughts;
  const proofs::Checker checker(noughts.game.observer(), noughts.invariants);
  const std::vector<std::string> initial =
      noughts.game.game().fluents(noughts.game.game().initial());
  // Two marks in one cell.
  Play play;
  play.steps.push_back({initial, {}});
  play.steps[0].fluents.push_back("(cell 1 1 x)");
  play.steps[0].fluents.push_back("(cell 1 1 o)");
  play.instance = {noughts.game.constant("1").id, noughts.game.constant("1").id};
  const proofs::ReplayResult found =
      proofs::replay(noughts.game.observer(), checker, 0, play, PlayStart::anywhere);
  CHECK(found.message.empty());
  CHECK(found.outcome == Replayed::agrees);
  CHECK(proofs::replay(noughts.game.observer(), checker, 0, play, PlayStart::initial).outcome ==
        Replayed::differs);
  // What is no fluent of the game says nothing.
  play.steps[0].fluents.push_back("(cell 1 1 z)");
  CHECK(proofs::replay(noughts.game.observer(), checker, 0, play, PlayStart::anywhere).outcome ==
        Replayed::outside);
}

// Invariants over windows of states, held against definition 8 read by its letter.
#include "backend/proofs/observe/checker.h"
#include "tests/property/naive_semantics.h"
#include "tests/property/random_invariant.h"
#include "tests/unit/support/observed.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>
#include <vector>

using namespace tesuji;
using tests::example_path;
using tests::ObservedGame;

namespace {

/// A few states of a game, seen in both ways.
struct Playout {
  std::vector<proofs::Observation> seen;
  std::vector<tests::NaiveState> naive;
};

Playout play(const ObservedGame& observed, std::uint64_t number, std::size_t most) {
  const runtime::Game& game = observed.game();
  proofs::Watcher watcher(observed.observer());
  const auto scratch = game.make_scratch();
  runtime::Rng rng(1, number);
  runtime::State state(game.initial().begin(), game.initial().end());
  runtime::State next(state.size());
  std::vector<runtime::Move> joint(game.roles().size());
  Playout result;
  for (;;) {
    result.seen.push_back(observed.observer().make_observation());
    watcher.look(state, result.seen.back());
    result.naive.push_back(tests::naive_state(observed.module(), game.fluents(state)));
    if (result.seen.size() == most ||
        game.draw(state, *scratch, rng, joint) != runtime::Drawn::joint) {
      return result;
    }
    game.next(state, joint, *scratch, next);
    state.swap(next);
  }
}

void compare_random(const std::string& path, std::uint64_t seed, int rounds,
                    std::uint64_t most_choices) {
  CAPTURE(path, seed, most_choices);
  const ObservedGame observed(path);
  std::mt19937_64 random(seed);
  std::vector<ir::Invariant> invariants;
  for (int i = 0; i < rounds; ++i) {
    invariants.push_back(tests::random_invariant(observed.module(), observed.relations(), random));
  }
  const proofs::Checker checker(observed.observer(), invariants, most_choices);
  proofs::Checker::Memory memory;
  std::size_t both[2] = {0, 0};
  for (std::uint64_t number = 0; number < 2; ++number) {
    const Playout playout = play(observed, number, 9);
    std::vector<const proofs::Observation*> window;
    for (const proofs::Observation& seen : playout.seen) window.push_back(&seen);
    std::vector<const tests::NaiveState*> naive;
    for (const tests::NaiveState& state : playout.naive) naive.push_back(&state);
    for (std::size_t i = 0; i < invariants.size(); ++i) {
      const std::size_t begin = random() % window.size();
      const std::size_t length =
          std::min<std::size_t>(checker.degree(i) + std::size_t{1}, window.size() - begin);
      const std::span<const std::uint64_t> failing =
          checker.failing(i, proofs::Window(window).subspan(begin, length), memory);
      REQUIRE(failing.size() == (checker.instances(i) + 63) / 64);
      for (ir::InstanceNumber instance = 0; instance < failing.size() * 64; ++instance) {
        const bool fails = (failing[instance / 64] >> (instance % 64) & 1) != 0;
        if (instance >= checker.instances(i)) {
          REQUIRE_FALSE(fails);
          continue;
        }
        const std::vector<ir::Symbol> symbols = ir::instance_symbols(invariants[i], instance);
        CHECK(ir::instance_of(invariants[i], symbols) == instance);
        std::map<ir::VariableId, ir::Symbol> values;
        for (std::size_t p = 0; p < symbols.size(); ++p) {
          values[invariants[i].parameters[p]] = symbols[p];
        }
        const std::span<const tests::NaiveState* const> states(naive);
        const bool holds = tests::naive_holds(invariants[i].formula, invariants[i], values,
                                              states.subspan(begin, length));
        CAPTURE(i, instance, begin, length);
        REQUIRE(fails == !holds);
        ++both[fails ? 1 : 0];
      }
    }
  }
  // The test tells something of formulas that hold and of such that do not.
  CHECK(both[0] > 20);
  CHECK(both[1] > 20);
}

}  // namespace

TEST_CASE("invariants are checked as definition 8 says", "[asp]") {
  const char* game = GENERATE("noughts-and-crosses.kif", "hexapawn3.kif", "nim.kif", "hanoi.kif",
                              "kuhn-poker.kif", "goofspiel.kif");
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    compare_random(example_path(game), seed, 300, proofs::largest_space);
    // The same with hardly a set of bits.
    compare_random(example_path(game), seed, 300, 6);
  }
}

TEST_CASE("quantifiers over large domains are gone through choice by choice", "[asp]") {
  const ObservedGame observed(example_path("noughts-and-crosses.kif"));
  const std::uint32_t cell = observed.relation("base.cell");
  ir::Invariant invariant;
  // Four variables of a thousand constants each: too many choices for a set of bits, but the
  // tuples of `base.cell` leave only few of them.
  std::vector<ir::Symbol> many = observed.variable("base.cell", 0).domain;
  for (int i = 0; i < 1000; ++i) {
    many.push_back(observed.module().symbols->intern("k" + std::to_string(i)));
  }
  invariant.variables.assign(4, {"V", many});
  const auto at = [&](ir::VariableId x, ir::VariableId y, const char* mark) {
    return ir::atom_of(
        cell, {ir::Argument::variable(x), ir::Argument::variable(y), observed.constant(mark)});
  };
  ir::Formula body = ir::conjunction_of({at(0, 1, "x"), at(1, 2, "o"), at(2, 3, "x")});
  invariant.formula = ir::count_of({0, 1, 2, 3}, body, 81, 81);
  ir::Invariant wrong = invariant;
  wrong.formula.upper = wrong.formula.lower = 80;
  const std::vector<ir::Invariant> invariants = {invariant, wrong};
  const proofs::Checker checker(observed.observer(), invariants);
  proofs::Observation seen = observed.observer().make_observation();
  proofs::Watcher(observed.observer()).look(observed.game().initial(), seen);
  const proofs::Observation* window[] = {&seen};
  proofs::Checker::Memory memory;
  runtime::Deadline soon(60);
  memory.deadline = &soon;
  CHECK(checker.failing(0, window, memory)[0] == 0);
  CHECK(checker.failing(1, window, memory)[0] == 1);
  CHECK_FALSE(memory.gave_up());
  const std::atomic<bool> stop{true};
  memory.stop = &stop;
  static_cast<void>(checker.failing(0, window, memory));
  CHECK(memory.gave_up());
}

TEST_CASE("more choices than 64 bits count are some all the same", "[asp]") {
  const ObservedGame observed(example_path("noughts-and-crosses.kif"));
  ir::Invariant invariant;
  std::vector<ir::Symbol> many;
  for (int i = 0; i < 65536; ++i) {
    many.push_back(observed.module().symbols->intern("k" + std::to_string(i)));
  }
  invariant.variables.assign(4, {"V", many});
  invariant.formula = ir::count_of(
      {0, 1, 2, 3},
      ir::atom_of(observed.relation("base.cell"),
                  {observed.constant("1"), observed.constant("1"), observed.constant("x")}));
  const proofs::Checker checker(observed.observer(), std::span(&invariant, 1));
  const proofs::Observation seen = observed.observer().make_observation();
  const proofs::Observation* window[] = {&seen};
  proofs::Checker::Memory memory;
  CHECK(checker.failing(0, window, memory)[0] == 0);
}

TEST_CASE("a choice that several tuples allow is tried once", "[asp]") {
  const ObservedGame observed(example_path("noughts-and-crosses.kif"));
  // For each column three rows: their tuples are the same in all columns.
  ir::Invariant invariant;
  invariant.variables.assign(2, observed.variable("base.cell", 0));
  invariant.parameters = {0};
  const auto at = [&](const char* mark) {
    return ir::atom_of(
        observed.relation("base.cell"),
        {ir::Argument::variable(1), ir::Argument::variable(0), observed.constant(mark)});
  };
  invariant.formula = ir::count_of({1}, ir::conjunction_of({at("x"), at("o")}), 3, 3);
  const proofs::Checker checker(observed.observer(), std::span(&invariant, 1), 1);
  const proofs::Observation seen = observed.observer().make_observation();
  const proofs::Observation* window[] = {&seen};
  proofs::Checker::Memory memory;
  CHECK(checker.failing(0, window, memory)[0] == 0);
}

TEST_CASE("families of too many instances are left out", "[asp]") {
  const ObservedGame observed(example_path("nim.kif"));
  ir::Invariant invariant;
  std::vector<ir::Symbol> many;
  for (int i = 0; i < 3000; ++i) {
    many.push_back(observed.module().symbols->intern(std::to_string(i)));
  }
  invariant.variables.assign(2, {"V", many});
  invariant.parameters = {0, 1};
  const proofs::Checker checker(observed.observer(), std::span(&invariant, 1));
  CHECK(checker.left_out(0));
  CHECK(checker.instances(0) == 0);
}

// Gates against a truth table.
#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/solver.h"

#include <catch2/catch.hpp>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji {
namespace {

using sat::Gates;
using sat::Literal;
using sat::Solver;

/// The gate's value for a choice of inputs, which must decide it.
bool value_for(Solver& solver, const std::vector<Literal>& inputs, std::uint32_t choice,
               Literal gate) {
  std::vector<Literal> assumptions;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    assumptions.push_back((choice >> i & 1U) != 0 ? inputs[i] : -inputs[i]);
  }
  assumptions.push_back(gate);
  const bool may_hold = solver.solve(assumptions, {}, {}) == Solver::Answer::satisfiable;
  assumptions.back() = -gate;
  const bool may_not = solver.solve(assumptions, {}, {}) == Solver::Answer::satisfiable;
  CHECK(may_hold != may_not);
  return may_hold;
}

TEST_CASE("counts of literals agree with counting", "[sat]") {
  constexpr std::uint32_t size = 5;
  Solver solver;
  Gates gates(solver);
  std::vector<Literal> inputs;
  for (std::uint32_t i = 0; i < size; ++i) inputs.push_back(solver.new_variable());
  for (std::uint64_t lower = 0; lower <= size + 1; ++lower) {
    for (std::uint64_t upper = 0; upper <= size + 1; ++upper) {
      const Literal gate = gates.count_between(inputs, lower, upper);
      for (std::uint32_t choice = 0; choice < 1U << size; ++choice) {
        const auto held = static_cast<std::uint64_t>(std::popcount(choice));
        CHECK(value_for(solver, inputs, choice, gate) == (held >= lower && held <= upper));
      }
    }
  }
}

TEST_CASE("counts take constants into account", "[sat]") {
  Solver solver;
  Gates gates(solver);
  const Literal a = solver.new_variable();
  const Literal yes = gates.truth();
  CHECK(gates.count_between({a, yes, yes}, 2, 2) == -a);
  CHECK(gates.count_between({a, yes, -yes}, 1, 2) == yes);
  CHECK(gates.count_between({yes, yes, yes}, 0, 2) == -yes);
  CHECK(gates.count_between({}, 0, 0) == yes);
}

TEST_CASE("conjunctions fold constants and share variables", "[sat]") {
  Solver solver;
  Gates gates(solver);
  const Literal a = solver.new_variable();
  const Literal b = solver.new_variable();
  CHECK(gates.all_of({}) == gates.truth());
  CHECK(gates.all_of({a, a}) == a);
  CHECK(gates.all_of({a, -a}) == gates.falsity());
  CHECK(gates.all_of({a, gates.falsity()}) == gates.falsity());
  CHECK(gates.all_of({a, b}) == gates.all_of({b, a, gates.truth()}));
  CHECK(gates.any_of({a, b}) == -gates.all_of({-a, -b}));
  for (std::uint32_t choice = 0; choice < 4; ++choice) {
    const bool differ = choice == 1 || choice == 2;
    CHECK(value_for(solver, {a, b}, choice, gates.differ(a, b)) == differ);
  }
}

TEST_CASE("exactly one of many holds", "[sat]") {
  Solver solver;
  Gates gates(solver);
  std::vector<Literal> inputs;
  for (int i = 0; i < 4; ++i) inputs.push_back(solver.new_variable());
  gates.assert_exactly_one(inputs);
  for (std::uint32_t choice = 0; choice < 16; ++choice) {
    std::vector<Literal> assumptions;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      assumptions.push_back((choice >> i & 1U) != 0 ? inputs[i] : -inputs[i]);
    }
    CHECK((solver.solve(assumptions, {}, {}) == Solver::Answer::satisfiable) ==
          std::has_single_bit(choice));
  }
}

TEST_CASE("a constraint lasts for one call, and failed assumptions are told", "[sat]") {
  Solver solver;
  const Literal a = solver.new_variable();
  const Literal b = solver.new_variable();
  solver.add({-a, -b});
  const std::vector<Literal> both{a, b};
  CHECK(solver.solve(std::vector<Literal>{a}, std::vector<Literal>{b}, {}) ==
        Solver::Answer::unsatisfiable);
  CHECK(solver.failed(a));
  CHECK(solver.constraint_failed());
  CHECK(solver.solve(std::vector<Literal>{a}, {}, {}) == Solver::Answer::satisfiable);
  CHECK(solver.value(a));
  CHECK_FALSE(solver.value(-a));
  CHECK_FALSE(solver.value(b));
  CHECK(solver.value(-b));
  CHECK(solver.solve(both, {}, {}) == Solver::Answer::unsatisfiable);
}

TEST_CASE("a limit ends a search", "[sat]") {
  // Ten pigeons and nine holes take a while.
  Solver solver;
  constexpr int holes = 9;
  std::vector<std::vector<Literal>> in(holes + 1);
  for (auto& pigeon : in) {
    for (int h = 0; h < holes; ++h) pigeon.push_back(solver.new_variable());
    solver.add(pigeon);
  }
  for (int h = 0; h < holes; ++h) {
    for (int p = 0; p <= holes; ++p) {
      for (int q = 0; q < p; ++q) solver.add({-in[p][h], -in[q][h]});
    }
  }
  sat::Limits limits;
  unsigned polls = 0;
  limits.stopped = [&] { return ++polls > 3; };
  CHECK(solver.solve({}, {}, limits) == Solver::Answer::unknown);
  limits = {};
  limits.memory_bytes = 1;
  CHECK(solver.solve({}, {}, limits) == Solver::Answer::unknown);
}

TEST_CASE("gates stop at a limit, and can be made afterwards", "[sat]") {
  Solver solver;
  Gates gates(solver);
  std::vector<Literal> inputs;
  for (int i = 0; i < 200; ++i) inputs.push_back(solver.new_variable());
  int looks = 0;
  sat::Limits limits;
  limits.stopped = [&] { return ++looks > 2; };
  gates.watch(&limits);
  CHECK_THROWS_AS(gates.count_between(inputs, 50, 60), sat::LimitReached);
  gates.watch(nullptr);
  const Literal count = gates.count_between(inputs, 50, 60);
  for (const std::size_t held : {49U, 50U, 60U, 61U}) {
    std::vector<Literal> assumptions;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      assumptions.push_back(i < held ? inputs[i] : -inputs[i]);
    }
    const bool inside = held == 50 || held == 60;
    assumptions.push_back(inside ? -count : count);
    CHECK(solver.solve(assumptions, {}, {}) == Solver::Answer::unsatisfiable);
  }
}

}  // namespace
}  // namespace tesuji

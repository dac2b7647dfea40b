#include "backend/proofs/sat/commuting_moves.h"

#include "backend/proofs/sat/fluent_facts.h"
#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/unrolling.h"

#include <algorithm>
#include <utility>

namespace tesuji::sat {

namespace {

/// Two sequences of two moves from one state, which may be any state that satisfies the facts.
class TwoOrders {
 public:
  TwoOrders(const ir::Net& net, std::size_t roles, std::uint32_t role, const Limits& limits)
      : net_(net),
        role_(role),
        forth_(workspace_, net, roles, Unrolling::Start::any),
        back_(workspace_, net, roles, Unrolling::Start::any) {
    workspace_.gates.watch(&limits);
    for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
      if (net.moves[i].role == role) moves_.push_back(i);
    }
  }

  [[nodiscard]] Solver& solver() { return workspace_.solver; }

  /// Asserts that the first sequence is possible, with its first move the higher-numbered one, and
  /// that the other is impossible or leads to a different state.
  void assert_difference(const ir::FluentFacts& facts) {
    assert_pair(facts);
    Solver& solver = workspace_.solver;
    solver.add({forth_.moves_made(1)});
    for (const std::uint32_t i : moves_) {
      equate(forth_.move(i, 0), back_.move(i, 1));
      equate(forth_.move(i, 1), back_.move(i, 0));
    }
    assert_order([&](std::uint32_t i) { return forth_.move(i, 1); });
    std::vector<Literal> ways{back_.ended(1), -is_legal(0), -is_legal(1)};
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      ways.push_back(workspace_.gates.differ(forth_.fluent(i, 2), back_.fluent(i, 2)));
    }
    solver.add({workspace_.gates.any_of(std::move(ways))});
  }

  /// Asserts that two legal moves lead to a non-terminal state and to a terminal one; in the
  /// terminal one, the first move is still legal.
  void assert_end(const ir::FluentFacts& facts) {
    assert_pair(facts);
    Solver& solver = workspace_.solver;
    solver.add({is_legal(0)});
    solver.add({back_.ended(1)});
    std::vector<Literal> ways;
    for (const std::uint32_t i : moves_) {
      ways.push_back(
          workspace_.gates.all_of({forth_.move(i, 0), back_.literal(net_.moves[i].legal, 1)}));
    }
    solver.add({workspace_.gates.any_of(std::move(ways))});
    assert_order([&](std::uint32_t i) { return back_.move(i, 0); });
  }

  /// Returns the pair of the solver's model.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> pair() const {
    return {forth_.moves_at(0)[role_], back_.moves_at(0)[role_]};
  }

  void leave_out(std::uint32_t first, std::uint32_t second) {
    workspace_.solver.add({-forth_.move(first, 0), -back_.move(second, 0)});
  }

 private:
  /// Asserts that both sequences begin in the same non-terminal state that satisfies the facts; the
  /// first move of the first one is legal and does not end the game.
  void assert_pair(const ir::FluentFacts& facts) {
    Solver& solver = workspace_.solver;
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      equate(forth_.fluent(i, 0), back_.fluent(i, 0));
    }
    for (const ir::FluentFact& fact : facts) solver.add({fact_literal(forth_, fact, 0)});
    solver.add({forth_.alive(2)});
    solver.add({forth_.moves_made(0)});
  }

  /// Asserts that the first move of the first sequence has a higher number than the move that these
  /// literals represent.
  template <typename Second>
  void assert_order(const Second& second) {
    Literal lower = workspace_.gates.falsity();  // true if it is one of the moves so far
    for (const std::uint32_t i : moves_) {
      workspace_.solver.add({-forth_.move(i, 0), lower});
      lower = workspace_.gates.any_of({lower, second(i)});
    }
  }

  void equate(Literal a, Literal b) {
    workspace_.solver.add({-a, b});
    workspace_.solver.add({a, -b});
  }

  /// Returns a literal that holds if the role's move of the second sequence is legal.
  Literal is_legal(std::uint32_t time) {
    std::vector<Literal> ways;
    for (const std::uint32_t i : moves_) {
      ways.push_back(
          workspace_.gates.all_of({back_.move(i, time), back_.literal(net_.moves[i].legal, time)}));
    }
    return workspace_.gates.any_of(std::move(ways));
  }

  const ir::Net& net_;
  std::uint32_t role_;
  std::vector<std::uint32_t> moves_;  ///< of the role
  Workspace workspace_;
  Unrolling forth_;
  Unrolling back_;
};

/// Removes pairs from `found.conflicts` once the solver has no more models. `asks` asserts the
/// query.
template <typename Asks>
CommutingMoves commuting(const ir::Net& net, std::size_t roles, std::uint32_t role,
                         MovePairs conflicts, const Limits& limits, const Asks& asks) {
  CommutingMoves found;
  found.conflicts = std::move(conflicts);
  std::uint64_t moves = 0;
  std::uint64_t left_out = 0;
  for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
    moves += net.moves[i].role == role ? 1U : 0U;
    left_out += found.conflicts[i].size();
  }
  if (moves < 2) return found;
  found.pairs = moves * (moves - 1) / 2;
  found.commuting = found.pairs - left_out;
  try {
    TwoOrders orders(net, roles, role, limits);
    asks(orders);
    for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
      for (const std::uint32_t other : found.conflicts[i]) orders.leave_out(i, other);
    }
    while (found.commuting > 0) {
      const auto answer = orders.solver().solve({}, {}, limits);
      if (answer == Solver::Answer::unknown) return found;
      if (answer == Solver::Answer::unsatisfiable) break;
      const auto [first, second] = orders.pair();
      found.conflicts[first].push_back(second);
      --found.commuting;
      orders.leave_out(first, second);
    }
  } catch (const LimitReached&) {
    return found;
  }
  for (std::vector<std::uint32_t>& some : found.conflicts) std::sort(some.begin(), some.end());
  found.known = true;
  return found;
}

}  // namespace

CommutingMoves independent_that_commute(const ir::Net& net, std::size_t roles, std::uint32_t role,
                                        const ir::FluentFacts& facts, MovePairs dependent,
                                        const Limits& limits) {
  return commuting(net, roles, role, std::move(dependent), limits,
                   [&](TwoOrders& orders) { orders.assert_end(facts); });
}

CommutingMoves prove_that_commute(const ir::Net& net, std::size_t roles, std::uint32_t role,
                                  const ir::FluentFacts& facts, const Limits& limits) {
  return commuting(net, roles, role, MovePairs(net.moves.size()), limits,
                   [&](TwoOrders& orders) { orders.assert_difference(facts); });
}

}  // namespace tesuji::sat

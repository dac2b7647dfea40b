#include "backend/sat/commuting_moves.h"

#include "backend/sat/fluent_facts.h"
#include "backend/sat/gates.h"
#include "backend/sat/unrolling.h"

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
  }

  [[nodiscard]] Solver& solver() { return workspace_.solver; }

  /// Asserts that the first sequence can be made, its first move having the higher number, and that
  /// the other one cannot, or leads elsewhere.
  void assert_difference(const ir::FluentFacts& facts) {
    Solver& solver = workspace_.solver;
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) equate(forth_.fluent(i, 0), back_.fluent(i, 0));
    for (const ir::FluentFact& fact : facts) solver.add({fact_literal(forth_, fact, 0)});
    solver.add({forth_.alive(2)});
    solver.add({forth_.moves_made(0)});
    solver.add({forth_.moves_made(1)});
    Literal lower = workspace_.gates.falsity();  // the second move is one of those up to here
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      if (net_.moves[i].role != role_) continue;
      equate(forth_.move(i, 0), back_.move(i, 1));
      equate(forth_.move(i, 1), back_.move(i, 0));
      solver.add({-forth_.move(i, 0), lower});
      lower = workspace_.gates.any_of({lower, forth_.move(i, 1)});
    }
    std::vector<Literal> ways{back_.ended(1), -is_legal(0), -is_legal(1)};
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      ways.push_back(workspace_.gates.differ(forth_.fluent(i, 2), back_.fluent(i, 2)));
    }
    solver.add({workspace_.gates.any_of(std::move(ways))});
  }

  /// The pair of the solver's model.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> pair() const {
    return {forth_.moves_at(0)[role_], forth_.moves_at(1)[role_]};
  }

  void leave_out(std::uint32_t first, std::uint32_t second) {
    workspace_.solver.add({-forth_.move(first, 0), -forth_.move(second, 1)});
  }

 private:
  void equate(Literal a, Literal b) {
    workspace_.solver.add({-a, b});
    workspace_.solver.add({a, -b});
  }

  /// The role's move of the second sequence is legal.
  Literal is_legal(std::uint32_t time) {
    std::vector<Literal> ways;
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      if (net_.moves[i].role != role_) continue;
      ways.push_back(workspace_.gates.all_of(
          {back_.move(i, time), back_.literal(net_.moves[i].legal, time)}));
    }
    return workspace_.gates.any_of(std::move(ways));
  }

  const ir::Net& net_;
  std::uint32_t role_;
  Workspace workspace_;
  Unrolling forth_;
  Unrolling back_;
};

}  // namespace

CommutingMoves find_commuting_moves(const ir::Net& net, std::size_t roles, std::uint32_t role,
                                    const ir::FluentFacts& facts, const Limits& limits) {
  CommutingMoves found;
  found.conflicts.resize(net.moves.size());
  std::uint64_t moves = 0;
  for (const ir::NetMove& some : net.moves) moves += some.role == role ? 1U : 0U;
  if (moves < 2) return found;
  found.pairs = moves * (moves - 1) / 2;
  found.commuting = found.pairs;
  try {
    TwoOrders orders(net, roles, role, limits);
    orders.assert_difference(facts);
    for (;;) {
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

}  // namespace tesuji::sat

#include "backend/proofs/sat/reversible_moves.h"

#include "backend/proofs/sat/fluent_facts.h"
#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/simulation.h"
#include "backend/proofs/sat/unrolling.h"

#include <algorithm>
#include <utility>

namespace tesuji::sat {

namespace {

class Reversing {
 public:
  Reversing(const ir::Net& net, std::size_t roles, const ReversibleOptions& options)
      : net_(net),
        options_(options),
        unrolling_(workspace_, net, roles, Unrolling::Start::any),
        simulation_(net) {
    workspace_.gates.watch(&options_.limits);
    for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
      const Literal now = unrolling_.fluent(i, 0);
      if (options.clock[i]) workspace_.solver.add({net.fluents[i].initially ? now : -now});
    }
    // Also in terminal states, which Unrolling::moves_made() does not cover.
    for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
      workspace_.solver.add({-unrolling_.move(i, 0), unrolling_.literal(net.moves[i].legal, 0)});
    }
  }

  /// Drops facts until every legal move preserves the remaining ones, and assumes these from then
  /// on.
  ir::FluentFacts keep_closed(ir::FluentFacts facts) {
    while (true) {
      std::vector<Literal> assumed;
      std::vector<Literal> violated;
      for (const ir::FluentFact& fact : facts) {
        assumed.push_back(fact_literal(unrolling_, fact, 0));
        violated.push_back(-fact_literal(unrolling_, fact, 1));
      }
      if (facts.empty() || !is_possible(assumed, violated)) {
        for (const Literal fact : assumed) workspace_.solver.add({fact});
        return facts;
      }
      std::size_t i = 0;
      std::erase_if(facts, [&](const ir::FluentFact&) {
        return workspace_.solver.value(violated[i++]);
      });
    }
  }

  /// Returns the first move found that is not undone; nothing if all are.
  std::optional<std::uint32_t> not_undone(const ir::MoveOperators& operators) {
    std::vector<Literal> first;
    std::vector<Literal> second;
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      first.push_back(unrolling_.fluent(i, 0));
      second.push_back(unrolling_.fluent(i, 1));
    }
    NetLiterals after(operators.net, second);
    while (is_possible({}, {})) {
      const NetState state = unrolling_.first_state();
      NetMoves joint = unrolling_.moves_at(0);
      const std::uint32_t made = joint[options_.role];
      simulation_.evaluate(state, joint);
      const NetState next = simulation_.next();
      const auto undoing = std::ranges::find_if(operators.moves, [&](const auto& some) {
        joint[options_.role] = some.move;
        simulation_.evaluate(next, joint);
        return simulation_.value(net_.moves[some.move].legal) &&
               are_equal(simulation_.next(), state);
      });
      if (undoing == operators.moves.end()) return made;
      std::vector<Literal> back = second;
      for (const auto& [fluent, value] : undoing->effects) {
        back[fluent] = after.of(value, workspace_.gates);
      }
      std::vector<Literal> undone{after.of(undoing->legal, workspace_.gates)};
      for (std::uint32_t i = 0; i < back.size(); ++i) {
        if (tells(i)) undone.push_back(-workspace_.gates.differ(back[i], first[i]));
      }
      workspace_.solver.add({-workspace_.gates.all_of(std::move(undone))});
    }
    return std::nullopt;
  }

 private:
  bool is_possible(const std::vector<Literal>& assumed, const std::vector<Literal>& some) {
    const Solver::Answer answer = workspace_.solver.solve(assumed, some, options_.limits);
    if (answer == Solver::Answer::unknown) throw LimitReached();
    return answer == Solver::Answer::satisfiable;
  }

  /// Whether the fluent distinguishes positions.
  [[nodiscard]] bool tells(std::uint32_t fluent) const {
    return !options_.unread[fluent] && !options_.clock[fluent];
  }

  [[nodiscard]] bool are_equal(const NetState& a, const NetState& b) const {
    for (std::uint32_t i = 0; i < a.size(); ++i) {
      if (tells(i) && a[i] != b[i]) return false;
    }
    return true;
  }

  const ir::Net& net_;
  const ReversibleOptions& options_;
  Workspace workspace_;
  Unrolling unrolling_;
  Simulation simulation_;
};

}  // namespace

ReversibleMoves prove_reversible(
    const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts,
    const std::function<ir::MoveOperators(const ir::FluentFacts&)>& make_operators,
    const ReversibleOptions& options) {
  ReversibleMoves found;
  Reversing reversing(net, roles, options);
  const ir::MoveOperators operators = make_operators(reversing.keep_closed(facts));
  if (operators.moves.empty()) return found;
  found.not_undone = reversing.not_undone(operators);
  found.is_proved = !found.not_undone;
  return found;
}

}  // namespace tesuji::sat

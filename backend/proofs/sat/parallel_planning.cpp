#include "backend/proofs/sat/parallel_planning.h"

#include "backend/proofs/sat/fluent_facts.h"
#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/planning.h"
#include "backend/proofs/sat/unrolling.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::sat {

namespace {

class ParallelPlanner {
 public:
  ParallelPlanner(const ir::Net& net, std::size_t roles, const ir::MoveOperators& operators,
                  const PlanningOptions& options)
      : net_(net), roles_(roles), operators_(operators), options_(options) {
    workspace_.gates.watch(&options_.limits);
    for (std::size_t i = 0; i < operators.moves.size(); ++i) {
      place_of_[operators.moves[i].move] = i;
    }
  }

  PlanningResult run() {
    HorizonRounds rounds;
    rounds.next = [this] { return next_window(); };
    try {
      ask_horizons(rounds, workspace_, options_.limits);
      if (rounds.found) result_.plan = plan();
    } catch (const LimitReached&) {
      result_.limit_reached = true;
    }
    result_.solver_calls = workspace_.solver.calls();
    result_.clauses = workspace_.solver.clauses();
    return std::move(result_);
  }

 private:
  /// A state of the plan.
  struct Stage {
    NetLiterals literals;        ///< of the operators' net
    std::vector<Literal> moves{};  ///< by place of the operator: whether it is made in this stage
  };

  std::optional<Window> next_window() {
    const auto step = static_cast<std::uint32_t>(stages_.size());
    if (options_.most_moves > 0 && step > options_.most_moves) return std::nullopt;
    if (options_.progress) {
      options_.progress(
          fmt::format("parallel step {}: {} clauses", step, workspace_.solver.clauses()));
    }
    if (stages_.empty()) {
      add_first();
    } else {
      add_next();
    }
    return Window{step, step, reached()};
  }

  void add_first() {
    std::vector<Literal> fluents;
    for (const ir::NetFluent& fluent : net_.fluents) {
      fluents.push_back(fluent.initially ? workspace_.gates.truth() : workspace_.gates.falsity());
    }
    stages_.push_back({NetLiterals(operators_.net, std::move(fluents))});
  }

  /// Adds the state after a set of moves, which is made in the last state unless the game is over
  /// there.
  void add_next() {
    Solver& solver = workspace_.solver;
    Gates& gates = workspace_.gates;
    solver.add({-literal(stages_.back(), operators_.net.terminal)});
    Stage& stage = stages_.back();
    for (std::size_t i = 0; i < operators_.moves.size(); ++i) {
      stage.moves.push_back(solver.new_variable());
    }
    std::vector<std::vector<Literal>> changers(net_.fluents.size());
    std::vector<Literal> next = stage.literals.fluents();
    for (std::size_t i = 0; i < operators_.moves.size(); ++i) {
      for (const ir::MoveEffect& effect : operators_.moves[i].effects) {
        changers[effect.fluent].push_back(stage.moves[i]);
      }
    }
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      if (changers[i].empty()) continue;
      next[i] = solver.new_variable();
      for (const Literal sign : {1, -1}) {
        std::vector<Literal> clause = changers[i];
        clause.push_back(-sign * stage.literals.fluents()[i]);
        clause.push_back(sign * next[i]);
        solver.add(clause);
      }
    }
    for (std::size_t i = 0; i < operators_.moves.size(); ++i) {
      const ir::MoveOperator& some = operators_.moves[i];
      const Literal made = stage.moves[i];
      solver.add({-made, literal(stage, some.legal)});
      for (const auto& [fluent, value] : some.effects) {
        const Literal after = literal(stage, value);
        solver.add({-made, -after, next[fluent]});
        solver.add({-made, after, -next[fluent]});
      }
      for (const std::uint32_t other : operators_.conflicts[some.move]) {
        solver.add({-made, -stage.moves[place_of_.at(other)]});
      }
    }
    for (const ir::FluentFact& fact : options_.facts) {
      std::vector<Literal> literals;
      for (const std::uint32_t fluent : fact.fluents) literals.push_back(next[fluent]);
      const Literal holds = fact_literal(gates, fact.kind, std::move(literals));
      if (holds != gates.truth()) solver.add({holds});
    }
    stages_.push_back({NetLiterals(operators_.net, std::move(next))});
  }

  Literal literal(Stage& stage, ir::Signal signal) {
    return stage.literals.of(signal, workspace_.gates);
  }

  /// Returns a literal: the last state is terminal with one of the wanted goals and no other.
  Literal reached() {
    Stage& stage = stages_.back();
    std::vector<Literal> wanted;
    std::vector<Literal> others;
    const std::vector<ir::NetAnswer>& goals = operators_.net.goals;
    for (std::uint32_t i = 0; i < goals.size(); ++i) {
      const bool is_wanted = std::ranges::find(options_.wanted, i) != options_.wanted.end();
      if (!is_wanted && goals[i].role != goals[options_.wanted.front()].role) continue;
      (is_wanted ? wanted : others).push_back(literal(stage, goals[i].holds));
    }
    return workspace_.gates.all_of({literal(stage, operators_.net.terminal),
                                    workspace_.gates.count_between(wanted, 1, 1),
                                    -workspace_.gates.any_of(others)});
  }

  /// Returns the moves of the solver's model in sequence; nothing if in every order of some step
  /// the game would end too early.
  std::optional<std::vector<NetMoves>> plan() const {
    NetMoves joint(roles_, ir::no_id);
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) joint[net_.moves[i].role] = i;
    std::vector<NetMoves> plan;
    Simulation simulation(net_);
    NetState state(net_.fluents.size());
    for (std::uint32_t i = 0; i < state.size(); ++i) state[i] = net_.fluents[i].initially;
    for (std::size_t step = 0; step + 1 < stages_.size(); ++step) {
      std::vector<std::uint32_t> left;
      for (std::size_t i = 0; i < operators_.moves.size(); ++i) {
        if (workspace_.solver.value(stages_[step].moves[i]))
          left.push_back(operators_.moves[i].move);
      }
      while (!left.empty()) {
        const bool may_end = left.size() == 1;
        const auto chosen = std::ranges::find_if(left, [&](std::uint32_t move) {
          joint[net_.moves[move].role] = move;
          simulation.evaluate(state, joint);
          if (may_end) return true;
          simulation.evaluate(simulation.next(), joint);
          return !simulation.value(net_.terminal);
        });
        if (chosen == left.end()) return std::nullopt;
        joint[net_.moves[*chosen].role] = *chosen;
        simulation.evaluate(state, joint);
        state = simulation.next();
        plan.push_back(joint);
        left.erase(chosen);
      }
    }
    return plan;
  }

  const ir::Net& net_;
  std::size_t roles_;
  const ir::MoveOperators& operators_;
  const PlanningOptions& options_;
  std::unordered_map<std::uint32_t, std::size_t> place_of_;  ///< place of each move's operator
  Workspace workspace_;
  std::vector<Stage> stages_;
  PlanningResult result_;
};

}  // namespace

PlanningResult find_parallel_plan(const ir::Net& net, std::size_t roles,
                                  const ir::MoveOperators& operators,
                                  const PlanningOptions& options) {
  return ParallelPlanner(net, roles, operators, options).run();
}

}  // namespace tesuji::sat

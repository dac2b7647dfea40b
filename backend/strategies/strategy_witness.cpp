#include "backend/strategies/strategy_witness.h"

#include "backend/strategies/strategy.h"
#include "ir/core/prolog_term.h"
#include "ir/module/proc_program.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tesuji::driver {
namespace {

using ir::Proc;
using ir::ProcBody;
using ir::ProcClause;
using ir::ProcOperation;
using ir::ProcStep;
using runtime::Node;
using runtime::StateSpace;

std::string goal_text(const ProcOperation& goal, const std::vector<std::string>& variables) {
  if (goal.is_fluent) {
    return ir::fluent_goal(goal.callee, variables[goal.args[0].id]);
  }
  std::string text = goal.callee + "(";
  for (std::size_t i = 0; i < goal.args.size(); ++i) {
    if (i > 0) text += ",";
    const ir::Argument& arg = goal.args[i];
    text += arg.kind == ir::Argument::Kind::ignore ? "_" : variables[arg.id];
  }
  return text + ")";
}

std::string clause_text(const Proc& proc, const ProcClause& clause) {
  std::string text = proc.name + "(" + clause.variables[0];
  if (proc.arity == 2) text += "," + clause.variables[clause.ops.back().args.back().id];
  text += ")";
  const char* before = " :- ";
  for (const ProcOperation& op : clause.ops) {
    if (op.kind == ProcOperation::Kind::yield) continue;
    const std::string goal = goal_text(op, clause.variables);
    text += before + (op.kind == ProcOperation::Kind::absent ? "not(" + goal + ")" : goal);
    before = ", ";
  }
  return text + ".";
}

/// Chooses clauses and bindings; the strategy's own code decides whether goals hold.
class WitnessSearch {
 public:
  WitnessSearch(const runtime::Strategy& strategy, const frontend::Strategy& text,
                StateSpace& space)
      : strategy_(strategy),
        text_(text),
        space_(space),
        program_(ir::resolve(bind_fluents(text.procs, space.game()))) {}

  std::optional<StrategyWitness> find(std::uint32_t predicate, Node& from, runtime::Move move) {
    space_.expand(from);
    number_of(&from);
    for (std::uint32_t edge = 0; edge < from.edge_count; ++edge) {
      if (from.edges[edge].move != move) continue;
      Node* const to = space_.successor(from, edge);
      if (prove(predicate, &from, to) == StrategyWitness::none) return std::nullopt;
      return std::move(witness_);
    }
    return std::nullopt;
  }

 private:
  using Frame = std::vector<Node*>;

  /// Returns the number of a new proof; none if no clause has this solution. `to` is null for
  /// predicates with one argument.
  std::size_t prove(std::uint32_t proc, Node* from, Node* to) {
    const auto& clauses = program_.procs[proc].clauses;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      Frame frame(clauses[i].variables, nullptr);
      frame[0] = from;
      if (run(clauses[i], 0, frame, to)) return keep(proc, i, frame);
    }
    return StrategyWitness::none;
  }

  bool run(const ProcBody& clause, std::size_t at, Frame& frame, const Node* to) {
    for (;; ++at) {
      const ProcStep& step = clause.steps[at];
      switch (step.kind) {
        case ProcStep::Kind::yield:
          return to == nullptr || frame[step.in] == to;
        case ProcStep::Kind::require:
          if (!holds(step, frame)) return false;
          break;
        case ProcStep::Kind::refuse:
          if (holds(step, frame)) return false;
          break;
        case ProcStep::Kind::each: {
          const std::vector<Node*> found = solutions(step, frame[step.in]);
          return std::any_of(found.begin(), found.end(), [&](Node* solution) {
            frame[step.out] = solution;
            return run(clause, at + 1, frame, to);
          });
        }
      }
    }
  }

  std::vector<Node*> solutions(const ProcStep& step, Node* node) {
    std::vector<Node*> nodes;
    if (step.callee == ProcStep::Callee::move) {
      space_.expand(*node);
      for (std::uint32_t edge = 0; edge < node->edge_count; ++edge) {
        nodes.push_back(space_.successor(*node, edge));
      }
      return nodes;
    }
    const auto found = [](void* env, tsj_node* solution) -> std::int32_t {
      auto& seen = *static_cast<std::vector<Node*>*>(env);
      if (std::find(seen.begin(), seen.end(), solution) == seen.end()) seen.push_back(solution);
      return 0;
    };
    search(step.proc, node, found, &nodes);
    return nodes;
  }

  bool holds(const ProcStep& step, const Frame& frame) {
    Node* const node = frame[step.in];
    if (step.callee == ProcStep::Callee::won) return space_.won(*node);
    if (step.callee == ProcStep::Callee::drawn) return space_.drawn(*node);
    if (step.callee == ProcStep::Callee::fluent) {
      return program_.fluents[step.proc].bit.value().holds_in(space_.state(*node));
    }
    if (step.out_kind == ProcStep::Out::given) {
      const std::vector<Node*> found = solutions(step, node);
      return std::find(found.begin(), found.end(), frame[step.out]) != found.end();
    }
    if (step.callee == ProcStep::Callee::move) {
      space_.expand(*node);
      return node->edge_count > 0;
    }
    const auto any = [](void*, tsj_node*) -> std::int32_t { return 1; };
    return search(step.proc, node, any, nullptr) != 0;
  }

  std::int32_t search(std::uint32_t proc, Node* node, tsj_solution found, void* env) {
    space_.poll();
    const runtime::StrategyPredicate& predicate = strategy_.predicates()[proc];
    const std::int32_t result = predicate.search(predicate.self, space_.abi(), node, found, env);
    if (result < 0) space_.rethrow();
    return result;
  }

  /// Records a clause whose variables are bound, and proofs of the predicates that it calls.
  std::size_t keep(std::uint32_t proc, std::size_t clause, const Frame& frame) {
    const ProcClause& source = text_.procs[proc].clauses[clause];
    const ProcBody& body = program_.procs[proc].clauses[clause];
    const std::size_t number = witness_.proofs.size();
    witness_.proofs.emplace_back();
    StrategyWitness::Proof proof{clause_text(text_.procs[proc], source), source.span, {}, {}, {}};
    for (std::size_t i = 0; i < body.steps.size(); ++i) {
      const ProcStep& step = body.steps[i];
      if (step.kind == ProcStep::Kind::yield) continue;
      StrategyWitness::Goal goal{step.kind == ProcStep::Kind::refuse,
                                 goal_text(source.ops[i], source.variables),
                                 StrategyWitness::none,
                                 {number_of(frame[step.in])}};
      const bool bound =
          step.out_kind == ProcStep::Out::given || step.out_kind == ProcStep::Out::fresh;
      Node* const out = bound ? frame[step.out] : nullptr;
      if (bound && step.callee == ProcStep::Callee::move && !goal.absent) {
        note_move(frame[step.in], out);
      }
      if (step.out_kind != ProcStep::Out::none) {
        goal.args.push_back(bound ? number_of(out) : StrategyWitness::none);
      }
      if (step.callee == ProcStep::Callee::proc && !goal.absent) {
        goal.proof = prove(step.proc, frame[step.in], out);
      }
      proof.goals.push_back(std::move(goal));
    }
    for (std::size_t v = 0; v < frame.size(); ++v) {
      if (frame[v] == nullptr) continue;
      proof.variables.push_back(source.variables[v]);
      proof.states.push_back(number_of(frame[v]));
    }
    witness_.proofs[number] = std::move(proof);
    return number;
  }

  std::size_t number_of(Node* node) {
    const auto [found, is_new] = numbers_.try_emplace(node, witness_.states.size());
    if (is_new) {
      const runtime::StateView view = space_.state(*node);
      witness_.states.push_back(
          {runtime::State(view.begin(), view.end()), StrategyWitness::none, {}});
    }
    return found->second;
  }

  void note_move(Node* from, Node* to) {
    StrategyWitness::Bound& bound = witness_.states[number_of(to)];
    if (bound.from != StrategyWitness::none || number_of(to) == 0) return;
    for (std::uint32_t edge = 0; edge < from->edge_count; ++edge) {
      if (from->edges[edge].node != to) continue;
      const runtime::Role mover = StateSpace::mover(*from);
      bound.from = numbers_.at(from);
      bound.joint.assign(2, from->waiting);
      bound.joint.at(mover) = from->edges[edge].move;
      return;
    }
  }

  const runtime::Strategy& strategy_;
  const frontend::Strategy& text_;
  StateSpace& space_;
  ir::ProcProgram program_;
  StrategyWitness witness_;
  std::map<const Node*, std::size_t> numbers_;
};

}  // namespace

std::optional<StrategyWitness> strategy_witness(const runtime::Strategy& strategy,
                                                const frontend::Strategy& text,
                                                const std::string& predicate,
                                                runtime::StateView state, runtime::Move move,
                                                runtime::Strategy::Memory& memory) {
  const auto number = strategy.find(predicate);
  if (!number || strategy.predicates()[*number].arity != 2) return std::nullopt;
  return memory.space().query(state, [&](Node& node) {
    return WitnessSearch(strategy, text, memory.space()).find(*number, node, move);
  });
}

}  // namespace tesuji::driver

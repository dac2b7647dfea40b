#include "backend/interpreter/strategy_interpreter.h"

#include "ir/module/proc_program.h"

#include <array>
#include <memory>
#include <vector>

namespace tesuji::interpreter {

namespace {

using ir::ProcBody;
using ir::ProcProgram;
using ir::ProcStep;
using ir::ProcUnit;
using runtime::Node;
using runtime::StateSpace;

/// The variables of a running clause.
class Frame {
 public:
  explicit Frame(std::uint32_t variables) {
    if (variables > few_.size()) {
      many_.resize(variables);
      values_ = many_.data();
    }
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
  Node*& operator[](std::uint32_t variable) { return values_[variable]; }

 private:
  std::array<Node*, 6> few_{};
  std::vector<Node*> many_;
  Node** values_ = few_.data();
};

/// Receives solutions; see tsj_solution.
struct Sink {
  tsj_solution found;
  void* env;
  std::int32_t operator()(Node* solution) const { return found(env, solution); }
};

/// Implements backtracking as recursion: a step calls the rest of its clause once for each
/// solution, and a non-zero result unwinds everything. The recursion is as deep as procs call each
/// other.
class Machine {
 public:
  Machine(const ProcProgram& program, StateSpace& space) : program_(program), space_(space) {}

  std::int32_t search(const ProcUnit& unit, Node* node, Sink sink) {
    space_.poll();
    for (const ProcBody& clause : unit.clauses) {
      Frame frame(clause.variables);
      frame[0] = node;
      if (const std::int32_t result = run(clause, 0, frame, sink)) return result;
    }
    return 0;
  }

 private:
  std::int32_t run(const ProcBody& clause, std::size_t at, Frame& frame, Sink sink) {
    for (;; ++at) {
      const ProcStep& step = clause.steps[at];
      switch (step.kind) {
        case ProcStep::Kind::yield:
          return sink(frame[step.in]);
        case ProcStep::Kind::require:
          if (!holds(step, frame)) return 0;
          break;
        case ProcStep::Kind::refuse:
          if (holds(step, frame)) return 0;
          break;
        case ProcStep::Kind::each: {
          Rest rest{*this, clause, at, frame, sink};
          return solve(step, frame[step.in], {&Rest::found, &rest});
        }
      }
    }
  }

  /// The steps after an `each`, called for each of its solutions.
  struct Rest {
    Machine& machine;
    const ProcBody& clause;
    std::size_t at;
    Frame& frame;
    Sink sink;

    static std::int32_t found(void* env, tsj_node* solution) {
      auto& self = *static_cast<Rest*>(env);
      self.frame[self.clause.steps[self.at].out] = solution;
      return self.machine.run(self.clause, self.at + 1, self.frame, self.sink);
    }
  };

  /// Finds all solutions of a callee with two arguments.
  std::int32_t solve(const ProcStep& step, Node* node, Sink sink) {
    if (step.callee == ProcStep::Callee::proc) return search(program_.procs[step.proc], node, sink);
    space_.poll();
    space_.expand(*node);
    for (std::uint32_t edge = 0; edge < node->edge_count; ++edge)
      if (const std::int32_t result = sink(space_.successor(*node, edge))) return result;
    return 0;
  }

  bool holds(const ProcStep& step, Frame& frame) {
    Node* node = frame[step.in];
    switch (step.callee) {
      case ProcStep::Callee::won:
        return space_.won(*node);
      case ProcStep::Callee::drawn:
        return space_.drawn(*node);
      case ProcStep::Callee::fluent:
        return program_.fluents[step.proc].bit.value().holds_in(space_.state(*node));
      default:
        break;
    }
    if (step.out_kind == ProcStep::Out::given) {
      const auto same = [](void* env, tsj_node* solution) -> std::int32_t {
        return env == solution;
      };
      return solve(step, node, {same, frame[step.out]}) != 0;
    }
    if (step.callee == ProcStep::Callee::move) {
      space_.expand(*node);
      return node->edge_count > 0;
    }
    return exists(program_.procs[step.proc], node);
  }

  bool exists(const ProcUnit& unit, Node* node) {
    if (unit.slot)
      if (const std::uint32_t known = StateSpace::memo(*node, *unit.slot))
        return known == TSJ_MEMO_SOME;
    const auto any = [](void*, tsj_node*) -> std::int32_t { return 1; };
    const bool some = search(unit, node, {any, nullptr}) != 0;
    if (unit.slot) StateSpace::set_memo(*node, *unit.slot, some);
    return some;
  }

  const ProcProgram& program_;
  StateSpace& space_;
};

/// The data that a predicate's `self` points to.
struct Predicate {
  const ProcProgram* program;
  std::uint32_t proc;

  static std::int32_t search(const void* self, tsj_space* space, tsj_node* node, tsj_solution found,
                             void* env) {
    const auto& predicate = *static_cast<const Predicate*>(self);
    StateSpace& states = *static_cast<StateSpace*>(space->host);
    return states.guarded([&] {
      return Machine(*predicate.program, states)
          .search(predicate.program->procs[predicate.proc], node, {found, env});
    });
  }
};

struct StrategyProgram {
  ProcProgram procs;
  std::vector<Predicate> predicates;
};

}  // namespace

runtime::StrategyCode interpret_strategy(std::span<const ir::Proc> procs,
                                         std::span<const std::string> order) {
  auto program = std::make_shared<StrategyProgram>();
  program->procs = ir::resolve(procs);
  const auto& units = program->procs.procs;
  for (std::uint32_t p = 0; p < units.size(); ++p)
    program->predicates.push_back({&program->procs, p});
  runtime::StrategyCode code;
  for (std::uint32_t p = 0; p < units.size(); ++p)
    code.predicates.push_back({units[p].name, units[p].arity, units[p].slot, &Predicate::search,
                               &program->predicates[p]});
  code.order = runtime::find_order(code.predicates, order);
  code.memo_slots = program->procs.memo_slots;
  code.keep = std::move(program);
  return code;
}

}  // namespace tesuji::interpreter

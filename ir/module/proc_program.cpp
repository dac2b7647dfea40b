#include "ir/module/proc_program.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace tesuji::ir {

namespace {

class Resolver {
 public:
  explicit Resolver(std::span<const Proc> procs) : procs_(procs) {}

  ProcProgram run() {
    for (const Proc& proc : procs_) {
      if (!numbers_.emplace(proc.name, numbers_.size()).second) fault(proc, "is defined twice");
      if (proc.arity != 1 && proc.arity != 2) fault(proc, "has neither one nor two arguments");
    }
    ProcProgram& program = program_;
    for (const Proc& proc : procs_) {
      ProcUnit unit{proc.name, proc.arity, {}, {}};
      if (proc.memo) unit.slot = program.memo_slots++;
      for (const ProcClause& clause : proc.clauses) unit.clauses.push_back(body(proc, clause));
      program.procs.push_back(std::move(unit));
    }
    refuse_deep_and_recursive(program);
    return std::move(program_);
  }

 private:
  [[noreturn]] static void fault(const Proc& proc, const std::string& what) {
    throw std::invalid_argument("proc " + proc.name + " " + what);
  }

  ProcBody body(const Proc& proc, const ProcClause& clause) {
    ProcBody body;
    body.variables = static_cast<std::uint32_t>(clause.variables.size());
    if (body.variables == 0) fault(proc, "has a clause without variables");
    std::vector<bool> bound(body.variables, false);
    bound[0] = true;
    for (const ProcOperation& op : clause.ops) {
      if (!body.steps.empty() && body.steps.back().kind == ProcStep::Kind::yield)
        fault(proc, "goes on after a yield");
      body.steps.push_back(step(proc, op, bound));
    }
    if (body.steps.empty() || body.steps.back().kind != ProcStep::Kind::yield)
      fault(proc, "has a clause that does not end in yield");
    return body;
  }

  ProcStep step(const Proc& proc, const ProcOperation& op, std::vector<bool>& bound) {
    ProcStep step;
    std::uint32_t arity = proc.arity;
    if (op.kind != ProcOperation::Kind::yield) arity = resolve_callee(proc, op, step);
    if (op.args.size() != arity) fault(proc, "calls " + op.callee + " with a wrong arity");
    const auto use = [&](const Argument& arg) {
      if (arg.kind != Argument::Kind::variable || arg.id >= bound.size() || !bound[arg.id])
        fault(proc, "uses a state that is not given");
      return arg.id;
    };
    if (op.kind == ProcOperation::Kind::yield) {
      step.in = use(op.args.back());
      return step;
    }
    step.kind =
        op.kind == ProcOperation::Kind::absent ? ProcStep::Kind::refuse : ProcStep::Kind::require;
    step.in = use(op.args.front());
    if (arity == 1) return step;
    const Argument& out = op.args.back();
    if (out.kind == Argument::Kind::ignore) {
      step.out_kind = ProcStep::Out::ignored;
    } else if (out.kind != Argument::Kind::binder) {
      step.out_kind = ProcStep::Out::given;
      step.out = use(out);
    } else {
      if (op.kind != ProcOperation::Kind::call) fault(proc, "binds a state within a test");
      if (out.id >= bound.size() || bound[out.id]) fault(proc, "binds a state twice");
      bound[out.id] = true;
      step.kind = ProcStep::Kind::each;
      step.out_kind = ProcStep::Out::fresh;
      step.out = out.id;
    }
    return step;
  }

  /// Sets the step's callee; returns its arity.
  std::uint32_t resolve_callee(const Proc& proc, const ProcOperation& op, ProcStep& step) {
    const std::string& name = op.callee;
    if (op.is_fluent) {
      std::vector<ProcFluent>& all = program_.fluents;
      const auto known = std::find_if(
          all.begin(), all.end(), [&](const ProcFluent& fluent) { return fluent.name == name; });
      step.callee = ProcStep::Callee::fluent;
      step.proc = static_cast<std::uint32_t>(known - all.begin());
      if (known == all.end()) all.push_back({name, op.bit});
      return 1;
    }
    if (const auto found = numbers_.find(name); found != numbers_.end()) {
      step.callee = ProcStep::Callee::proc;
      step.proc = static_cast<std::uint32_t>(found->second);
      return procs_[step.proc].arity;
    }
    if (name == "move") {
      step.callee = ProcStep::Callee::move;
      return 2;
    }
    if (name == "won")
      step.callee = ProcStep::Callee::won;
    else if (name == "drawn")
      step.callee = ProcStep::Callee::drawn;
    else
      fault(proc, "calls " + name + ", which is neither a proc nor a primitive");
    return 1;
  }

  // Orders callees before callers; the remaining procs are recursive, or call a recursive proc.
  static void refuse_deep_and_recursive(const ProcProgram& program) {
    std::vector<std::uint32_t> waiting_for(program.procs.size(), 0);
    std::vector<std::uint32_t> done;
    std::vector<std::uint32_t> depth(program.procs.size(), 1);
    std::vector<std::vector<std::uint32_t>> callers(program.procs.size());
    for (std::uint32_t p = 0; p < program.procs.size(); ++p) {
      for (const ProcBody& clause : program.procs[p].clauses)
        for (const ProcStep& step : clause.steps)
          if (step.callee == ProcStep::Callee::proc) {
            callers[step.proc].push_back(p);
            ++waiting_for[p];
          }
      if (waiting_for[p] == 0) done.push_back(p);
    }
    for (std::size_t i = 0; i < done.size(); ++i)
      for (const std::uint32_t caller : callers[done[i]]) {
        depth[caller] = std::max(depth[caller], depth[done[i]] + 1);
        if (depth[caller] > deepest_proc)
          throw std::invalid_argument("proc " + program.procs[caller].name +
                                      " calls procs more than " + std::to_string(deepest_proc) +
                                      " deep");
        if (--waiting_for[caller] == 0) done.push_back(caller);
      }
    for (std::uint32_t p = 0; p < program.procs.size(); ++p)
      if (waiting_for[p] != 0)
        throw std::invalid_argument("proc " + program.procs[p].name +
                                    " is recursive, or calls a recursive one");
  }

  std::span<const Proc> procs_;
  ProcProgram program_;
  std::unordered_map<std::string_view, std::size_t> numbers_;
};

}  // namespace

std::optional<std::uint32_t> ProcProgram::find(std::string_view name) const {
  for (std::uint32_t p = 0; p < procs.size(); ++p)
    if (procs[p].name == name) return p;
  return std::nullopt;
}

ProcProgram resolve(std::span<const Proc> procs) {
  return Resolver(procs).run();
}

}  // namespace tesuji::ir

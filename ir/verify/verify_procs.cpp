// Verifies procs: callees known, states bound before use, one yield, no recursion.
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>

namespace tesuji::ir {
namespace {

class ProcVerifier {
 public:
  explicit ProcVerifier(Verification& run)
      : run_(run), callers_(run.module.procs.size()), waiting_(run.module.procs.size()) {}

  void verify() {
    const std::vector<Proc>& procs = run_.module.procs;
    for (std::uint32_t i = 0; i < procs.size(); ++i) {
      const Span span = procs[i].clauses.empty() ? Span{} : procs[i].clauses[0].span;
      const bool primitive = arities_.contains(procs[i].name) && !numbers_.contains(procs[i].name);
      if (!numbers_.emplace(procs[i].name, i).second || primitive) {
        run_.fault(span, fmt::format("there are two procs named {}", procs[i].name));
      }
      if (procs[i].arity != 1 && procs[i].arity != 2) {
        run_.fault(span, fmt::format("proc {} has {} parameters", procs[i].name, procs[i].arity));
      }
      arities_.emplace(procs[i].name, procs[i].arity);
    }
    for (std::uint32_t i = 0; i < procs.size(); ++i) {
      for (const ProcClause& clause : procs[i].clauses) verify(procs[i], i, clause);
    }
    refuse_recursion();
  }

 private:
  void verify(const Proc& proc, std::uint32_t number, const ProcClause& clause) {
    clause_ = &clause;
    name_ = proc.name;
    if (!clause.span.known()) fault(clause.span, "it has no span");
    run_.check_variable_names(clause.variables, "proc " + proc.name, clause.span);
    if (clause.variables.size() < proc.arity) {
      return fault(clause.span, "it has fewer variables than parameters");
    }
    if (clause.ops.empty() || clause.ops.back().kind != ProcOperation::Kind::yield) {
      fault(clause.span, "it does not end in a yield");
    }
    bound_.assign(clause.variables.size(), false);
    if (!bound_.empty()) bound_[0] = true;
    for (const ProcOperation& op : clause.ops) {
      const Span& span = op.span.known() ? op.span : clause.span;
      if (op.kind == ProcOperation::Kind::yield) {
        if (&op != &clause.ops.back()) fault(span, "it continues after its yield");
        verify_yield(op, proc.arity, span);
      } else {
        verify_call(op, number, span);
      }
    }
  }

  void verify_yield(const ProcOperation& op, std::uint32_t arity, const Span& span) {
    if (op.args.size() != arity) return fault(span, "it yields a wrong number of states");
    for (const Argument& argument : op.args) use(argument, span);
    if (op.args[0].kind == Argument::Kind::variable && op.args[0].id != 0) {
      fault(span, "the first state it yields is not the given one");
    }
  }

  void verify_call(const ProcOperation& op, std::uint32_t number, const Span& span) {
    if (op.is_fluent) {
      if (op.kind == ProcOperation::Kind::call || op.args.size() != 1) {
        return fault(span, fmt::format("{} is a property of one state", op.callee));
      }
      return use(op.args[0], span);
    }
    const auto callee = arities_.find(op.callee);
    if (callee == arities_.end()) {
      return fault(span, fmt::format("unknown proc {}", op.callee));
    }
    if (const auto found = numbers_.find(op.callee); found != numbers_.end()) {
      callers_[found->second].push_back(number);
      ++waiting_[number];
    }
    if (op.args.size() != callee->second) {
      return fault(span, fmt::format("{} has {} parameters, not {}", op.callee, callee->second,
                                     op.args.size()));
    }
    if (op.args.empty()) return;
    use(op.args[0], span);
    if (op.args.size() < 2) return;
    const Argument& out = op.args[1];
    if (out.kind == Argument::Kind::variable || out.kind == Argument::Kind::constant) {
      use(out, span);
    } else if (out.kind == Argument::Kind::binder) {
      bind(op, out, span);
    }
  }

  /// Checks that the state is a bound variable.
  void use(const Argument& argument, const Span& span) {
    if (argument.kind != Argument::Kind::variable) {
      return fault(span, "a state is unbound where it must be given");
    }
    if (argument.id >= bound_.size()) {
      return fault(span, fmt::format("unknown variable {}", argument.id));
    }
    if (!bound_[argument.id]) {
      fault(span, clause_->variables[argument.id] + " is used before it is bound");
    }
  }

  void bind(const ProcOperation& op, const Argument& out, const Span& span) {
    if (op.kind != ProcOperation::Kind::call) return fault(span, "a test cannot bind");
    if (out.id >= bound_.size()) {
      return fault(span, fmt::format("unknown variable {}", out.id));
    }
    if (bound_[out.id]) fault(span, clause_->variables[out.id] + " is bound twice");
    bound_[out.id] = true;
  }

  /// Orders callees before callers; the remaining procs are recursive, or call a recursive proc.
  void refuse_recursion() {
    std::vector<std::uint32_t> done;
    for (std::uint32_t i = 0; i < waiting_.size(); ++i) {
      if (waiting_[i] == 0) done.push_back(i);
    }
    for (std::size_t i = 0; i < done.size(); ++i) {
      for (const std::uint32_t caller : callers_[done[i]]) {
        if (--waiting_[caller] == 0) done.push_back(caller);
      }
    }
    for (std::uint32_t i = 0; i < waiting_.size(); ++i) {
      if (waiting_[i] == 0) continue;
      const Proc& proc = run_.module.procs[i];
      run_.fault(proc.clauses[0].span,
                 fmt::format("proc {} calls itself, or a proc that does", proc.name));
    }
  }

  void fault(const Span& span, const std::string& what) {
    run_.fault(span, fmt::format("proc {}: {}", name_, what));
  }

  Verification& run_;
  std::unordered_map<std::string_view, std::uint32_t> arities_ = {
      {"move", 2}, {"won", 1}, {"drawn", 1}};
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> callers_;
  std::vector<std::uint32_t> waiting_;  ///< calls of procs not yet known to terminate
  const ProcClause* clause_ = nullptr;
  std::string_view name_;
  std::vector<bool> bound_;
};

}  // namespace

void verify_procs(Verification& run) {
  ProcVerifier(run).verify();
}

}  // namespace tesuji::ir

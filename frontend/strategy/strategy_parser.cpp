#include "frontend/strategy/strategy_parser.h"

#include "frontend/strategy/strategy_checks.h"
#include "frontend/strategy/strategy_reader.h"
#include "ir/core/diagnostics.h"
#include "ir/core/prolog_term.h"
#include "ir/module/proc.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

// Lowers the clauses of a strategy to procs.
//
//     p(A,B) :- q(A,C), won(C), not(r(C,_)), s(C,B).
// becomes
//     call q(A, ?C); test won(C); absent r(C, _); call s(C, ?B); yield (A, B)

using Argument = ir::Argument;
using Operation = ir::ProcOperation;

class ClauseLowering {
 public:
  ClauseLowering(const StrategyClause& clause, ir::Diagnostics& diagnostics)
      : clause_(clause), diagnostics_(diagnostics) {
    count_occurrences(clause.head);
    for (const StrategyGoal& goal : clause.body) {
      count_occurrences(goal);
    }
  }

  ir::ProcClause lower() {
    result_.span = clause_.span;
    add_parameters();
    for (const StrategyGoal& goal : clause_.body) {
      lower_goal(goal);
    }
    add_yield();
    return std::move(result_);
  }

 private:
  void count_occurrences(const StrategyGoal& goal) {
    for (const StrategyVariable& variable : goal.args) {
      ++occurrences_[variable.name];
    }
  }

  void report(const StrategyVariable& variable, std::string message) {
    if (variable.anonymous() || reported_.insert(variable.name).second) {
      diagnostics_.error(variable.span, "unsafe", std::move(message));
    }
  }

  [[nodiscard]] bool bound(const StrategyVariable& variable) const {
    const auto found = ids_.find(variable.name);
    return found != ids_.end() && bound_.contains(found->second);
  }

  /// Returns the variable's number, assigning one if it is new.
  std::uint32_t id_of(const std::string& name) {
    const auto next = static_cast<std::uint32_t>(result_.variables.size());
    const auto [found, is_new] = ids_.try_emplace(name, next);
    if (is_new) {
      result_.variables.push_back(name);
    }
    return found->second;
  }

  /// Returns a name for `_` where a value is bound but not used.
  [[nodiscard]] std::string fresh_name() const {
    for (std::size_t i = 1;; ++i) {
      std::string name = fmt::format("_{}", i);
      if (!occurrences_.contains(name) && !ids_.contains(name)) {
        return name;
      }
    }
  }

  void add_parameters() {
    for (const StrategyVariable& parameter : clause_.head.args) {
      if (parameter.anonymous()) {
        report(parameter, "the arguments of a head need names");
      } else if (ids_.contains(parameter.name)) {
        report(parameter, fmt::format("{} occurs twice in the head: give each state its own name",
                                      parameter.name));
      }
      id_of(parameter.anonymous() ? fresh_name() : parameter.name);
    }
    bound_.insert(0);
  }

  void lower_goal(const StrategyGoal& goal) {
    if (goal.args.empty() || goal.args.size() > 2) {
      return;  // reported as a wrong arity
    }
    const StrategyVariable& in = goal.args.front();
    if (!bound(in)) {
      report(in, fmt::format("{} is unbound here: the first argument of `{}` must be the head's "
                             "first argument or be bound by an earlier goal",
                             in.name, goal.predicate));
      return;
    }
    Operation operation;
    operation.is_fluent = !goal.constants.empty();
    operation.callee = goal.constants.empty()
                           ? goal.predicate
                           : ir::fluent_name({ir::PrologTerm::Kind::compound, goal.predicate,
                                              goal.constants, goal.name_span});
    operation.span = goal.span;
    operation.args.push_back({Argument::Kind::variable, id_of(in.name)});
    operation.kind = goal.negated ? Operation::Kind::absent : Operation::Kind::test;
    if (goal.args.size() == 2) {
      const StrategyVariable& out = goal.args.back();
      if (bound(out)) {
        operation.args.push_back({Argument::Kind::variable, id_of(out.name)});
      } else if (goal.negated) {
        require_unshared(out);
        operation.args.push_back({Argument::Kind::ignore, 0});
      } else {
        const std::uint32_t id = id_of(out.anonymous() ? fresh_name() : out.name);
        operation.kind = Operation::Kind::call;
        operation.args.push_back({Argument::Kind::binder, id});
        bound_.insert(id);
      }
    }
    result_.ops.push_back(std::move(operation));
  }

  /// A variable that only a negated goal would bind means "any state" there; if it were used
  /// elsewhere too, it would have two different meanings in one clause.
  void require_unshared(const StrategyVariable& out) {
    if (!out.anonymous() && occurrences_.at(out.name) > 1) {
      report(out, fmt::format("{} is unbound here, and `not` does not bind it: write `_` for any "
                              "state, or put a goal that binds {} before it",
                              out.name, out.name));
    }
  }

  void add_yield() {
    Operation yield;
    yield.kind = Operation::Kind::yield;
    yield.span = clause_.head.span;
    for (const StrategyVariable& parameter : clause_.head.args) {
      if (!parameter.anonymous() && !bound(parameter)) {
        report(parameter, fmt::format("{} never gets a value: a goal of the body must lead to it",
                                      parameter.name));
      }
      yield.args.push_back({Argument::Kind::variable, id_of(parameter.name)});
    }
    result_.ops.push_back(std::move(yield));
  }

  const StrategyClause& clause_;
  ir::Diagnostics& diagnostics_;
  ir::ProcClause result_;
  std::map<std::string_view, std::size_t> occurrences_;
  std::map<std::string, std::uint32_t, std::less<>> ids_;
  std::set<std::uint32_t> bound_;
  std::set<std::string_view> reported_;
};

void choose_memo(std::vector<ir::Proc>& procs) {
  std::set<std::string_view> denied;
  for (const ir::Proc& proc : procs) {
    for (const ir::ProcClause& clause : proc.clauses) {
      for (const Operation& operation : clause.ops) {
        if (operation.kind == Operation::Kind::absent) {
          denied.insert(operation.callee);
        }
      }
    }
  }
  for (ir::Proc& proc : procs) {
    proc.memo = proc.arity == 2 && (denied.contains(proc.name) || outcome_of(proc.name));
  }
}

/// Creates one proc per predicate, in the order of first clauses. Goals keep their order, so a goal
/// whose first argument has no value yet is an error, as is a head whose second argument never gets
/// one (code "unsafe"). Sets `memo` for predicates of two arguments that are called under `not`, or
/// are win_k or draw_k.
std::vector<ir::Proc> lower_strategy(const std::vector<StrategyClause>& clauses,
                                     ir::Diagnostics& diagnostics) {
  std::vector<ir::Proc> procs;
  std::map<std::string_view, std::size_t> position;
  for (const StrategyClause& clause : clauses) {
    const auto [found, is_new] = position.try_emplace(clause.head.predicate, procs.size());
    if (is_new) {
      ir::Proc& proc = procs.emplace_back();
      proc.name = clause.head.predicate;
      proc.arity = static_cast<std::uint32_t>(clause.head.args.size());
    }
    procs[found->second].clauses.push_back(ClauseLowering(clause, diagnostics).lower());
  }
  choose_memo(procs);
  return procs;
}

std::set<std::string_view> callees(const Strategy& strategy) {
  std::set<std::string_view> called;
  for (const ir::Proc& proc : strategy.procs) {
    for (const ir::ProcClause& clause : proc.clauses) {
      for (const ir::ProcOperation& operation : clause.ops) {
        called.insert(operation.callee);
      }
    }
  }
  return called;
}

std::vector<std::string> execution_order(const Strategy& strategy) {
  std::vector<std::pair<Outcome, std::string>> outcomes;
  for (const ir::Proc& proc : strategy.procs) {
    if (const std::optional<Outcome> outcome = outcome_of(proc.name); outcome && proc.arity == 2) {
      outcomes.emplace_back(*outcome, proc.name);
    }
  }
  std::sort(outcomes.begin(), outcomes.end());
  std::vector<std::string> order;
  order.reserve(outcomes.size());
  for (auto& [outcome, name] : outcomes) {
    order.push_back(std::move(name));
  }
  if (order.empty()) {
    const std::set<std::string_view> called = callees(strategy);
    for (const ir::Proc& proc : strategy.procs) {
      if (proc.arity == 2 && !called.contains(proc.name)) {
        order.push_back(proc.name);
      }
    }
  }
  return order;
}

void warn_unused(const Strategy& strategy, ir::Diagnostics& diagnostics) {
  const std::set<std::string_view> called = callees(strategy);
  for (const ir::Proc& proc : strategy.procs) {
    const bool tried =
        std::find(strategy.order.begin(), strategy.order.end(), proc.name) != strategy.order.end();
    if (!tried && !called.contains(proc.name)) {
      diagnostics.warning(
          proc.clauses.front().span, "unused",
          fmt::format("nothing calls `{}`, and it is not a win_k or draw_k, so it is never tried",
                      proc.name));
    }
  }
}

}  // namespace

const ir::Proc* Strategy::find(std::string_view name) const {
  for (const ir::Proc& proc : procs) {
    if (proc.name == name) {
      return &proc;
    }
  }
  return nullptr;
}

std::optional<Outcome> outcome_of(std::string_view predicate) {
  constexpr std::string_view win = "win_";
  constexpr std::string_view draw = "draw_";
  Outcome outcome;
  if (predicate.substr(0, win.size()) == win) {
    outcome.kind = Outcome::Kind::win;
    predicate.remove_prefix(win.size());
  } else if (predicate.substr(0, draw.size()) == draw) {
    outcome.kind = Outcome::Kind::draw;
    predicate.remove_prefix(draw.size());
  } else {
    return std::nullopt;
  }
  const char* const end = predicate.data() + predicate.size();
  const auto [stop, error] = std::from_chars(predicate.data(), end, outcome.depth);
  if (error != std::errc() || stop != end) {
    return std::nullopt;
  }
  return outcome;
}

namespace {

std::optional<Strategy> parse(ir::FileId file, ir::Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  const std::vector<StrategyClause> clauses = read_strategy(file, diagnostics);
  const bool readable = diagnostics.error_count() == errors_before;
  if (readable && clauses.empty()) {
    diagnostics.error({file, {1, 1}, {1, 1}}, "parse", "the file contains no clause");
  }
  if (readable) {  // otherwise clauses are missing, and many predicates would seem undefined
    check_strategy_names(clauses, diagnostics);
    check_strategy_recursion(clauses, diagnostics);
    check_strategy_singletons(clauses, diagnostics);
  }
  Strategy strategy;
  strategy.procs = lower_strategy(clauses, diagnostics);
  if (diagnostics.error_count() != errors_before) {
    return std::nullopt;
  }
  strategy.order = execution_order(strategy);
  if (strategy.order.empty()) {
    diagnostics.error({file, {1, 1}, {1, 1}}, "undefined",
                      "no predicate with two arguments, so the strategy chooses no move");
    return std::nullopt;
  }
  warn_unused(strategy, diagnostics);
  return strategy;
}

}  // namespace

std::optional<Strategy> parse_strategy(ir::FileId file, ir::Diagnostics& diagnostics) {
  // Strategy errors about a theory's clauses would not help.
  if (const auto place = other_clauses(file, diagnostics.sources())) {
    ir::Diagnostics own(diagnostics.sources());
    if (!parse(file, own)) {
      diagnostics.error(
          *place, "parse",
          "not a clause of a strategy: expected rules such as win_1(A,B) :- move(A,B), won(B). "
          "`features` reads domain theories and features, `induce` reads background knowledge");
      return std::nullopt;
    }
  }
  return parse(file, diagnostics);
}

}  // namespace tesuji::frontend

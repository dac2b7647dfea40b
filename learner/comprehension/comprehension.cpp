#include "learner/comprehension/comprehension.h"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <string_view>

namespace tesuji::learner {

using ir::ProcBody;
using ir::ProcStep;
using runtime::Node;

namespace {

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return b > most - a ? most : a + b;
}

/// Adds the work `more`, which starts `plies` moves after the state of `total`.
void add(HandWork& total, const HandWork& more, std::uint32_t plies) {
  total.boards = sum(total.boards, more.boards);
  total.tests = sum(total.tests, more.tests);
  total.literals = sum(total.literals, more.literals);
  total.plies = std::max(total.plies, plies + more.plies);
}

/// Returns `all` minus `part`, which it contains; the depth is that of all.
HandWork after(const HandWork& part, const HandWork& all) {
  return {all.boards - part.boards, all.tests - part.tests, all.literals - part.literals,
          all.plies};
}

bool speaks_of(const ProcStep& step, std::uint32_t variable) {
  return step.in == variable || (step.out_kind == ProcStep::Out::given && step.out == variable);
}

/// Turns `move(B,C)` into a test if no later literal uses C: people look for only one such C.
void find_tests(ProcBody& clause) {
  for (std::size_t i = 0; i < clause.steps.size(); ++i) {
    ProcStep& step = clause.steps[i];
    if (step.kind != ProcStep::Kind::each) continue;
    const auto rest = clause.steps.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (std::any_of(rest, clause.steps.end(),
                    [&](const ProcStep& later) { return speaks_of(later, step.out); })) {
      continue;
    }
    step.kind = ProcStep::Kind::require;
    step.out_kind = ProcStep::Out::ignored;
  }
}

}  // namespace

std::uint64_t HandWork::checks() const {
  return sum(boards, tests);
}

/// A call of a predicate while its clauses are tried.
struct HandWorker::Run {
  std::vector<Node*> frame;          ///< by variable of the clause
  std::vector<std::uint32_t> plies;  ///< plies to each node of the frame, from the state of the
                                     ///< call
  Node* to = nullptr;                ///< the second argument, if given
  std::size_t wanted = 0;
  Answers* answers = nullptr;
};

HandWorker::HandWorker(std::span<const ir::Proc> procs, std::span<const std::string> order,
                       const runtime::Game& game, const runtime::Turns& turns,
                       runtime::StateSpaceOptions options)
    : program_(ir::resolve(procs)), space_(game, turns, options) {
  for (const std::string& name : order) {
    const auto proc = program_.find(name);
    if (!proc) throw std::invalid_argument("unknown predicate " + name);
    order_.push_back(*proc);
  }
  for (ir::ProcFluent& fluent : program_.fluents) {
    const auto test = runtime::state_test(game, fluent.name);
    if (!test) throw std::invalid_argument("unknown fluent " + fluent.name);
    fluent.bit = {test->word, test->mask, test->value};
  }
  for (ir::ProcUnit& proc : program_.procs) {
    for (ProcBody& clause : proc.clauses) find_tests(clause);
  }
}

HandWorker::Result HandWorker::choose(runtime::StateView state) {
  constexpr std::size_t bytes_of_answers = 256;
  if (space_.used() + known_.size() * bytes_of_answers > space_.options().budget / 2) {
    known_.clear();
    space_.clear();
  }
  try {
    return choose(*space_.root(state));
  } catch (const runtime::BudgetExceeded&) {
    known_.clear();
    space_.clear();
  }
  return choose(*space_.root(state));
}

HandWorker::Result HandWorker::choose(Node& node) {
  Result result;
  space_.expand(node);
  for (const std::uint32_t proc : order_) {
    result.work.literals = sum(result.work.literals, 1);
    for (std::size_t i = 0;; ++i) {
      const Answers& found = answers(proc, &node, nullptr, i + 1);
      if (found.solutions.size() <= i) {
        add(result.work, found.all, 0);
        break;
      }
      // Skips solutions that one move does not lead to.
      if (!is_successor(node, found.solutions[i].node)) continue;
      add(result.work, found.solutions[i].work, 0);
      result.predicate = proc;
      return result;
    }
  }
  return result;
}

bool HandWorker::is_successor(Node& from, const Node* to) {
  space_.expand(from);
  for (std::uint32_t edge = 0; edge < from.edge_count; ++edge) {
    if (space_.successor(from, edge) == to) return true;
  }
  return false;
}

/// Computes at least `wanted` solutions, or all if there are fewer. If more are needed, runs from
/// the beginning, with the known answers of the calls it makes.
HandWorker::Answers& HandWorker::answers(std::uint32_t proc, Node* from, Node* to,
                                         std::size_t wanted) {
  space_.poll();
  Answers& known = known_[{proc, from, to}];
  if (known.complete || known.solutions.size() >= wanted) return known;
  Answers fresh;
  Run run{{}, {}, to, std::max(wanted, 2 * known.solutions.size()), &fresh};
  bool enough = false;
  for (const ProcBody& clause : program_.procs[proc].clauses) {
    run.frame.assign(clause.variables, nullptr);
    run.plies.assign(clause.variables, 0);
    run.frame[0] = from;
    enough = go_on(run, clause, 0);
    if (enough) break;
  }
  fresh.complete = !enough;
  return known = std::move(fresh);
}

/// Tries the rest of a clause; returns true when there are as many solutions as wanted.
bool HandWorker::go_on(Run& run, const ProcBody& clause, std::size_t at) {
  for (;; ++at) {
    const ProcStep& step = clause.steps[at];
    if (step.kind == ProcStep::Kind::yield) {
      if (run.to && run.frame[step.in] != run.to) return false;
      Answers& answers = *run.answers;
      answers.solutions.push_back({run.frame[step.in], run.plies[step.in], answers.all});
      return answers.solutions.size() >= run.wanted;
    }
    run.answers->all.literals = sum(run.answers->all.literals, 1);
    if (step.kind == ProcStep::Kind::each) {
      // A given second argument is recognised, not searched for.
      if (!run.to || clause.steps.back().in != step.out) return each(run, clause, at);
      run.frame[step.out] = run.to;
      ProcStep given = step;
      given.out_kind = ProcStep::Out::given;
      if (!holds(run, given)) return false;
    } else if (holds(run, step) != (step.kind == ProcStep::Kind::require)) {
      return false;
    }
  }
}

/// Tries the rest of the clause for each solution of the step's predicate.
bool HandWorker::each(Run& run, const ProcBody& clause, std::size_t at) {
  const ProcStep& step = clause.steps[at];
  if (step.callee == ProcStep::Callee::move) return each_move(run, clause, at);
  Node* const from = run.frame[step.in];
  const std::uint32_t plies = run.plies[step.in];
  HandWork counted;
  for (std::size_t i = 0;; ++i) {
    const Answers& found = answers(step.proc, from, nullptr, i + 1);
    if (found.solutions.size() <= i) {
      add(run.answers->all, after(counted, found.all), plies);
      return false;
    }
    const Solution solution = found.solutions[i];
    add(run.answers->all, after(counted, solution.work), plies);
    counted = solution.work;
    run.frame[step.out] = solution.node;
    run.plies[step.out] = plies + solution.plies;
    if (go_on(run, clause, at + 1)) return true;
  }
}

bool HandWorker::each_move(Run& run, const ProcBody& clause, std::size_t at) {
  const ProcStep& step = clause.steps[at];
  Node& node = *run.frame[step.in];
  const std::uint32_t plies = run.plies[step.in];
  space_.expand(node);
  for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
    add(run.answers->all, {1, 0, 0, 1}, plies);
    run.frame[step.out] = space_.successor(node, edge);
    run.plies[step.out] = plies + 1;
    if (go_on(run, clause, at + 1)) return true;
  }
  return false;
}

/// Whether the step's predicate holds for the bound states.
bool HandWorker::holds(Run& run, const ProcStep& step) {
  Node& node = *run.frame[step.in];
  const std::uint32_t plies = run.plies[step.in];
  HandWork& work = run.answers->all;
  if (step.callee == ProcStep::Callee::won || step.callee == ProcStep::Callee::drawn) {
    add(work, {0, 1, 0, 0}, plies);
    return step.callee == ProcStep::Callee::won ? space_.won(node) : space_.drawn(node);
  }
  if (step.callee == ProcStep::Callee::fluent) {
    add(work, {0, 1, 0, 0}, plies);
    return program_.fluents[step.proc].bit.value().holds_in(space_.state(node));
  }
  if (step.callee == ProcStep::Callee::move) return has_move(run, step, node, plies);
  Node* const to = step.out_kind == ProcStep::Out::given ? run.frame[step.out] : nullptr;
  const Answers& found = answers(step.proc, &node, to, 1);
  if (found.solutions.empty()) {
    add(work, found.all, plies);
    return false;
  }
  add(work, found.solutions.front().work, plies);
  if (to) run.plies[step.out] = plies + found.solutions.front().plies;
  return true;
}

bool HandWorker::has_move(Run& run, const ProcStep& step, Node& node, std::uint32_t plies) {
  space_.expand(node);
  bool found = node.edge_count > 0;
  if (step.out_kind == ProcStep::Out::given) {
    found = is_successor(node, run.frame[step.out]);
    if (found) run.plies[step.out] = plies + 1;
  }
  if (found) add(run.answers->all, {1, 0, 0, 1}, plies);
  return found;
}

namespace {

class TextMeter {
 public:
  TextMeter(std::span<const ir::Proc> procs, std::span<const std::string> playing)
      : playing_(playing) {
    for (const ir::Proc& proc : procs) procs_.emplace(proc.name, &proc);
  }

  /// Counts the predicate, once, and all that it calls; returns the depth of its calls.
  std::size_t add(std::string_view name) {
    const auto proc = procs_.find(name);
    if (proc == procs_.end()) return 0;
    const auto [depth, fresh] = depths_.try_emplace(proc->first, 0);
    if (!fresh) return depth->second;
    ++measures_.predicates;
    if (std::find(playing_.begin(), playing_.end(), name) == playing_.end()) ++measures_.invented;
    std::size_t below = 0;
    for (const ir::ProcClause& clause : proc->second->clauses) {
      below = std::max(below, add(*proc->second, clause));
    }
    measures_.call_depth = std::max(measures_.call_depth, below + 1);
    return depths_[proc->first] = below + 1;
  }

  [[nodiscard]] const TextMeasures& measures() const { return measures_; }

 private:
  std::size_t add(const ir::Proc& proc, const ir::ProcClause& clause) {
    ++measures_.clauses;
    measures_.symbols += 1 + proc.arity;
    std::size_t depth = 0;
    for (const ir::ProcOperation& op : clause.ops) {
      if (op.kind == ir::ProcOperation::Kind::yield) continue;
      ++measures_.literals;
      measures_.symbols += 1 + op.args.size();
      if (op.is_fluent) {  // and its constants
        measures_.symbols +=
            static_cast<std::size_t>(std::count(op.callee.begin(), op.callee.end(), ' '));
      }
      depth = std::max(depth, add(op.callee));
    }
    return depth;
  }

  std::span<const std::string> playing_;
  std::map<std::string_view, const ir::Proc*> procs_;
  std::map<std::string_view, std::size_t> depths_;  ///< of predicates already counted
  TextMeasures measures_;
};

}  // namespace

TextMeasures measure_text(std::span<const ir::Proc> procs, std::span<const std::string> playing,
                          std::span<const std::string> roots) {
  TextMeter meter(procs, playing);
  for (const std::string& root : roots) meter.add(root);
  return meter.measures();
}

Comprehension measure_comprehension(std::span<const ir::Proc> procs,
                                    std::span<const std::string> order, const runtime::Game& game,
                                    const runtime::Turns& turns,
                                    std::span<const runtime::State> states,
                                    runtime::StateSpaceOptions options) {
  Comprehension result;
  result.text = measure_text(procs, order, order);
  for (const std::string& name : order) {
    result.predicates.push_back({name, measure_text(procs, order, {&name, 1})});
  }
  HandWorker worker(procs, order, game, turns, options);
  for (const runtime::State& state : states) {
    result.work.push_back(worker.choose(state));
    const auto predicate = result.work.back().predicate;
    const auto decides = std::find_if(order.begin(), order.end(), [&](const std::string& name) {
      return predicate && procs[*predicate].name == name;
    });
    result.deciding.push_back(static_cast<std::size_t>(decides - order.begin()));
  }
  return result;
}

WorkSummary summary_of(const Comprehension& comprehension, std::size_t predicate) {
  WorkSummary summary;
  for (std::size_t i = 0; i < comprehension.work.size(); ++i) {
    if (predicate != static_cast<std::size_t>(-1) && comprehension.deciding[i] != predicate) {
      continue;
    }
    const HandWork& work = comprehension.work[i].work;
    if (summary.states == 0 || work.checks() > summary.worst.checks()) {
      summary.worst = work;
      summary.worst_state = i;
    }
    ++summary.states;
    summary.checks += static_cast<double>(work.checks());
    summary.boards += static_cast<double>(work.boards);
    summary.tests += static_cast<double>(work.tests);
    summary.literals += static_cast<double>(work.literals);
    summary.plies += work.plies;
    summary.deepest = std::max(summary.deepest, work.plies);
  }
  if (summary.states == 0) return summary;
  for (double* sum :
       {&summary.checks, &summary.boards, &summary.tests, &summary.literals, &summary.plies}) {
    *sum /= static_cast<double>(summary.states);
  }
  return summary;
}

}  // namespace tesuji::learner

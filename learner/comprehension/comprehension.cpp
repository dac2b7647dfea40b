#include "learner/comprehension/comprehension.h"

#include <algorithm>

namespace tesuji::learner {

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

#include "tools/reports/learning/learn_progress.h"

#include <fmt/core.h>

#include <cstdio>
#include <sstream>

namespace tesuji::tools {
namespace {

constexpr std::chrono::milliseconds pause{200};

}  // namespace

void LearnProgress::after_game(std::uint64_t number, const learner::Run& run,
                               const learner::LearnedProgram& program) {
  Known& known = runs_.at(number);
  for (; known.games < run.games.size(); ++known.games) {
    known.regret += run.games[known.games].regret;
  }
  if (run.learning.searches > known.searches) {
    known.searches = run.learning.searches;
    std::istringstream clauses(learner::to_prolog(program));
    for (std::string clause; std::getline(clauses, clause);) {
      if (clause.empty() || !known.clauses.insert(clause).second) continue;
      fmt::print(stderr, "learn: run {}, game {}: learned {}\n", number + 1, known.games, clause);
    }
  }
  if (known.games < games_ && !is_time()) return;
  fmt::print(stderr, "learn: run {}, game {}: cumulative regret {}\n", number + 1, known.games,
             known.regret);
}

bool LearnProgress::is_time() {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (now < told_ + pause) return false;
  told_ = now;
  return true;
}

void ExperimentProgress::after_run() {
  constexpr std::chrono::milliseconds least_pause{200};
  const std::lock_guard lock(mutex_);
  ++ended_;
  const auto now = std::chrono::steady_clock::now();
  if (ended_ < runs_ && now < told_ + least_pause) return;
  told_ = now;
  fmt::print(stderr, "experiment: {}: {} of {} runs\n", game_, ended_, runs_);
}

}  // namespace tesuji::tools

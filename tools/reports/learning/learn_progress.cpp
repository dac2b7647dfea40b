#include "tools/reports/learning/learn_progress.h"

#include <fmt/core.h>

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
      if (!lines_) continue;
      line_.begin(fmt::format("run {}, game {}: learned {}", number + 1, known.games, clause));
    }
  }
  const std::uint64_t played = ++played_;
  if (known.games < games_ && !is_time()) return;
  const double share = static_cast<double>(played) /
                       (static_cast<double>(games_) * static_cast<double>(runs_.size()));
  line_.begin(
      fmt::format("run {}, game {}: cumulative regret {}", number + 1, known.games, known.regret),
      share);
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
  if (lines_ && ended_ < runs_ && now < told_ + least_pause) return;
  told_ = now;
  line_.begin(fmt::format("{}: {} of {} runs", game_, ended_, runs_),
              static_cast<double>(ended_) / static_cast<double>(runs_));
}

}  // namespace tesuji::tools

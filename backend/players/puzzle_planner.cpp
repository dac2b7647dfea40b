#include "backend/players/puzzle_planner.h"

#include "backend/driver/session.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/return_memory.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <system_error>
#include <utility>

namespace tesuji::driver {

using runtime::PuzzleLine;
using runtime::State;
using runtime::StateView;

namespace {

/// Fraction of a move's time for a search, before the tree is searched; halved after each failed
/// search, down to the minimum.
constexpr double first_part = 0.75;
constexpr double least_part = 0.1;

double halve_part(double part) {
  return std::max(part / 2, least_part);
}

}  // namespace

PuzzlePlanner::PuzzlePlanner(std::shared_ptr<const runtime::Game> game, runtime::PlanSearch search,
                             unsigned threads, std::size_t memory)
    : game_(std::move(game)),
      search_(std::move(search)),
      threads_(threads),
      memory_(memory),
      part_(first_part) {}

PuzzlePlanner::~PuzzlePlanner() {
  end();
}

void PuzzlePlanner::begin(StateView state, double seconds) {
  if (std::ranges::equal(state, start_) && seconds <= seconds_) return;
  std::size_t match = 0;
  {
    const std::lock_guard lock(mutex_);
    if (is_on_) return;
    is_on_ = true;
    match = match_;
  }
  start_.assign(state.begin(), state.end());
  seconds_ = seconds;
  given_up_ = false;
  try {
    thread_ =
        std::jthread([this, start = start_, seconds, match] { search(start, seconds, match); });
  } catch (const std::system_error&) {
    const std::lock_guard lock(mutex_);
    is_on_ = false;  // no thread available
  }
}

void PuzzlePlanner::prepare(StateView state, double seconds, bool wait) {
  begin(state, first_part * seconds);
  if (wait) this->wait(first_part * seconds, nullptr);
}

std::optional<PuzzlePlan> PuzzlePlanner::improve(StateView state, double seconds,
                                                 const std::atomic<bool>* stop) {
  const std::optional<PuzzlePlan> known = plan(state);
  if ((known && known->is_best) || seconds <= 0) return known;
  begin(state, part_ * seconds);
  if (!is_searching()) return known;
  wait(part_ * seconds, stop);
  end();
  const std::optional<PuzzlePlan> found = plan(state);
  const bool is_better = found && (!known || found->goal > known->goal);
  part_ = is_better ? first_part : halve_part(part_);
  return found;
}

void PuzzlePlanner::go_on(StateView state, double seconds, const std::atomic<bool>* stop) {
  if (!is_searching()) return;
  wait(seconds > 0 ? seconds : forever, stop);
  if (!is_searching() && !plan(state)) part_ = halve_part(part_);
}

bool PuzzlePlanner::is_searching() const {
  const std::lock_guard lock(mutex_);
  return is_on_ && !given_up_;
}

void PuzzlePlanner::wait(double seconds, const std::atomic<bool>* stop) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds glance{5};
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
  std::unique_lock lock(mutex_);
  while (is_on_ && Clock::now() < until) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return;
    changed_.wait_for(lock, glance);
  }
}

std::optional<PuzzlePlan> PuzzlePlanner::plan(StateView state) {
  const std::lock_guard lock(mutex_);
  if (!best_) return std::nullopt;
  const auto at = std::ranges::find_if(
      best_->states, [&](const State& known) { return std::ranges::equal(known, state); });
  const auto made = at - best_->states.begin();
  if (at == best_->states.end() || std::next(at) == best_->states.end()) return std::nullopt;
  PuzzlePlan rest = best_->plan;
  rest.moves.erase(rest.moves.begin(), rest.moves.begin() + made);
  return rest;
}

void PuzzlePlanner::forget() {
  end();
  start_.clear();
  part_ = first_part;
  const std::lock_guard lock(mutex_);
  ++match_;
  best_.reset();
}

void PuzzlePlanner::search(const State& start, double seconds, std::size_t match) {
  bool is_best = false;
  try {
    runtime::PlanQuestion question;
    question.start = start;
    question.seconds = seconds;
    question.threads = threads_;
    question.memory = memory_;
    question.stop = &given_up_;
    question.found = [&](const PuzzleLine& line, std::string_view method) {
      take(start, line, method, match);
    };
    is_best = search_(question);
  } catch (const std::exception&) {
    // After a limit, also of memory, the results so far count.
  }
  runtime::return_free_memory();
  const std::lock_guard lock(mutex_);
  if (best_ && is_best && match == match_) {
    const auto at = std::ranges::find(best_->states, start);
    if (at != best_->states.end()) {
      // Proofs about this state need not hold for earlier ones.
      best_->plan.moves.erase(best_->plan.moves.begin(),
                              best_->plan.moves.begin() + (at - best_->states.begin()));
      best_->states.erase(best_->states.begin(), at);
      best_->plan.is_best = true;
    }
  }
  is_on_ = false;
  changed_.notify_all();
}

/// Keeps the line if it is better than the best one, or if that does not lead to its first state.
void PuzzlePlanner::take(const State& start, const PuzzleLine& line, std::string_view method,
                         std::size_t match) {
  Line found;
  found.plan.goal = line.goal;
  found.plan.is_best = line.goal >= runtime::highest_goal;
  found.plan.method = method;
  found.states.push_back(start);
  const runtime::Unstoppable scope;
  const auto scratch = game_->make_scratch();
  for (const auto& joint : line.moves) {
    found.plan.moves.push_back(joint.front());
    State next(start.size());
    game_->next(found.states.back(), joint, *scratch, next);
    found.states.push_back(std::move(next));
  }
  const std::lock_guard lock(mutex_);
  if (match != match_) return;
  const bool leads_there = best_ && std::ranges::find(best_->states, start) != best_->states.end();
  if (leads_there && best_->plan.goal >= line.goal) return;
  best_ = std::move(found);
  changed_.notify_all();
}

}  // namespace tesuji::driver

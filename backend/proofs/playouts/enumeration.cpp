#include "backend/proofs/playouts/enumeration.h"

#include "runtime/host/memory/deadline.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace tesuji::proofs {

namespace {

using runtime::ReachableStates;
using Index = ReachableStates::Index;
using Clock = std::chrono::steady_clock;

std::string time_over(double seconds) {
  return fmt::format("to look at all reachable states took more than {:g} s", seconds);
}

/// Returns why not all states are known.
std::string reason_of(ReachableStates::End end, const runtime::ReachOptions& options) {
  switch (end) {
    case ReachableStates::End::all:
      break;
    case ReachableStates::End::states:
      return fmt::format("more than {} states can be reached (--max-states)", options.max_states);
    case ReachableStates::End::memory:
      return fmt::format("the reachable states need more than {} MiB (--memory)",
                         options.memory_bytes >> 20U);
    case ReachableStates::End::time:
      return time_over(options.seconds);
    case ReachableStates::End::stopped:
      return "interrupted";
  }
  return {};
}

/// Evaluates formulas on all sequences of known states.
class Examiner {
 public:
  Examiner(const Checker& checker, const Observer& observer, const ReachableStates& states,
           const EnumerationOptions& options, double seconds, EnumerationResult& result)
      : checker_(checker),
        observer_(observer),
        states_(states),
        options_(options),
        result_(result),
        watcher_(observer),
        deadline_(seconds) {
    memory_.stop = options.reach.stop;
    memory_.deadline = &deadline_;
    std::uint32_t longest = 0;
    for (std::size_t i = 0; i < checker.size(); ++i) longest = std::max(longest, checker.degree(i));
    for (std::uint32_t i = 0; i <= longest; ++i) seen_.push_back(observer.make_observation());
  }

  /// Returns false if time ran out or it was stopped.
  [[nodiscard]] bool run() {
    for (Index first = 0; first < states_.size(); ++first) {
      if (!find_longest()) return true;
      follow(first, 0);
      if (gave_up_) return false;
      ++result_.looked_at;
    }
    return true;
  }

 private:
  [[nodiscard]] bool open(std::size_t i) const {
    const EnumeratedInvariant& invariant = result_.invariants[i];
    return invariant.asked && invariant.refuted_count < checker_.instances(i);
  }

  /// Finds how long sequences must be for formulas with unrefuted instances; returns false if all
  /// are refuted.
  bool find_longest() {
    bool some = false;
    longest_ = 0;
    for (std::size_t i = 0; i < checker_.size(); ++i) {
      if (!open(i)) continue;
      some = true;
      longest_ = std::max(longest_, checker_.degree(i));
    }
    return some;
  }

  /// Extends the sequences in path_ by `state`. No deeper than the formulas' degrees.
  void follow(Index state, std::uint32_t depth) {
    gave_up_ = gave_up_ || deadline_.is_over() ||
               (memory_.stop != nullptr && memory_.stop->load(std::memory_order_relaxed));
    if (gave_up_) return;
    watcher_.look(states_.state(state), seen_[depth]);
    path_.push_back(state);
    window_.push_back(&seen_[depth]);
    const bool known = state < states_.expanded();
    const bool ends =
        known && (states_.terminal(state) || (states_.stuck(state) && options_.nonplayable));
    for (std::size_t i = 0; i < checker_.size() && !gave_up_; ++i) {
      const std::uint32_t degree = checker_.degree(i);
      if (open(i) && (degree == depth || (ends && degree > depth))) ask(i);
    }
    if (known && depth < longest_) {
      for (const Index next : states_.successors(state)) follow(next, depth + 1);
    }
    path_.pop_back();
    window_.pop_back();
  }

  void ask(std::size_t i) {
    const std::span<const std::uint64_t> failing = checker_.failing(i, window_, memory_);
    gave_up_ = gave_up_ || memory_.gave_up();
    if (gave_up_) return;
    EnumeratedInvariant& invariant = result_.invariants[i];
    for (std::size_t word = 0; word < failing.size(); ++word) {
      const std::uint64_t fresh = failing[word] & ~invariant.refuted[word];
      if (fresh == 0) continue;
      invariant.refuted_count += static_cast<std::uint64_t>(std::popcount(fresh));
      invariant.refuted[word] |= fresh;
      if (path_.front() == 0) invariant.refuted_at_start[word] |= fresh;
      if (invariant.play) continue;
      const auto bit = static_cast<std::size_t>(std::countr_zero(fresh));
      invariant.play = play(checker_.invariant(i), word * 64 + bit);
    }
  }

  /// Returns a shortest play to the sequence and through it.
  [[nodiscard]] Play play(const ir::Invariant& invariant, InstanceNumber instance) const {
    std::vector<Index> way = states_.play_to(path_.front());
    Play play;
    play.violated = way.size() - 1;
    play.shortest = true;
    play.instance = ir::instance_symbols(invariant, instance);
    way.insert(way.end(), path_.begin() + 1, path_.end());
    const runtime::Game& game = observer_.game();
    for (std::size_t i = 0; i < way.size(); ++i) {
      const runtime::StateView state = states_.state(way[i]);
      play.steps.push_back({game.fluents(state), {}});
      if (i + 1 == way.size()) break;
      for (const runtime::Move move : joint_between(game, state, states_.state(way[i + 1])))
        play.steps.back().joint.push_back(game.move_name(move));
    }
    return play;
  }

  const Checker& checker_;
  const Observer& observer_;
  const ReachableStates& states_;
  const EnumerationOptions& options_;
  EnumerationResult& result_;
  Watcher watcher_;
  runtime::Deadline deadline_;
  Checker::Memory memory_;
  std::uint32_t longest_ = 0;
  std::vector<Observation> seen_;  ///< by position in the sequence
  std::vector<Index> path_;
  std::vector<const Observation*> window_;
  bool gave_up_ = false;
};

void look_at_all(const Checker& checker, const Observer& observer,
                 const EnumerationOptions& options, EnumerationResult& result) {
  const Clock::time_point begin = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  runtime::ReachOptions reach = options.reach;
  // The rest of the time is for formulas.
  constexpr double for_states = 0.75;
  reach.seconds *= for_states;
  const ReachableStates states = ReachableStates::find(observer.game(), reach);
  result.states = states.size();
  result.edges = states.edges();
  result.reason = reason_of(states.end(), options.reach);
  for (Index state = 0; state < states.expanded(); ++state) result.stuck += states.stuck(state);
  if (states.size() == 0 || states.end() == ReachableStates::End::stopped) return;
  const bool all = states.end() == ReachableStates::End::all;
  constexpr double least = 1e-3;
  double left = 0;
  if (options.reach.seconds > 0) left = std::max(options.reach.seconds - elapsed(), least);
  // Incomplete states decide little, so evaluating takes no longer than finding them did.
  constexpr double least_for_part = 1;
  const double for_part = std::max(elapsed(), least_for_part);
  if (!all) left = left > 0 ? std::min(left, for_part) : for_part;
  const bool done = Examiner(checker, observer, states, options, left, result).run();
  result.complete = all && done;
  if (!all) {
    const auto moves = states.play_to(states.expanded()).size();
    if (done) result.moves_covered = static_cast<std::uint32_t>(moves);
    return;
  }
  if (done) return;
  const bool stopped = options.reach.stop != nullptr && options.reach.stop->load();
  result.reason = stopped ? "interrupted" : time_over(options.reach.seconds);
}

}  // namespace

EnumerationResult enumerate(const Checker& checker, const Observer& observer,
                            const std::vector<bool>& asked, const EnumerationOptions& options) {
  const Clock::time_point begin = Clock::now();
  EnumerationResult result;
  result.tried = true;
  result.invariants.resize(checker.size());
  for (std::size_t i = 0; i < checker.size(); ++i) {
    EnumeratedInvariant& invariant = result.invariants[i];
    invariant.asked = asked[i] && !checker.left_out(i);
    invariant.refuted.resize((checker.instances(i) + 63) / 64);
    invariant.refuted_at_start = invariant.refuted;
  }
  try {
    look_at_all(checker, observer, options, result);
  } catch (const runtime::LimitReached& limit) {
    result.reason = limit.what();
  } catch (const ObservationError& error) {
    result.reason = result.error = error.what();
  } catch (const std::bad_alloc&) {
    result.reason = "out of memory";
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace tesuji::proofs

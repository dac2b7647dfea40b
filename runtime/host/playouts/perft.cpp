#include "runtime/host/playouts/perft.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/memory/on_threads.h"
#include "runtime/host/playouts/joint_moves.h"
#include "runtime/host/playouts/state_hash.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

namespace tesuji::runtime {
namespace {

PerftCount saturating_add(PerftCount a, PerftCount b) {
  return a > perft_most - b ? perft_most : a + b;
}

/// States of one level, or of the part of it that has the same bits of their hashes, with the
/// number of sequences that lead to each.
using States = std::unordered_map<State, PerftCount, StateHash>;

/// Parts of a level if several threads share it: enough for the threads to end together.
constexpr std::size_t parts_per_thread = 16;
/// States that a thread expands between two reports of progress.
constexpr std::uint64_t states_per_report = 1024;
/// Joint moves of one state between two checks of the stop flag.
constexpr std::uint64_t moves_per_look = 1024;

/// What one thread works with.
struct Worker {
  std::unique_ptr<Scratch> scratch;
  std::vector<std::vector<Move>> legal;
  std::vector<States> found;  ///< by part of the next level
  PerftLevel summary;         ///< of the parts that it merged
  PerftCount stuck = 0;       ///< sequences to states that it could not expand
};

class Counter {
 public:
  Counter(const Game& game, const PerftOptions& options)
      : game_(game),
        options_(options),
        workers_(std::max(options.threads, 1U)),
        level_(workers_.size() == 1 ? 1 : workers_.size() * parts_per_thread) {
    for (Worker& worker : workers_) worker.scratch = runtime::make_scratch(game, options.stop);
    const StateView initial = game.initial();
    State state(initial.begin(), initial.end());
    const std::size_t part = part_of(state);
    level_[part].emplace(std::move(state), 1);
  }

  PerftResult run(std::uint32_t depth) {
    try {
      while (!is_done(depth) && add_level()) {
        if (options_.finished) options_.finished(result_.levels.back());
      }
    } catch (const LimitReached& limit) {
      result_.limit = limit.what();
    } catch (const Stopped&) {
      stopped_ = true;  // stopped within a question
    }
    result_.complete = is_done(depth);
    result_.stopped = stopped_;
    result_.transitions = transitions();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_done(std::uint32_t depth) const {
    const auto& levels = result_.levels;
    return levels.size() == depth ||
           (options_.until_over && !levels.empty() && levels.back().sequences == 0);
  }

  bool add_level() {
    const auto depth = static_cast<std::uint32_t>(result_.levels.size() + 1);
    if (!expand(depth)) return false;
    result_.levels.push_back(merge());
    result_.levels.back().depth = depth;
    return true;
  }

  [[nodiscard]] std::size_t part_of(const State& state) const {
    // The maps use the lower bits.
    return level_.size() == 1 ? 0 : (state_hash(state) >> 40U) % level_.size();
  }

  [[nodiscard]] std::uint64_t transitions() const {
    const std::uint64_t claimed = claimed_.load();
    return options_.budget == 0 ? claimed : std::min(claimed, options_.budget);
  }

  [[nodiscard]] bool must_stop() {
    if (options_.stop == nullptr || !options_.stop->load(std::memory_order_relaxed)) return false;
    stopped_ = true;
    return true;
  }

  /// Claims at most this many transitions from the budget; counts them as done.
  std::uint64_t claim(std::uint64_t wanted) {
    const std::uint64_t before = claimed_.fetch_add(wanted, std::memory_order_relaxed);
    if (options_.budget == 0 || before + wanted <= options_.budget) return wanted;
    over_ = true;
    return before >= options_.budget ? 0 : options_.budget - before;
  }

  /// Lets every worker process parts of a level, each taking the next free one; the first worker is
  /// this thread. Rethrows what one of them throws, after all have ended.
  template <typename Work>
  void share(const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&](std::size_t number) {
      const StopScope scope(options_.stop);
      for (std::size_t part = next++; part < level_.size(); part = next++) {
        work(workers_[number], part);
      }
    };
    on_threads(workers_.size(), run, [&] { next = level_.size(); });
  }

  /// Finds the states of the next level; returns false if that exceeds the budget, or was stopped.
  bool expand(std::uint32_t depth) {
    expanded_ = 0;
    std::uint64_t states = 0;
    for (const States& part : level_) states += part.size();
    for (Worker& worker : workers_) {
      worker.found.assign(level_.size(), {});
      worker.stuck = 0;
    }
    share([&](Worker& worker, std::size_t part) {
      State successor(game_.state_words());
      for (const auto& [state, ways] : level_[part]) {
        if (over_ || must_stop() || !expand(state, ways, successor, worker)) return;
        const std::uint64_t done = ++expanded_;
        if (&worker == &workers_.front() && options_.progress && done % states_per_report == 0) {
          options_.progress({depth, states, done, transitions()});
        }
      }
    });
    return !over_ && !stopped_;
  }

  /// Returns false if not all successors were computed.
  bool expand(const State& state, PerftCount ways, State& successor, Worker& worker) {
    if (game_.terminal(state, *worker.scratch)) return true;
    game_.legal(state, *worker.scratch, worker.legal);
    JointMoves moves(worker.legal);
    const std::uint64_t all = moves.count();
    if (all == 0) worker.stuck = saturating_add(worker.stuck, ways);
    const std::uint64_t some = claim(all);
    for (std::uint64_t i = 0; i < some; ++i, moves.advance()) {
      if (i % moves_per_look == moves_per_look - 1 && must_stop()) {
        claimed_ -= some - i;
        return false;
      }
      game_.next(state, moves.joint(), *worker.scratch, successor);
      PerftCount& count = worker.found[part_of(successor)][successor];
      count = saturating_add(count, ways);
    }
    return some == all;
  }

  /// Merges the workers' states into the level; returns its sums.
  PerftLevel merge() {
    for (Worker& worker : workers_) worker.summary = {};
    share([&](Worker& worker, std::size_t part) {
      States& states = level_[part];
      states = std::move(workers_.front().found[part]);
      for (std::size_t i = 1; i < workers_.size(); ++i) {
        States& more = workers_[i].found[part];
        states.merge(more);
        for (const auto& [state, ways] : more) {
          PerftCount& count = states[state];
          count = saturating_add(count, ways);
        }
        more.clear();
      }
      summarise(states, worker);
    });
    PerftLevel sum;
    for (const Worker& worker : workers_) {
      sum.sequences = saturating_add(sum.sequences, worker.summary.sequences);
      sum.terminal = saturating_add(sum.terminal, worker.summary.terminal);
      sum.distinct += worker.summary.distinct;
      sum.hash_sum += worker.summary.hash_sum;
      sum.stuck_before = saturating_add(sum.stuck_before, worker.stuck);
    }
    return sum;
  }

  void summarise(const States& states, Worker& worker) const {
    PerftLevel& sum = worker.summary;
    sum.distinct += states.size();
    for (const auto& [state, ways] : states) {
      sum.sequences = saturating_add(sum.sequences, ways);
      if (game_.terminal(state, *worker.scratch)) sum.terminal = saturating_add(sum.terminal, ways);
      if (options_.hashes) sum.hash_sum += hash_terms(game_.fluents(state));
    }
  }

  const Game& game_;
  const PerftOptions& options_;
  std::vector<Worker> workers_;
  std::vector<States> level_;  ///< by part
  std::atomic<std::uint64_t> claimed_{0};
  std::atomic<std::uint64_t> expanded_{0};
  std::atomic<bool> over_{false};
  std::atomic<bool> stopped_{false};
  PerftResult result_;
};

}  // namespace

PerftResult perft(const Game& game, std::uint32_t depth, const PerftOptions& options) {
  return Counter(game, options).run(depth);
}

PerftResult perft(const Game& game, std::uint32_t depth, std::uint64_t budget, bool hashes) {
  PerftOptions options;
  options.budget = budget;
  options.hashes = hashes;
  PerftResult result = perft(game, depth, options);
  if (!result.limit.empty()) throw LimitReached(result.limit);
  return result;
}

std::string to_decimal(PerftCount count) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(count % 10));
    count /= 10;
  } while (count != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string count_text(PerftCount count) {
  return (count == perft_most ? ">=" : "") + to_decimal(count);
}

}  // namespace tesuji::runtime

#include "backend/proofs/playouts/attack.h"

#include "backend/proofs/formulas/bit_words.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/on_threads.h"
#include "runtime/host/playouts/playout.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

namespace tesuji::proofs {
namespace {

/// Maximum number of stored violations of one invariant.
constexpr std::size_t most_violations = 1 << 16;

enum class End : std::uint8_t { terminal, stuck, cut, limited, stopped };

struct Found {
  std::size_t invariant = 0;
  Violation violation;
};

/// The result of one playout: violations of instances that its thread had not refuted before.
struct PlayoutReport {
  std::uint64_t states = 0;
  End end = End::stopped;
  std::string limit;
  std::vector<Found> found;
};

/// Merges the playouts' reports in the order of their numbers, in whatever order they arrive.
class Collection {
 public:
  Collection(const Checker& checker, const AttackOptions& options, AttackResult& result)
      : checker_(checker), options_(options), result_(result) {
    result_.invariants.resize(checker.size());
    for (std::size_t i = 0; i < checker.size(); ++i) {
      result_.invariants[i].refuted.resize((checker.instances(i) + 63) / 64);
    }
  }

  /// Returns the next playout to play; nothing if there are enough.
  [[nodiscard]] std::optional<std::uint64_t> next() {
    if (enough_.load(std::memory_order_relaxed)) return std::nullopt;
    return next_.fetch_add(1, std::memory_order_relaxed);
  }
  [[nodiscard]] bool enough() const { return enough_.load(std::memory_order_relaxed); }

  void put(std::uint64_t playout, PlayoutReport report) {
    const std::lock_guard lock(mutex_);
    if (result_.complete) return;
    waiting_.emplace(playout, std::move(report));
    while (!waiting_.empty() && waiting_.begin()->first == expected_ && !result_.complete) {
      add(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++expected_;
      if (result_.states < options_.states) continue;
      result_.complete = true;
      enough_ = true;
    }
  }
  void fail(const std::string& error) {
    const std::lock_guard lock(mutex_);
    if (result_.error.empty()) result_.error = error;
    enough_ = true;
  }
  /// Adds reports that wait for playouts that did not end.
  void finish() {
    if (result_.complete) return;
    for (const auto& [playout, report] : waiting_) add(report);
  }

 private:
  void add(const PlayoutReport& report) {
    result_.states += report.states;
    ++result_.playouts;
    result_.cut += report.end == End::cut ? 1 : 0;
    result_.stuck += report.end == End::stuck ? 1 : 0;
    result_.limited += report.end == End::limited ? 1 : 0;
    if (result_.limit.empty()) result_.limit = report.limit;
    const bool ended =
        report.end == End::terminal || (report.end == End::stuck && options_.nonplayable);
    for (std::size_t i = 0; i < result_.invariants.size(); ++i) {
      AttackedInvariant& invariant = result_.invariants[i];
      if (invariant.refuted_count == checker_.instances(i)) continue;
      const std::uint64_t shorter = ended ? 0 : checker_.degree(i);
      invariant.windows += report.states - std::min(report.states, shorter);
    }
    for (const Found& found : report.found) {
      AttackedInvariant& invariant = result_.invariants[found.invariant];
      const InstanceNumber instance = found.violation.instance;
      std::uint64_t& word = invariant.refuted[instance / 64];
      const std::uint64_t bit = std::uint64_t{1} << (instance % 64);
      if ((word & bit) != 0) continue;
      word |= bit;
      ++invariant.refuted_count;
      if (invariant.violations.size() < most_violations) {
        invariant.violations.push_back(found.violation);
      }
    }
  }

  const Checker& checker_;
  const AttackOptions& options_;
  AttackResult& result_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> enough_{false};
  std::mutex mutex_;
  std::map<std::uint64_t, PlayoutReport> waiting_;
  std::uint64_t expected_ = 0;
};

/// Plays the playouts of one thread.
class Attacker {
 public:
  Attacker(const Checker& checker, const Observer& observer, const AttackOptions& options,
           const Collection& collection)
      : checker_(checker),
        game_(observer.game()),
        options_(options),
        collection_(collection),
        watcher_(observer),
        deadline_(options.seconds),
        timed_(options.seconds, options.stop),
        needs_legal_(observer.needs_legal()),
        next_(game_.state_words()),
        joint_(game_.roles().size()) {
    memory_.stop = options.stop;
    memory_.deadline = &deadline_;
    std::uint32_t longest = 0;
    for (std::size_t i = 0; i < checker.size(); ++i) {
      longest = std::max(longest, checker.degree(i));
      const InstanceNumber instances = checker.instances(i);
      refuted_.emplace_back((instances + 63) / 64);
      open_.push_back(instances);
    }
    for (std::uint32_t i = 0; i <= longest; ++i) ring_.push_back(observer.make_observation());
  }

  /// Returns false if time ran out or it was stopped.
  [[nodiscard]] bool play(std::uint64_t playout, PlayoutReport& report) {
    report_ = &report;
    playout_ = playout;
    try {
      const runtime::StopScope scope(timed_.flag());
      run();
    } catch (const runtime::Stopped&) {
      report.end = End::stopped;
    } catch (const runtime::LimitReached& limit) {
      report.end = End::limited;
      report.limit = limit.what();
    }
    return report.end != End::stopped;
  }

 private:
  void run() {
    runtime::Rng rng(options_.seed, playout_);
    state_.assign(game_.initial().begin(), game_.initial().end());
    window_.clear();
    for (std::uint64_t step = 0;; ++step) {
      if (stopped()) return;
      Observation& seen = ring_[step % ring_.size()];
      watcher_.look(state_, seen);
      ++report_->states;
      if (window_.size() == ring_.size()) window_.erase(window_.begin());
      window_.push_back(&seen);
      check_full(step);
      const runtime::Drawn drawn = draw(seen, rng);
      if (drawn == runtime::Drawn::terminal ||
          (drawn == runtime::Drawn::stuck && options_.nonplayable)) {
        check_ends(step);
      }
      if (memory_.gave_up()) return;
      if (drawn != runtime::Drawn::joint || step == options_.step_limit) {
        report_->end = drawn == runtime::Drawn::terminal ? End::terminal
                       : drawn == runtime::Drawn::stuck  ? End::stuck
                                                         : End::cut;
        return;
      }
      game_.next(state_, joint_, watcher_.scratch(), next_);
      state_.swap(next_);
    }
  }

  runtime::Drawn draw(const Observation& seen, runtime::Rng& rng) {
    if (seen.terminal) return runtime::Drawn::terminal;
    if (!needs_legal_) return game_.draw(state_, watcher_.scratch(), rng, joint_);
    return runtime::choose_at_random(watcher_.legal(), rng, joint_) ? runtime::Drawn::joint
                                                                    : runtime::Drawn::stuck;
  }

  bool stopped() {
    return collection_.enough() || deadline_.is_over() ||
           (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));
  }

  /// Checks the sequences that the state at `step` completes.
  void check_full(std::uint64_t step) {
    for (std::size_t i = 0; i < checker_.size() && !memory_.gave_up(); ++i) {
      const std::size_t length = checker_.degree(i) + 1;
      if (window_.size() >= length) {
        check(i, Window(window_).last(length), step - checker_.degree(i));
      }
    }
  }

  /// Checks the shorter sequences that end in the state at `step`.
  void check_ends(std::uint64_t step) {
    for (std::size_t i = 0; i < checker_.size() && !memory_.gave_up(); ++i) {
      const std::size_t longest = std::min<std::size_t>(checker_.degree(i), window_.size());
      for (std::size_t length = longest; length > 0; --length) {
        check(i, Window(window_).last(length), step + 1 - length);
      }
    }
  }

  void check(std::size_t i, Window window, std::uint64_t step) {
    if (open_[i] == 0) return;
    const std::span<const std::uint64_t> failing = checker_.failing(i, window, memory_);
    if (memory_.gave_up()) return;
    Words& refuted = refuted_[i];
    for (std::size_t word = 0; word < failing.size(); ++word) {
      for (std::uint64_t rest = failing[word] & ~refuted[word]; rest != 0; rest &= rest - 1) {
        const auto instance = word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
        report_->found.push_back({i, {instance, playout_, step}});
        --open_[i];
      }
      refuted[word] |= failing[word];
    }
  }

  const Checker& checker_;
  const runtime::Game& game_;
  const AttackOptions& options_;
  const Collection& collection_;
  Watcher watcher_;
  runtime::Deadline deadline_;
  runtime::TimedStop timed_;
  Checker::Memory memory_;
  bool needs_legal_;
  std::vector<Observation> ring_;
  std::vector<const Observation*> window_;  ///< the last states, at most as many as the ring holds
  runtime::State state_;
  runtime::State next_;
  std::vector<runtime::Move> joint_;
  std::vector<Words> refuted_;        ///< by this thread
  std::vector<InstanceNumber> open_;  ///< by invariant: number of instances not refuted yet
  PlayoutReport* report_ = nullptr;
  std::uint64_t playout_ = 0;
};

}  // namespace

AttackResult attack(const Checker& checker, const Observer& observer,
                    const AttackOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  AttackResult result;
  Collection collection(checker, options, result);
  const auto work = [&](std::size_t) {
    try {
      Attacker attacker(checker, observer, options, collection);
      while (const std::optional<std::uint64_t> playout = collection.next()) {
        PlayoutReport report;
        const bool ended = attacker.play(*playout, report);
        collection.put(*playout, std::move(report));
        if (!ended) return;
      }
    } catch (const ObservationError& error) {
      collection.fail(error.what());
    }
  };
  runtime::on_threads(options.threads, work, [&] { collection.fail(""); });
  collection.finish();
  for (std::size_t i = 0; i < checker.size(); ++i) {
    AttackedInvariant& invariant = result.invariants[i];
    if (invariant.violations.empty()) continue;
    invariant.play =
        play_of(observer.game(), checker.invariant(i), invariant.violations[0], options.seed);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

Play play_of(const runtime::Game& game, const ir::Invariant& invariant, const Violation& violation,
             std::uint64_t seed) {
  Play play;
  play.violated = static_cast<std::size_t>(violation.step);
  play.instance = ir::instance_symbols(invariant, violation.instance);
  const auto scratch = game.make_scratch();
  runtime::Rng rng(seed, violation.playout);
  runtime::State state(game.initial().begin(), game.initial().end());
  runtime::State next(game.state_words());
  std::vector<runtime::Move> joint(game.roles().size());
  const std::uint64_t last = violation.step + ir::degree(invariant.formula);
  for (std::uint64_t step = 0;; ++step) {
    play.steps.push_back({game.fluents(state), {}});
    if (step == last || game.draw(state, *scratch, rng, joint) != runtime::Drawn::joint) break;
    for (const runtime::Move move : joint) {
      play.steps.back().joint.push_back(game.move_name(move));
    }
    game.next(state, joint, *scratch, next);
    state.swap(next);
  }
  return play;
}

}  // namespace tesuji::proofs

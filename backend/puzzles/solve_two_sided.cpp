// Solves a puzzle by search from both ends (runtime/host/puzzles/two_sided_search.h).
//
// The goal states are those that satisfy the goal's formula and the facts about all states, if they
// are few; and the solver must prove that some move undoes each move. If the goal reads the number
// of moves (a clock that the moves of positions do not read), each number at which the goal can be
// reached is a separate search, smallest first. If a clock only ends the game, one search covers
// all plays that end before; plays that the clock ends are searched for only if some
// goals occur only at its end.
#include "backend/puzzles/puzzle_methods.h"

#include "backend/proofs/sat/fluent_facts.h"
#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/goal_states.h"
#include "backend/proofs/sat/reversible_moves.h"
#include "ir/nets/net_term.h"
#include "passes/nets/make_operators.h"
#include "runtime/host/game/game.h"
#include "runtime/host/memory/word_bits.h"
#include "runtime/host/puzzles/two_sided_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace tesuji::driver {

namespace {

using runtime::SearchEnd;
using sat::NetState;

/// Maximum number of known goal states of a search.
constexpr std::size_t most_goal_states = 1'000;
/// Maximum number of move counts that a goal may read.
constexpr std::size_t most_times = 10'000;
/// Fraction of the remaining time, for each of the proofs and for the states of each goal.
constexpr double proof_part = 0.25;
constexpr double most_proof_seconds = 60;

class TwoSidedSolver {
 public:
  TwoSidedSolver(const PuzzleTask& task, std::uint64_t memory_bytes)
      : task_(task),
        net_(*task.ground->net),
        memory_bytes_(memory_bytes),
        unread_(net_.fluents.size(), false),
        clock_(net_.fluents.size(), false) {
    report_.method = PuzzleMethod::two_sided;
  }

  MethodReport run() {
    const auto begin = std::chrono::steady_clock::now();
    try {
      if (const auto goal = runtime::replay_line(task_.game, {}, task_.role)) {
        task_.bounded(*goal);  // the game is over before any move
        if (*goal >= 0) task_.found({{}, *goal}, true);
      } else if (prepare()) {
        look_at_goals(task_, report_, [&](int value, const std::vector<std::uint32_t>& positions) {
          solve_goal(value, positions);
        });
      }
    } catch (const sat::LimitReached&) {
      report_.why_not = "no time to compute the predecessors of a state";
      report_.end = SearchEnd::stopped;
    } catch (const runtime::Stopped&) {
      report_.end = SearchEnd::stopped;
    }
    report_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(report_);
  }

 private:
  // Preparations that all goals share.

  bool prepare() {
    auto places = runtime::bits_of(task_.game, make_net_tables(*task_.ground).fluents);
    if (!places) return fail("states do not store the net's fluents as bits");
    places_ = std::move(*places);
    return find_clock() && prove_moves();
  }

  bool fail(std::string why_not) {
    report_.why_not = std::move(why_not);
    report_.end = SearchEnd::stopped;
    return false;
  }

  bool find_clock() {
    for (const std::uint32_t fluent : task_.positions.unread) unread_[fluent] = true;
    passes::FluentList clock = task_.positions.clock;
    if (clock.empty()) {
      auto read = passes::goal_clock(net_);
      if (!read) return fail("which moves are legal depends on the number of moves");
      clock = std::move(*read);
      reads_time_ = !clock.empty();
    }
    for (const std::uint32_t fluent : clock) clock_[fluent] = true;
    times_ = sat::clock_times(net_, clock_, most_times);
    // Moves are proved reversible at the first times, before the clock ends the game.
    return task_.positions.end.value_or(ir::no_id) > 1 || fail("a clock ends every play at once");
  }

  bool prove_moves() {
    task_.tell("two-sided: whether moves are undone by moves");
    const auto roles = task_.game.roles().size();
    const auto limits = limits_before(task_, proof_part, most_proof_seconds);
    facts_ = sat::prove_facts(net_, roles, sat::candidate_facts(net_, roles, true), limits).facts;
    const bool has_all_facts = !limits.reached();
    // For positions at any time: drops facts about the clock.
    std::erase_if(facts_, [&](const ir::FluentFact& fact) {
      return std::ranges::any_of(fact.fluents, [&](std::uint32_t i) { return clock_[i]; });
    });
    sat::ReversibleOptions options{task_.role, unread_, clock_,
                                   limits_before(task_, proof_part, most_proof_seconds)};
    const sat::ReversibleMoves found = sat::prove_reversible(
        net_, roles, facts_,
        [&](const ir::FluentFacts& facts) {
          return passes::make_operators(net_, task_.role, facts);
        },
        options);
    if (found.is_proved) return true;
    if (!found.not_undone) return fail("the net is too large to compute the effects of each move");
    if (!has_all_facts) return fail("no time to prove the set of states");
    const std::string move = ir::term_of(*task_.ground->module, net_.moves[*found.not_undone].atom);
    return fail(fmt::format(
        "no move undoes `{}` in some state, so the predecessors of a state are unknown", move));
  }

  // One goal.

  void solve_goal(int value, const std::vector<std::uint32_t>& positions) {
    task_.tell(fmt::format("two-sided: states with goal {}", value));
    sat::GoalStates goals(net_, task_.game.roles().size(), facts_, unread_, clock_, positions,
                          limits_before(task_, proof_part, most_proof_seconds));
    if (reads_time_) {
      solve_at_times(value, goals);
    } else {
      solve_with_clock(value, goals);
    }
  }

  /// Solves a goal that reads the number of moves.
  void solve_at_times(int value, sat::GoalStates& goals) {
    for (std::size_t time = 1; time < times_.size(); ++time) {
      if (task_.wanted.horizon > 0 && time > task_.wanted.horizon) return;
      goals.set_limits(limits_before(task_, proof_part, most_proof_seconds));
      if (!search_at(value, time, goals.find(times_[time], most_goal_states))) return;
      goals.set_limits(limits_before(task_, proof_part, most_proof_seconds));
      if (goals.ends_all(times_[time])) return;
    }
    fail("goals depend on the number of moves, which is unbounded");
  }

  void solve_with_clock(int value, sat::GoalStates& goals) {
    const std::uint32_t end = task_.positions.end.value_or(0);
    const auto ends = goals.find(times_.front(), most_goal_states);
    runtime::TwoSidedOptions options;
    options.times = {clock_bits(times_.front())};
    const bool is_ended_by_clock =
        end > 0 && (task_.wanted.horizon == 0 || end <= task_.wanted.horizon);
    options.most_moves = is_ended_by_clock ? end - 1 : task_.wanted.horizon;
    const std::optional<runtime::TwoSidedResult> found = search(value, ends, std::move(options));
    if (!found || report_.end != SearchEnd::complete || !is_ended_by_clock) return;
    if (end >= times_.size()) {
      fail("the step counter that ends the game is too long");
      return;
    }
    goals.set_limits(limits_before(task_, proof_part, most_proof_seconds));
    // A position that has the goal without the clock is too far away, or unreachable.
    auto others = found->is_exhausted ? goals.find(times_[end], most_goal_states, times_.front())
                                      : goals.find(times_[end], most_goal_states);
    static_cast<void>(search_at(value, end, others));
  }

  /// Searches for a line with `time` moves; returns true if none exists, false if it found one or
  /// failed.
  bool search_at(int value, std::size_t time, const std::optional<std::vector<NetState>>& ends) {
    if (ends && ends->empty()) return true;
    runtime::TwoSidedOptions options;
    for (std::size_t i = 0; i <= time; ++i) options.times.push_back(clock_bits(times_[i]));
    options.most_moves = static_cast<std::uint32_t>(time);
    exact_ = true;
    const auto found = search(value, ends, std::move(options));
    exact_ = false;
    return found && report_.end == SearchEnd::complete;
  }

  /// Returns nothing if the goal's states are unknown.
  std::optional<runtime::TwoSidedResult> search(int value,
                                                const std::optional<std::vector<NetState>>& ends,
                                                runtime::TwoSidedOptions options) {
    if (!ends) {
      fail(fmt::format("more than {} states may have goal {}", most_goal_states, value));
      return std::nullopt;
    }
    options.ignored.assign(task_.game.state_words(), ~std::uint64_t{0});
    options.clock.assign(task_.game.state_words(), 0);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const std::uint64_t bit = places_[i];
      if (bit >= runtime::always_holds) continue;
      if (clock_[i]) runtime::set_bit(options.clock, bit);
      if (!unread_[i] && (!clock_[i] || exact_)) {
        runtime::clear_bit(options.ignored, bit);
      }
    }
    for (const NetState& end : *ends) {
      if (auto state = state_of(end, options)) options.goals.push_back(std::move(*state));
    }
    report_.goal_states += options.goals.size();
    options.symmetries = task_.symmetries();
    options.memory_bytes = memory_bytes_;
    options.stop = task_.stop;
    task_.tell(fmt::format("two-sided: goal {}, {} states", value, options.goals.size()));
    runtime::TwoSidedResult found = runtime::search_two_sided(task_.game, options);
    report_.states += found.forward_states + found.backward_states;
    report_.backward_states += found.backward_states;
    report_.end = found.end;
    report_.horizon = exact_ ? options.most_moves : found.least_moves;
    if (found.moves) {
      runtime::PuzzleLine line{*found.moves, value};
      if (runtime::replay_line(task_.game, line, task_.role) == value) {
        report_.goal = value;
        task_.found(std::move(line), true);
      } else {
        found.is_broken = true;
      }
    }
    // The game differs from the net in unreachable states.
    if (found.is_broken) fail("the two sides met where the game makes no play");
    return found;
  }

  [[nodiscard]] runtime::State clock_bits(const NetState& time) const {
    runtime::State bits(task_.game.state_words(), 0);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (clock_[i] && time[i] && places_[i] < runtime::always_holds) {
        runtime::set_bit(bits, places_[i]);
      }
    }
    return bits;
  }

  /// Returns nothing if the game cannot represent this state, which is then unreachable.
  [[nodiscard]] std::optional<runtime::State> state_of(
      const NetState& state, const runtime::TwoSidedOptions& options) const {
    runtime::State made(task_.game.initial().begin(), task_.game.initial().end());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (unread_[i] || clock_[i]) continue;
      const std::uint64_t bit = places_[i];
      if (bit == runtime::never_holds && state[i]) return std::nullopt;
      if (bit == runtime::always_holds && !state[i]) return std::nullopt;
      if (bit >= runtime::always_holds) continue;
      runtime::clear_bit(made, bit);
      if (state[i]) runtime::set_bit(made, bit);
    }
    for (std::size_t k = 0; k < made.size(); ++k) {
      made[k] = (made[k] & ~options.clock[k]) | options.times.back()[k];
    }
    return made;
  }

  const PuzzleTask& task_;
  const ir::Net& net_;
  std::uint64_t memory_bytes_;
  std::vector<std::uint64_t> places_;  ///< bits of the game's states, by fluent
  std::vector<bool> unread_;           ///< by fluent
  std::vector<bool> clock_;            ///< by fluent
  bool reads_time_ = false;            ///< whether goals read the clock
  std::vector<NetState> times_;        ///< of the clock
  ir::FluentFacts facts_;
  bool exact_ = false;  ///< the number of moves of the line is fixed
  MethodReport report_;
};

}  // namespace

MethodReport solve_two_sided(const PuzzleTask& task, std::uint64_t memory_bytes) {
  return TwoSidedSolver(task, memory_bytes).run();
}

}  // namespace tesuji::driver

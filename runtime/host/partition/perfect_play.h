// Answers questions about states once all values are known: a state's value, the best move, how
// play ends. Internal to this folder.
//
// All ranks expand the same states, and each contributes the successors' values that it has.
#pragma once

#include "runtime/host/game/stop.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/partition/expander.h"
#include "runtime/host/partition/level.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/value_code.h"
#include "runtime/host/search/survey.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::runtime::partition {

/// The constructor's arguments must outlive it. All functions are collective, and throw what the
/// game throws, RankLost, Stopped.
template <typename Key>
class PerfectPlay {
 public:
  PerfectPlay(const std::vector<Level<Key>>& levels, const ValueCode& values, const StateCode& code,
              Expander& expander, Ranks& ranks, const std::atomic<bool>* stop)
      : levels_(levels),
        values_(values),
        code_(code),
        expander_(expander),
        ranks_(ranks),
        stop_(stop) {}

  /// Returns best play from the state on, until no role can move or a state repeats.
  std::vector<PlayedMove> from(StateView initial) {
    std::vector<PlayedMove> play;
    std::vector<State> state(1, State(initial.begin(), initial.end()));
    std::set<State> seen;
    while (seen.insert(state.front()).second) {
      Step step = std::move(steps(state).front());
      if (!step.best) break;
      play.push_back(*step.best);
      state.front() = std::move(step.next);
    }
    return play;
  }

  /// Returns one answer for each state. `may_be_stuck`: play may end in states that are not
  /// terminal.
  std::vector<StateAnswer> answers(std::span<const State> states, bool may_be_stuck) {
    std::vector<StateAnswer> all;
    while (!states.empty()) {
      const auto some = states.first(std::min(states.size(), most_at_once));
      states = states.subspan(some.size());
      add_answers(some, may_be_stuck, all);
    }
    return all;
  }

 private:
  static constexpr std::size_t most_at_once = 4096;

  using Values = std::vector<std::optional<GameValue>>;

  struct Step {
    std::optional<GameValue> value;  ///< nothing: the state was not met
    std::optional<PlayedMove> best;
    State next;             ///< after the move
    bool terminal = false;  ///< if there is no move
  };

  /// The places of a state's successors among the numbers that are looked up.
  struct Expanded {
    std::size_t state = 0;
    Position position;
    std::size_t first = 0;
    std::vector<Move> moves;
  };

  std::vector<Step> steps(std::span<const State> states) {
    std::vector<Key> keys;
    for (const State& state : states) keys.push_back(code_.number<Key>(state));
    const Values values = look_up(keys);
    std::vector<Step> steps(states.size());
    std::vector<Expanded> expanded;
    keys.clear();
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (!values[i] || !is_reached(states[i])) continue;
      steps[i].value = values[i];
      Expanded one{i, {}, keys.size(), {}};
      one.position = expander_.expand(states[i], keys);
      steps[i].terminal = one.position.terminal;
      if (one.position.mover == no_role) continue;
      const auto moves = expander_.moves(one.position);
      one.moves.assign(moves.begin(), moves.end());
      expanded.push_back(std::move(one));
    }
    const Values successors = look_up(keys);
    for (const Expanded& one : expanded) {
      Step& step = steps[one.state];
      for (std::size_t n = 0; n < one.moves.size() && !step.best; ++n) {
        if (!keeps(*step.value, successors[one.first + n])) continue;
        step.best = PlayedMove{one.position.mover, one.moves[n]};
        const StateView next = expander_.play(states[one.state], one.position, one.moves[n]);
        step.next.assign(next.begin(), next.end());
      }
    }
    return steps;
  }

  /// Checks a state whose number was found. A state that violates what was proved of reachable
  /// states may have the number of another state that is reachable.
  bool is_reached(const State& state) const {
    const Key own = code_.own_number<Key>(state);
    State other(state.size());
    code_.state(own, other);
    if (other != state) return false;
    if (code_.symmetries() == 1) return true;
    code_.state(code_.number<Key>(state), other);
    std::vector<Key> orbit;
    code_.orbit(other, orbit);
    return std::ranges::binary_search(orbit, own);
  }

  /// Whether a move to a successor is the best one: the mover's value comes from it.
  static bool keeps(const GameValue& own, const std::optional<GameValue>& successor) {
    if (!successor || own.margin != successor->margin || own.endless != successor->endless) {
      return false;
    }
    return own.endless || own.plies == successor->plies + 1;
  }

  /// Throws Stopped, on all ranks, if some rank has been stopped.
  Values look_up(std::span<const Key> keys) {
    std::vector<std::uint64_t> codes(keys.size());  // the value plus 1; 0 on ranks that do not have
                                                    // it
    std::vector<Key> own;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (owner_of(keys[i], ranks_.count()) != ranks_.rank()) continue;
      own.push_back(keys[i]);
      places.push_back(i);
    }
    finder_.find(levels_, own, [&](std::size_t i, std::uint64_t value) {
      codes[places[i]] = value + std::uint64_t{1};
    });
    codes.push_back(stop_ != nullptr && stop_->load(std::memory_order_relaxed) ? 1 : 0);
    ranks_.add_up(codes);
    if (codes.back() > 0) throw Stopped();
    Values values(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (codes[i] > 0) values[i] = values_.value(static_cast<std::uint16_t>(codes[i] - 1));
    }
    return values;
  }

  void add_answers(std::span<const State> states, bool may_be_stuck,
                   std::vector<StateAnswer>& all) {
    const std::size_t first = all.size();
    std::vector<State> now(states.begin(), states.end());
    std::vector<std::size_t> places;  // of the answers whose play continues
    for (std::size_t i = 0; i < states.size(); ++i) places.push_back(first + i);
    all.resize(first + states.size());
    for (bool begins = true; !now.empty(); begins = false) {
      std::vector<State> later;
      std::vector<std::size_t> later_places;
      std::vector<Step> taken = steps(now);
      for (std::size_t i = 0; i < taken.size(); ++i) {
        Step& step = taken[i];
        StateAnswer& answer = all[places[i]];
        if (begins) {
          answer.value = step.value;
          answer.best = step.best;
        }
        if (answer.value && answer.value->endless) {
          answer.end = PlayEnd::endless;
        } else if (answer.value && !step.best) {
          answer.end = step.terminal ? PlayEnd::terminal : PlayEnd::stuck;
        } else if (answer.value && may_be_stuck) {
          later.push_back(std::move(step.next));
          later_places.push_back(places[i]);
        }
      }
      now = std::move(later);
      places = std::move(later_places);
    }
  }

  const std::vector<Level<Key>>& levels_;
  ValueFinder<Key> finder_;
  const ValueCode& values_;
  const StateCode& code_;
  Expander& expander_;
  Ranks& ranks_;
  const std::atomic<bool>* stop_;  ///< may be null
};

}  // namespace tesuji::runtime::partition

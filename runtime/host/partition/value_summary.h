// Counts values of the states that a rank stores, and adds up the counts of all ranks. Internal to
// this folder.
#pragma once

#include "runtime/host/game/turns.h"
#include "runtime/host/partition/level.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/state_code.h"
#include "runtime/host/partition/value_code.h"
#include "runtime/host/search/survey.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::runtime::partition {

/// Returns every rank's number, on all ranks. Collective.
[[nodiscard]] inline std::vector<std::uint64_t> of_all(Ranks& ranks, std::uint64_t number) {
  std::vector<std::uint64_t> numbers(ranks.count());
  numbers[ranks.rank()] = number;
  ranks.add_up(numbers);
  return numbers;
}

[[nodiscard]] inline std::uint64_t most_of(Ranks& ranks, std::uint64_t number) {
  return std::ranges::max(of_all(ranks, number));
}

/// Options of what to count.
struct SummaryOptions {
  bool digest = false;  ///< compute PartitionedSolution::digest
  bool faults = false;  ///< some terminal states have goal faults: report them
};

template <typename Key>
class ValueSummary {
 public:
  /// The arguments must outlive it.
  ValueSummary(const Game& game, const Turns& turns, const StateCode& code, const ValueCode& values,
               const SummaryOptions& options)
      : game_(game),
        turns_(turns),
        code_(code),
        values_(values),
        options_(options),
        scratch_(game.make_scratch()),
        state_(game.state_words()),
        checker_(game) {}

  /// Adds the states of a level that a rank stores.
  void add(const Level<Key>& level) {
    const std::uint64_t before = states_;
    typename KeyRun<Key>::Reader reader(level.keys);
    for (Key key = 0; reader.next(key);) add(key, level.values[reader.position() - 1]);
    levels_.push_back(states_ - before);
  }

  /// Fills in the counts of all ranks together. Collective.
  void add_up(Ranks& ranks, PartitionedSolution& solution) {
    Survey& survey = solution.survey;
    std::array<std::uint64_t, 4> totals{wins_[0], wins_[1], drawn_, digest_};
    ranks.add_up(totals);
    solution.first_wins = totals[0];
    solution.second_wins = totals[1];
    solution.drawn = totals[2];
    solution.digest = totals[3];
    ranks.add_up(levels_);
    solution.levels = levels_;
    for (const std::uint64_t states : levels_) survey.states += states;
    solution.longest = static_cast<std::uint32_t>(most_of(ranks, longest_));
    for (Role role = 0; role < 2; ++role) {
      SurveyOfMover& all = survey.movers[role];
      SurveyOfMover& own = movers_[role];
      std::array<std::uint64_t, 5> counts{own.states, own.won, own.drawn, own.lost, own.endless};
      ranks.add_up(counts);
      std::tie(all.states, all.won, all.drawn, all.lost, all.endless) = std::tuple_cat(counts);
      survey.endless += all.endless;
      own.won_in.resize(most_of(ranks, own.won_in.size()));
      ranks.add_up(own.won_in);
      all.won_in = own.won_in;
    }
    if (options_.faults) survey.faults = faults(ranks);
  }

 private:
  static constexpr std::array fault_kinds{PlayFault::goal_missing, PlayFault::goal_several,
                                          PlayFault::goal_value};
  static constexpr Key no_number = ~Key{0};

  /// Terminal states in which a role has the fault.
  struct Faulty {
    std::uint64_t count = 0;
    Key least = no_number;  ///< the least number of such a state
  };

  void add(Key key, std::uint16_t code) {
    const GameValue value = values_.value(code);
    longest_ = std::max(longest_, value.plies);
    code_.state(key, state_);
    const std::uint64_t count = code_.symmetries() > 1 ? code_.orbit_size(state_) : 1;
    states_ += count;
    if (!value.endless) {
      (value.margin > 0 ? wins_[0] : value.margin < 0 ? wins_[1] : drawn_) += count;
    }
    if (value.endless || value.plies > 0) {
      add_to_mover(value, count);
    } else if (options_.faults) {
      add_faults(key, count);
    }
    if (options_.digest) add_to_digest(value);
  }

  void add_to_mover(const GameValue& value, std::uint64_t count) {
    const Role role = mover();
    SurveyOfMover& of = movers_[role];
    const std::int32_t margin = value.margin_for(role);
    of.states += count;
    (value.endless ? of.endless : margin > 0 ? of.won : margin < 0 ? of.lost : of.drawn) += count;
    if (value.endless || margin <= 0) return;
    const std::size_t own = own_moves(value);
    if (of.won_in.size() <= own) of.won_in.resize(own + 1);
    of.won_in[own] += count;
  }

  /// Returns the mover of the current state, which must have one.
  Role mover() {
    if (const auto role = turns_.in_control(state_)) return *role;
    game_.legal(state_, *scratch_, legal_);
    return turns_.turn(state_, legal_).mover;
  }

  void add_faults(Key key, std::uint64_t count) {
    if (!game_.terminal(state_, *scratch_)) return;
    for (const RoleFault& fault : checker_.check(state_)) {
      const auto kind = std::ranges::find(fault_kinds, fault.fault) - fault_kinds.begin();
      Faulty& of = faulty_[fault.role][static_cast<std::size_t>(kind)];
      of.count += count;
      of.least = std::min(of.least, key);
    }
  }

  void add_to_digest(const GameValue& value) {
    if (code_.symmetries() == 1) {
      digest_ += digest_of(state_, value);
      return;
    }
    code_.orbit(state_, orbit_);
    for (const Key& number : orbit_) {
      code_.state(number, state_);
      digest_ += digest_of(state_, value);
    }
  }

  std::vector<GoalFault> faults(Ranks& ranks) {
    std::vector<GoalFault> found;
    for (Role role = 0; role < 2; ++role) {
      for (std::size_t kind = 0; kind < fault_kinds.size(); ++kind) {
        Faulty of = faulty_[role][kind];
        ranks.add_up({&of.count, 1});
        std::vector<std::uint64_t> words(ranks.count() * key_words<Key>);
        put_words(of.least, words.data() + ranks.rank() * key_words<Key>);
        ranks.add_up(words);
        if (of.count == 0) continue;
        for (std::size_t at = 0; at < words.size(); at += key_words<Key>) {
          of.least = std::min(of.least, get_key<Key>(words.data() + at));
        }
        code_.state(of.least, state_);
        found.push_back(checker_.example({fault_kinds[kind], role}, state_));
        found.back().count = of.count;
      }
    }
    return found;
  }

  const Game& game_;
  const Turns& turns_;
  const StateCode& code_;
  const ValueCode& values_;
  SummaryOptions options_;
  std::unique_ptr<Scratch> scratch_;
  State state_;
  std::vector<std::vector<Move>> legal_;
  std::vector<Key> orbit_;
  GoalChecker checker_;
  std::uint64_t states_ = 0;
  std::array<std::uint64_t, 2> wins_{};  ///< by role
  std::uint64_t drawn_ = 0;
  std::uint64_t digest_ = 0;
  std::uint32_t longest_ = 0;
  std::vector<std::uint64_t> levels_;  ///< states of each
  std::array<SurveyOfMover, 2> movers_;
  std::array<std::array<Faulty, fault_kinds.size()>, 2> faulty_;
};

}  // namespace tesuji::runtime::partition

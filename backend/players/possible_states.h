// Tracks the states that a game of incomplete information (GDL-II) may be in, given a role's own
// moves and percepts.
#pragma once

#include "runtime/host/game/game.h"

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::driver {

struct PossibleStatesOptions {
  std::size_t most_states = 256;   ///< maximum number of states to keep
  std::size_t most_joint = 4'096;  ///< joint moves tried in a turn
  std::uint64_t seed = 1;
};

/// A sample of the possible states, all of them while they are few, each with its probability if
/// all other roles choose legal moves uniformly. For one thread.
class PossibleStates {
 public:
  /// `game` must be in its initial state.
  PossibleStates(std::shared_ptr<const runtime::Game> game, runtime::Role role,
                 const PossibleStatesOptions& options);

  /// Sets the known state, after all moves were announced.
  void set(runtime::StateView state);

  /// Updates the states after the role made the move `own` and saw these percepts, sorted bytewise.
  /// Visits states until `until`. If no kept state explains them, replays the match from the last
  /// known state with other moves of the other roles, as long as there is time. If that fails too,
  /// returns false and keeps states that `own` leads to regardless of percepts, if there are any.
  bool advance(runtime::Move own, std::span<const std::string> percepts,
               std::chrono::steady_clock::time_point until);

  /// Returns the role's moves that are legal in most of the states, ascending: by GDL-II a role
  /// knows its legal moves, so these are legal in all possible states unless the true one has been
  /// lost.
  [[nodiscard]] std::vector<runtime::Move> legal();

  /// At least one state.
  [[nodiscard]] std::span<const runtime::State> states() const { return states_; }
  /// The probability of each state; their sum is 1.
  [[nodiscard]] std::span<const double> weights() const { return weights_; }

 private:
  /// What the role observed in a turn.
  struct Turn {
    runtime::Move own = 0;
    std::vector<std::string> percepts;
  };
  using Weighted = std::map<runtime::State, double>;

  [[nodiscard]] Weighted successors(runtime::Move own, const std::vector<std::string>* percepts,
                                    std::chrono::steady_clock::time_point until);
  void keep(const Weighted& found);
  bool replay(std::chrono::steady_clock::time_point until);

  std::shared_ptr<const runtime::Game> game_;
  runtime::Role role_;
  PossibleStatesOptions options_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::Rng random_;
  std::vector<runtime::State> states_;
  std::vector<double> weights_;  ///< by state
  runtime::State known_;         ///< the last known state
  std::vector<Turn> turns_;      ///< since the known state
};

}  // namespace tesuji::driver

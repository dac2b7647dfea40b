// The states that a game of incomplete information (GDL-II) may be in, as far as a role's own moves
// and percepts tell.
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
  std::size_t most_states = 256;   ///< that are kept
  std::size_t most_joint = 4'096;  ///< joint moves that are tried in a turn
  std::uint64_t seed = 1;
};

/// Some of the possible states, all of them while they are few, each with how likely it is where
/// all others choose any legal move with equal probability. For one thread.
class PossibleStates {
 public:
  /// `game` is in its initial state.
  PossibleStates(std::shared_ptr<const runtime::Game> game, runtime::Role role,
                 const PossibleStatesOptions& options);

  /// The state is known: somebody has told everybody's moves.
  void set(runtime::StateView state);

  /// The role made the move `own` and then had these percepts, sorted bytewise. Looks at
  /// states until `until`. Where no state that is kept explains it, the match is
  /// replayed from the last known state with other moves of the others, as long as there is time.
  /// False where that finds none either: then those that `own` leads to, whatever is perceived, are
  /// kept, if there are any.
  bool advance(runtime::Move own, std::span<const std::string> percepts,
               std::chrono::steady_clock::time_point until);

  /// The role's moves that are legal in most of the states, ascending: by GDL-II a role knows its
  /// legal moves, so that these are legal in all possible states unless the true one has been lost.
  [[nodiscard]] std::vector<runtime::Move> legal();

  /// At least one.
  [[nodiscard]] std::span<const runtime::State> states() const { return states_; }
  /// How likely each of them is; their sum is 1.
  [[nodiscard]] std::span<const double> weights() const { return weights_; }

 private:
  /// What the role knows of a turn.
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
  runtime::State known_;         ///< the last state that was known
  std::vector<Turn> turns_;      ///< since then
};

}  // namespace tesuji::driver

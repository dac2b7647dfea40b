// The states that a game of incomplete information (GDL-II) may be in, as far as a role's own moves
// and percepts tell.
#pragma once

#include "runtime/host/game/game.h"

#include <chrono>
#include <cstddef>
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

/// Some of the possible states, all of them while they are few. For one thread.
class PossibleStates {
 public:
  /// `game` is in its initial state.
  PossibleStates(std::shared_ptr<const runtime::Game> game, runtime::Role role,
                 const PossibleStatesOptions& options);

  /// The state is known: somebody has told everybody's moves.
  void set(runtime::StateView state);

  /// The role made the move `own` and then had these percepts, sorted bytewise. Looks at further
  /// states until `until`, once it has one. False where no state that is kept explains it: then
  /// those that `own` leads to from them, whatever is perceived, are kept, if there are any.
  bool advance(runtime::Move own, std::span<const std::string> percepts,
               std::chrono::steady_clock::time_point until);

  /// The role's moves that are legal in most of the states, ascending: by GDL-II a role knows its
  /// legal moves, so that these are legal in all possible states unless the true one has been lost.
  [[nodiscard]] std::vector<runtime::Move> legal();

  [[nodiscard]] std::size_t count() const { return states_.size(); }
  /// Of them the first.
  [[nodiscard]] runtime::StateView any() const { return states_.front(); }

 private:
  std::vector<runtime::State> successors(runtime::Move own,
                                         const std::span<const std::string>* percepts,
                                         std::chrono::steady_clock::time_point until);

  std::shared_ptr<const runtime::Game> game_;
  runtime::Role role_;
  PossibleStatesOptions options_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::Rng random_;
  std::vector<runtime::State> states_;  ///< at least one
};

}  // namespace tesuji::driver

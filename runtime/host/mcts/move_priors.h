// What moves seem worth before they are searched: by learned strategies, by weights of features.
#pragma once

#include "runtime/host/game/game.h"

#include <functional>
#include <memory>
#include <span>

namespace tesuji::runtime {

/// For one thread.
class MovePriors {
 public:
  virtual ~MovePriors() = default;

  /// `values[i]` becomes what `legal[i]` seems worth to the role, 0..1; it stays as it is where
  /// nothing is known of the move. The role has a choice, and the state is not terminal. May throw
  /// LimitReached and Stopped.
  virtual void guess(StateView state, Role role, std::span<const Move> legal,
                     std::span<float> values) = 0;
};

/// Makes what a thread asks, by the thread's number; empty: nothing is known of moves.
using MovePriorFactory = std::function<std::unique_ptr<MovePriors>(unsigned number)>;

}  // namespace tesuji::runtime

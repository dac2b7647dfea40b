// Declares the evaluation function that searches call.
#pragma once

#include "runtime/host/game/game.h"

namespace tesuji::runtime {

/// Estimates the value of a state without searching. Not thread-safe.
class Evaluation {
 public:
  virtual ~Evaluation() = default;
  /// Returns the value to role 0; role 1 has its negative. 0: even, like a draw. Values beyond
  /// most_evaluation are clamped. May throw LimitReached.
  [[nodiscard]] virtual double value(StateView state) = 0;
};

inline constexpr double most_evaluation = 1e6;

}  // namespace tesuji::runtime

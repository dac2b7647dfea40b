// The states that are possible for a role along a play: all to which plays come that look alike to
// it. What is so in all of them it knows.
#pragma once

#include "backend/proofs/knowledge/walk.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::proofs {

struct BeliefLimits {
  std::size_t most_states = 2'000;    ///< of one belief
  std::uint64_t most_moves = 50'000;  ///< joint moves that are tried after one move of the role
};

/// For one thread; the observer outlives it. Throws runtime::LimitReached as the game does.
class Beliefs {
 public:
  Beliefs(const Observer& observer, std::uint32_t role, const BeliefLimits& limits)
      : walk_(observer), role_(role), limits_(limits) {
    restart();
  }

  /// To the initial state, which every role knows.
  void restart();
  /// The role makes a move and sees percepts.
  void advance(runtime::Move own, const std::vector<std::string>& percepts);

  [[nodiscard]] std::uint32_t role() const { return role_; }
  [[nodiscard]] std::size_t size() const { return steps_.back().size(); }
  [[nodiscard]] runtime::StateView state(std::size_t i) const { return steps_.back()[i].state; }
  /// Whether all possible states are there; else there are some, which are possible.
  [[nodiscard]] bool is_complete() const { return complete_; }
  /// The joint moves of a play to the state.
  [[nodiscard]] std::vector<Moves> way_to(std::size_t i) const;

 private:
  struct Place {
    runtime::State state;
    std::size_t before = 0;  ///< in the step before
    Moves joint{};           ///< made there
  };

  Walk walk_;
  std::uint32_t role_;
  BeliefLimits limits_;
  std::vector<std::vector<Place>> steps_;
  bool complete_ = true;
};

}  // namespace tesuji::proofs

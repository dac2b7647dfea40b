// Plays by search: Monte-Carlo tree search with a fixed number of simulations.
#pragma once

#include "backend/driver/load.h"
#include "learner/arena/learner.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace tesuji::driver {
class TreePlayer;
}

namespace tesuji::learner {

class SearchOpponent final : public Opponent {
 public:
  /// `simulations` for each move. The same seed gives the same moves unless a resource runs out.
  /// The space must outlive it, and be of the game. `stop`: once set, moves are returned sooner.
  SearchOpponent(const driver::LoadedGame& game, const runtime::StateSpace& space,
                 std::uint64_t simulations, std::uint64_t seed, const std::atomic<bool>* stop);
  ~SearchOpponent() override;

  [[nodiscard]] std::uint32_t answer(runtime::Node& node, Learner& learner,
                                     runtime::Rng& random) override;

 private:
  const runtime::StateSpace& space_;
  std::uint64_t simulations_;
  const std::atomic<bool>* stop_;
  std::unique_ptr<driver::TreePlayer> player_;
};

}  // namespace tesuji::learner

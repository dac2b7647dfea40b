// Plays games of incomplete information (GDL-II), by tree search over states that may be the true
// one.
#pragma once

#include "backend/players/possible_states.h"
#include "backend/players/thought.h"
#include "backend/players/tree_player.h"
#include "runtime/host/mcts/information_search.h"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::driver {

struct PerceptPlayerOptions {
  PossibleStatesOptions states;
  runtime::InformationSearchOptions search;
};

/// Takes seed, exploration, memory and limit of moves from the other player's options.
[[nodiscard]] PerceptPlayerOptions percept_options(const TreePlayerOptions& player);

/// Plays one role of one game. For one thread.
class PerceptPlayer {
 public:
  PerceptPlayer(std::shared_ptr<const runtime::Game> game, runtime::Role role,
                const PerceptPlayerOptions& options);

  /// As in PossibleStates.
  void set(runtime::StateView state) {
    states_.set(state);
    search_.forget();
  }
  bool advance(runtime::Move own, std::span<const std::string> percepts,
               std::chrono::steady_clock::time_point until) {
    search_.forget();
    return states_.advance(own, percepts, until);
  }
  [[nodiscard]] std::vector<runtime::Move> legal() { return states_.legal(); }
  [[nodiscard]] const PossibleStates& states() const { return states_; }

  /// Returns one of the moves of legal(); nothing if none is legal. Reuses earlier results about
  /// these states. Throws runtime::LimitReached.
  [[nodiscard]] std::optional<Thought> think(const runtime::TreeSearchLimits& limits);

 private:
  std::shared_ptr<const runtime::Game> game_;
  runtime::Role role_;
  PossibleStates states_;
  runtime::InformationSearch search_;
};

}  // namespace tesuji::driver

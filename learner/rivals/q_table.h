// Implements tabular Q-learning: a value for each move of each state, learned from what follows it.
//
//   Q(s,a) <- Q(s,a) + rate (reward + discount max Q(s',.) - Q(s,a))
//
// s' is the learner's next state, after the opponent's answer; only the last move of a game has a
// reward, by the outcome.
//
// Sources: Watkins and Dayan (1992), "Q-learning"; parameters as in Muggleton and Hocquette (2019),
// "Materials and Methods": no exploration except by initial values, which are optimistic.
#pragma once

#include "learner/arena/learner.h"
#include "learner/arena/state_classes.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::learner {

/// By outcome, for the learner's last move.
struct Rewards {
  double won = 1;
  double drawn = 0.5;
  double lost = -1;
  [[nodiscard]] double of(Outcome outcome) const {
    return outcome == Outcome::won ? won : outcome == Outcome::drawn ? drawn : lost;
  }
};

struct QOptions {
  double rate = 0.3;
  double discount = 0.9;
  double initial = 1;
  double exploration = 0;  ///< probability of a random move
  bool symmetric = false;  ///< one value for states and moves that symmetries of the game map on
                           ///< each other
  Rewards rewards;
};

class QTable final : public Learner {
 public:
  /// The space must outlive it.
  QTable(const runtime::StateSpace& space, QOptions options, SymmetryGroup group = nullptr)
      : options_(options), classes_(space, options.symmetric ? std::move(group) : nullptr) {}

  void begin_game(bool testing) override { testing_ = testing; }
  /// Returns a move of the greatest value, one at random if there are several.
  [[nodiscard]] Choice choose(runtime::Node& node, runtime::Rng& random) override;
  void finish(const PlayedGame& game, runtime::Role learner) override;

  /// Returns the values by class of moves (state_classes.h).
  [[nodiscard]] std::vector<double>& values(const runtime::Node& node);

 private:
  QOptions options_;
  bool testing_ = false;
  StateClasses classes_;
  std::unordered_map<std::uint32_t, std::vector<double>> values_;  ///< by class of states
};

}  // namespace tesuji::learner

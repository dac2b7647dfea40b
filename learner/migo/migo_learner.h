// Adapts MIGO to an arena: plays by its program, and at random if that has no move; chooses start
// boards by the expected information of a game from them.
#pragma once

#include "learner/arena/learner.h"
#include "learner/migo/migo.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace tesuji::learner {

// --- Choice of start boards
//
// Chooses start boards by the expected information of a game from them: active learning.
//
// Muggleton and Hocquette (2019) name it as future work: most examples are wasted, because no label
// can be attributed to them, and the learner could choose an initial board by an information gain
// criterion. Here the outcome of a game from a board is a random variable, estimated from the games
// so far plus one imagined game of each outcome (Laplace's rule of succession). Its entropy, in
// bits, is the expected information. A board from which the learned strategy already claims a win
// gives none: MIGO takes no examples from such games.

class BoardChoice {
 public:
  /// Records the outcome of a game from a start board.
  void record(std::size_t board, Outcome outcome);

  /// Returns the bits of information expected from a game on the board, at most log2(3).
  [[nodiscard]] double information(std::size_t board) const;

  /// Returns the boards, of `count`, with the most information, without those that are settled,
  /// unless all are. Returns at least one, if there is any board.
  [[nodiscard]] std::vector<std::size_t> best(
      std::size_t count, const std::function<bool(std::size_t)>& is_settled) const;

 private:
  std::vector<std::array<std::uint64_t, 3>> games_;  ///< by board, by outcome
};

// --- The learner

struct MigoPlayOptions {
  /// Probability, from 0 to 1, of a random move instead of one that is not known to win, except in
  /// tests.
  double explore = 0;
  bool informed = false;  ///< play from the start boards with the most information (BoardChoice)
};

/// Not thread-safe.
class MigoLearner final : public Learner {
 public:
  /// `advice` plays if no predicate of the same name is learned yet; may be null.
  MigoLearner(runtime::StateSpace& space, std::uint32_t levels, const MigoOptions& options,
              std::unique_ptr<Advice> advice = nullptr, MigoPlayOptions play = {});

  void begin_game(bool testing) override { testing_ = testing; }
  [[nodiscard]] std::optional<std::size_t> wanted_board(std::span<runtime::Node* const> boards,
                                                        runtime::Rng& random) override;
  [[nodiscard]] Choice choose(runtime::Node& node, runtime::Rng& random) override;
  void finish(const PlayedGame& game, runtime::Role learner) override;

  [[nodiscard]] Migo& migo() { return migo_; }
  [[nodiscard]] const Migo& migo() const { return migo_; }
  [[nodiscard]] StateProperties& properties() { return properties_; }
  [[nodiscard]] const LearnedProgram* program() const override { return &migo_.program(); }
  [[nodiscard]] const LearningReport* report() const override { return &learning_; }

 private:
  [[nodiscard]] bool explores(runtime::Node& node, const ChosenMove& chosen, runtime::Rng& random);

  StateProperties properties_;
  std::unique_ptr<Advice> advice_;
  Migo migo_;
  LearningReport learning_;
  MigoPlayOptions play_;
  BoardChoice boards_;
  bool testing_ = false;
};

}  // namespace tesuji::learner

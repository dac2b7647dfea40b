// Adapts MIGO to an arena: plays by its program, and at random if that has no move.
#pragma once

#include "learner/arena/learner.h"
#include "learner/migo/board_choice.h"
#include "learner/migo/migo.h"

#include <cstdint>
#include <memory>

namespace tesuji::learner {

struct MigoPlayOptions {
  /// Probability, from 0 to 1, of a random move instead of one that is not known to win, except in
  /// tests.
  double explore = 0;
  bool informed = false;  ///< play from the start boards with the most information (board_choice.h)
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

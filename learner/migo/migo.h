// Implements MIGO, a learner of strategies: it plays by its program, labels the moves of finished
// games, and learns again.
//
// Against a perfect opponent no move of either side can raise the learner's expected outcome. So if
// it wins, all its moves keep the win (Theorem 1); if the game is drawn and the learner could not
// have won from the start, all moves of both keep the draw (Theorem 2). These moves are the
// positive examples; there are no negative ones. Whether the learner could have won is judged by
// the wins learned so far: *mixed* learning does so at once and drops examples of draws if better
// wins later contradict them, *separated* learning waits for the wins to be stable.
//
// Against any other opponent, including the learner itself, moves of both roles are examples as far
// as outcomes can be proved (proved_credit.h).
//
// Source: Muggleton and Hocquette (2019), "Credit Assignment", "MIGO Algorithm", "Learning a
// Strategy"; what it leaves open is as in the authors' public implementation.
#pragma once

#include "learner/migo/migo_learning.h"
#include "learner/migo/proved_credit.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

enum class Labelling : std::uint8_t { mixed, separated };

struct MigoOptions {
  Labelling labelling = Labelling::mixed;
  /// Separated: number of games in which learned wins must stay the same before draws are learned.
  std::uint32_t stability = 10;
  /// Games are against a perfect opponent; else it learns only from what can be proved.
  bool perfect = true;
  bool grow = false;  ///< not perfect: adds levels as games turn out to need them
  MigoLearningOptions learning;
};

/// A strategy learned elsewhere, used only for play: transfer. Implementations are not thread-safe.
class Advice {
 public:
  virtual ~Advice() = default;
  /// Returns the deepest level for which it has a predicate.
  [[nodiscard]] virtual std::uint32_t levels(Goal goal) const = 0;
  /// Returns the state that its predicate leads to; nullptr if none exists, or no such predicate.
  [[nodiscard]] virtual runtime::Node* first(Goal goal, std::uint32_t level,
                                             runtime::Node& node) = 0;
};

/// A move that a program chose.
struct ChosenMove {
  runtime::Node* next = nullptr;
  Goal goal = Goal::win;
  std::uint32_t level = 0;
};

/// Everything that learning resumes from; a program is a function of the examples.
struct MigoMemory {
  LevelExamples examples;
  std::uint32_t stable_games = 0;
  bool wins_changed = false;  ///< by the last game
};

/// Not thread-safe; `properties` and `advice` must outlive it. All functions throw what visiting
/// states throws, and runtime::Stopped.
class Migo {
 public:
  /// Learns wins up to `levels` - 2, draws up to `levels` - 1; at least 3. The depth of a game is
  /// half its boards.
  Migo(StateProperties& properties, std::uint32_t levels, MigoOptions options,
       Advice* advice = nullptr);

  /// Returns the first move of the first predicate of win_1, win_2, .., draw_1, .. that has a move;
  /// nothing if none has one.
  [[nodiscard]] std::optional<ChosenMove> choose(runtime::Node& node);

  /// Whether the chosen move wins: by its predicate or, if opponents need not be perfect, by proof.
  [[nodiscard]] bool knows_win(runtime::Node& node, const ChosenMove& chosen);

  /// Learns from a game: its boards from start to end, with the learner's outcome. If it throws,
  /// everything is as before the game.
  LearningReport finish(std::span<runtime::Node* const> boards, runtime::Role learner,
                        Outcome outcome);

  [[nodiscard]] const LearnedProgram& program() const { return program_; }
  [[nodiscard]] const MigoOptions& options() const { return options_; }
  [[nodiscard]] const MigoMemory& memory() const { return memory_; }
  [[nodiscard]] Refutations& refutations() { return refutations_; }
  [[nodiscard]] const Refutations& refutations() const { return refutations_; }
  /// Resumes from the memory, and from the contents of refutations(). The levels must be those of
  /// this learner.
  void resume(MigoMemory memory);

 private:
  void label(std::span<runtime::Node* const> boards, runtime::Role learner, Outcome outcome);
  void label_proved(std::span<runtime::Node* const> boards, runtime::Role learner, Outcome outcome);
  void drop_undrawn_examples();
  void drop_won_examples();
  LearningReport learn();
  [[nodiscard]] bool wins_from(runtime::Node& node, std::uint32_t depth);

  StateProperties& properties_;
  MigoOptions options_;
  Advice* advice_;
  MigoLearning learning_;
  Refutations refutations_;
  ProvedCredit credit_;
  MigoMemory memory_;
  LearnedProgram program_;
};

}  // namespace tesuji::learner

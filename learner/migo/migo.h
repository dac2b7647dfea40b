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
// as outcomes can be proved (ProvedCredit).
//
// Source: Muggleton and Hocquette (2019), "Credit Assignment", "MIGO Algorithm", "Learning a
// Strategy"; what it leaves open is as in the authors' public implementation.
#pragma once

#include "learner/migo/migo_learning.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

// --- Credit
//
// Credits moves of games between imperfect players, such as self-play: which moves keep a win, and
// which a draw.
//
// Muggleton and Hocquette (2019) weaken the optimal opponent only as future work: their Theorems 1
// and 2 need it. Here outcomes are backed up over all answers instead.
//
// *Wins.* A move from A to B keeps a win at level 1 if B is won, and at level k if the opponent has
// an answer in B, and after each of them the learned strategy wins within k - 1 moves of its own
// whatever the opponent answers. This is proved by playing the strategy out against all answers
// (levels below k), so that a credited win is a real one, even if a learned predicate claims too
// much. By induction the learner needs games whose last moves are a win_1, then games with a win_2
// before that, and so on: dependent learning.
//
// *Draws.* In a drawn game, credit goes to the longest final part in whose boards no role is proved
// to win. If the strategy wins wherever a win is possible, no board there is won for the role to
// move; so none of the moves in between can lose (the board after it is not won), nor win (the
// board before it is not): all keep the draw. This is Theorem 2 with its assumption, an accurate
// strategy for winning, in each board instead of the first, and without an optimal opponent. Draws
// that a better strategy disproves are dropped (`is_drawn`), as in mixed learning.

struct CreditedMove {
  Goal goal = Goal::win;
  std::uint32_t level = 0;
  runtime::Node* from = nullptr;
  runtime::Node* to = nullptr;
};

/// Not thread-safe; `properties` must outlive it. All functions throw what visiting states throws.
class ProvedCredit {
 public:
  explicit ProvedCredit(StateProperties& properties) : properties_(properties) {}

  /// Sets the strategy that proofs play by; it must outlive this, or the next call. Earlier proofs
  /// stay valid.
  void play_by(const LearnedProgram& program);

  /// Returns the moves of a game that keep an outcome, from the last to the first. A win that the
  /// strategy already proves from the move's board is not credited.
  [[nodiscard]] std::vector<CreditedMove> credit(std::span<runtime::Node* const> boards);

  /// Whether the move may keep a draw, as far as is proved.
  [[nodiscard]] bool is_drawn(runtime::Node& from, runtime::Node& to);

  /// Returns within how many own moves, at most `depth`, the role to move is proved to win.
  [[nodiscard]] std::optional<std::uint32_t> wins(runtime::Node& node, std::uint32_t depth);

 private:
  [[nodiscard]] std::optional<std::uint32_t> keeps_win(runtime::Node& to, std::uint32_t depth);
  [[nodiscard]] std::uint32_t deepest() const { return static_cast<std::uint32_t>(levels_.size()); }

  StateProperties& properties_;
  /// Definitions of win_1, win_2, ..; nothing if one is not learned.
  std::vector<std::optional<StateProperties::Id>> levels_;
  std::unordered_map<std::uint32_t, std::uint32_t> won_;     ///< by node, the least level that is
                                                             ///< known
  std::unordered_map<std::uint32_t, std::uint32_t> failed_;  ///< by node: depth to which this
                                                             ///< strategy fails
};

// --- The learner

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

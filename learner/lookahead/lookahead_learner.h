// Learns more than MIGO: looks ahead from the boards of its games, and learns rules that agree with
// everything proved there.
//
// After a game it looks some plies ahead from each of its boards, and proves that moves win, and
// how fast, that they lose, or that they hold a draw (proved_outcomes.h). Then it searches for
// definitions of win_1, win_2, .. and of draw_1 that cover all moves proved to have the outcome,
// and none proved not to have it (definition_search.h). So no definition is too general on what it
// has seen, no label is wrong, and it can learn before it has won a game. Against a perfect
// opponent it also uses moves that failed in games (refutations.h). Rules are programs in MIGO's
// language and play in the same way; if a draw is certain and a win is not yet excluded, it tries a
// move.
#pragma once

#include "learner/arena/learner.h"
#include "learner/lookahead/definition_search.h"
#include "learner/lookahead/proved_outcomes.h"
#include "learner/lookahead/state_sample.h"
#include "learner/migo/migo_learning.h"
#include "learner/migo/refutations.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

struct LookaheadOptions {
  std::uint32_t plies = 12;      ///< to look ahead from each board of a game
  std::size_t states = 100'000;  ///< most states of the sample
  std::uint32_t levels = 16;     ///< greatest k of win_k
  bool games = true;             ///< learn from outcomes of games, too: requires a perfect opponent
  bool explore = true;
  bool informed = false;     ///< play from the start boards of which least is known
  std::uint32_t deeper = 4;  ///< levels of win_k beyond those that have examples, by continuing the
                             ///< series
  PropertySearchOptions search;
};

/// Not thread-safe.
class LookaheadLearner final : public Learner {
 public:
  /// The space must outlive it and must not be cleared meanwhile.
  LookaheadLearner(runtime::StateSpace& space, LookaheadOptions options);

  void begin_game(bool testing) override { testing_ = testing; }
  [[nodiscard]] std::optional<std::size_t> wanted_board(std::span<runtime::Node* const> boards,
                                                        runtime::Rng& random) override;
  [[nodiscard]] Choice choose(runtime::Node& node, runtime::Rng& random) override;
  void finish(const PlayedGame& game, runtime::Role learner) override;

  [[nodiscard]] const LearnedProgram* program() const override { return &program_; }
  [[nodiscard]] const LearningReport* report() const override { return &learning_; }

 private:
  /// A move that wins or draws according to the outcome of a game.
  struct Claim {
    runtime::Node* from = nullptr;
    runtime::Node* to = nullptr;
    Goal goal = Goal::win;
    std::uint32_t level = 0;
    friend bool operator==(const Claim&, const Claim&) = default;
  };
  void look_ahead(const std::vector<runtime::Node*>& boards);
  void look_at(const std::vector<runtime::Node*>& boards, std::size_t share);
  void take_in(const PlayedGame& game, runtime::Role learner);
  void learn();
  struct Wanted {
    Goal goal = Goal::win;
    std::uint32_t level = 0;
    std::string name;
    PropertyExamples examples;
  };
  [[nodiscard]] std::vector<Wanted> wanted() const;
  [[nodiscard]] static bool continue_wins(DefinitionSearch& search,
                                          const PropertyExamples& examples,
                                          LearnedProgram& program);
  static void exclude_wins(DefinitionSearch& search, const PropertyExamples& examples,
                           LearnedProgram& program);
  void go_deeper(DefinitionSearch& search, LearnedProgram& program) const;
  [[nodiscard]] PropertyExamples examples_of_win(std::uint32_t level) const;
  [[nodiscard]] PropertyExamples examples_of_draw() const;
  [[nodiscard]] bool can_win(runtime::Node& node) const;
  void add_claims(Goal goal, std::uint32_t level, const Truth& proved,
                  PropertyExamples& examples) const;
  [[nodiscard]] std::optional<std::uint32_t> untried(runtime::Node& node, runtime::Rng& random);

  runtime::StateSpace& space_;
  LookaheadOptions options_;
  mutable StateProperties properties_;  ///< its caches change, not its meaning
  StateSample sample_;
  std::vector<std::vector<runtime::Node*>> games_;  ///< from which the sample was taken, latest
                                                    ///< last
  ProvedOutcomes proved_;
  std::size_t proved_states_ = 0;    ///< size of the sample when outcomes were proved
  mutable Refutations refutations_;  ///< its caches change, not its meaning
  std::vector<Claim> claims_;
  LearnedProgram program_;
  LearningReport learning_;
  bool testing_ = false;
  bool sample_changed_ = false;  ///< since outcomes were proved
  /// How often a game began there, by number of the node.
  std::unordered_map<std::uint32_t, std::uint32_t> begun_;
  /// How often a move was tried, by number of the state it leads to.
  std::unordered_map<std::uint32_t, std::uint32_t> tries_;
};

}  // namespace tesuji::learner

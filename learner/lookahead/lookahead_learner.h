// A learner that goes past MIGO: it looks ahead from the boards of its games, and learns rules that
// agree with everything that is proved there.
//
// After a game it looks some plies ahead from each of its boards, and proves of moves that they
// win, and how fast, that they lose, or that they hold a draw (proved_outcomes.h). Then it searches
// definitions of win_1, win_2, .. and of draw_1 that cover all moves of which that is proved, and
// none of which the contrary is (definition_search.h): so nothing is over-general in what it has
// seen, no label is wrong, and no game has to be won before anything is learned. Against a perfect
// opponent it also knows what failed in games (refutations.h). Rules are programs in MIGO's
// language and play in the same way; a move is tried where a draw is certain and a win is not yet
// excluded.
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
  std::uint32_t plies = 12;      ///< looked ahead from each board of a game
  std::size_t states = 100'000;  ///< of the sample, at most
  std::uint32_t levels = 16;     ///< greatest k of win_k
  bool games = true;             ///< learns from outcomes of games, too: for a perfect opponent
  bool explore = true;
  bool informed = false;     ///< plays from start boards of which it knows least
  std::uint32_t deeper = 4;  ///< levels of win_k beyond those that have examples, by continuation
  PropertySearchOptions search;
};

/// Not thread-safe.
class LookaheadLearner final : public Learner {
 public:
  /// The space must outlive it and may not be cleared meanwhile.
  LookaheadLearner(runtime::StateSpace& space, LookaheadOptions options);

  void begin_game(bool testing) override { testing_ = testing; }
  [[nodiscard]] std::optional<std::size_t> wanted_board(std::span<runtime::Node* const> boards,
                                                        runtime::Rng& random) override;
  [[nodiscard]] Choice choose(runtime::Node& node, runtime::Rng& random) override;
  void finish(const PlayedGame& game, runtime::Role learner) override;

  [[nodiscard]] const LearnedProgram* program() const override { return &program_; }
  [[nodiscard]] const LearningReport* report() const override { return &learning_; }

 private:
  /// A move that the outcome of a game says to win or to draw.
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
  mutable StateProperties properties_;  ///< what is remembered changes, not what it says
  StateSample sample_;
  std::vector<std::vector<runtime::Node*>> games_;  ///< of which the sample is, latest last
  ProvedOutcomes proved_;
  std::size_t proved_states_ = 0;    ///< of the sample, when that was proved
  mutable Refutations refutations_;  ///< the same
  std::vector<Claim> claims_;
  LearnedProgram program_;
  LearningReport learning_;
  bool testing_ = false;
  bool sample_changed_ = false;  ///< since outcomes were proved
  /// How often a game began there, by number of the node.
  std::unordered_map<std::uint32_t, std::uint32_t> begun_;
  /// How often a move was tried to find out, by number of the state it leads to.
  std::unordered_map<std::uint32_t, std::uint32_t> tries_;
};

}  // namespace tesuji::learner

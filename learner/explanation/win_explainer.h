// Explains wins in a game and makes production rules of the explanations.
//
// A win at the next move is a proof, over the rules of the game at two moments (game_rule_set.h),
// that the move is legal and that the state behind it is terminal with the goal value 100. A win
// at the move after that is one such proof for each way to answer a reply, and what has to be shown
// besides: that play goes on until then, and that whatever the other role may do, one of the
// proofs applies. Each proof is regressed as explanation.h says, the other role's move as
// variables; the conditions that are left on these variables say which replies the proof answers.
// That no legal reply fails them all is what has to be absent: for each form of move, each choice
// of one condition for each proof, its negation. (Replies whose legality asks for absence are taken
// for legal, so that more may be excluded than need be, and never less.)
//
// Source: Cazenave, Automatic Ordering of Predicates by Metarules, section 1, whose program learned
// such rules of Go by explaining the consequences of its moves; explanation.h for the method.
#pragma once

#include "backend/driver/session.h"
#include "learner/explanation/explanation.h"
#include "learner/explanation/game_rule_set.h"
#include "learner/explanation/learned_rule.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::learner {

/// A joint move by names: terms in the order of roles.
using JointMoveNames = std::vector<std::string>;

/// A position in which a role wins, and how.
struct WinExample {
  std::vector<std::string> fluents;  ///< terms; the position is not terminal
  std::size_t role = 0;              ///< in the order of roles
  JointMoveNames move;               ///< of all roles; the other roles' are one of their choices
  /// Of a win at the second move of the role: for each of its answers one reply, and what is
  /// played behind it. Empty: `move` wins.
  struct Answer {
    JointMoveNames reply;
    JointMoveNames move;
  };
  std::vector<Answer> answers{};
};

class WinExplainer {
 public:
  /// Of a rulesheet at level clauses, which must outlive this; its symbols are used. Roles other
  /// than two: only wins at the next move.
  explicit WinExplainer(const ir::Module& clauses, const ExplanationLimits& limits = {});
  ~WinExplainer();

  /// The rule that says when such a move wins: `win_in_1_mark`, `win_in_2_mark` of the role and the
  /// move's arguments. It holds in states that are not terminal. Throws Unexplained.
  [[nodiscard]] LearnedRule explain(const WinExample& example);

  /// What such a rule concludes: that the role wins at its move number `moves`, beginning with this
  /// one (its term). Throws Unexplained where it is not a move.
  [[nodiscard]] MemoryFact conclusion(std::size_t role, const std::string& move,
                                      std::size_t moves) const;

  /// The game as rules, with the names of fluents.
  [[nodiscard]] const GameRuleSet& game() const { return game_; }
  /// Facts that no move changes of the relations that the rules ask for.
  [[nodiscard]] std::vector<MemoryFact> fixed_facts(const std::vector<LearnedRule>& rules) const;

 private:
  struct Example;
  class Proof;

  [[nodiscard]] ir::Symbol win_name(const GameRuleSet::MoveShape& shape, std::size_t moves) const;
  /// Runs the rules of the game over a line of play.
  [[nodiscard]] std::unique_ptr<Example> trace(const WinExample& example,
                                               const std::vector<JointMoveNames>& line);

  const ir::Module& clauses_;
  ExplanationLimits limits_;
  GameRuleSet game_;
  std::map<std::size_t, std::string> texts_;  ///< the rules, by number of moments
  std::map<ir::Symbol, std::vector<MemoryFact>> fixed_facts_;
  bool has_fixed_facts_ = false;
};

}  // namespace tesuji::learner

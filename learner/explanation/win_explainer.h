// Explains wins in a game and makes production rules from the explanations.
//
// A win at the next move is a proof, over the rules of the game at two moments (game_rule_set.h),
// that the move is legal and leads to a terminal state with the goal value 100. A win at the move
// after that is one such proof for each answer to a reply, plus two more conditions: play goes on
// until then, and whatever the other role does, one of the proofs applies. Each proof is regressed
// as explanation.h describes, with variables for the other role's move; the remaining conditions on
// these variables characterise the replies that the proof answers. It must be absent that some
// legal reply fails all of them: for each form of move, and each choice of one condition from each
// proof, the negations of these. (Replies whose legality requires absence count as legal, so that
// more may be excluded than needed, but never less.)
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
  std::vector<std::string> fluents;  ///< terms; the position must not be terminal
  std::size_t role = 0;              ///< in the order of roles
  JointMoveNames move;               ///< of all roles; each other role's is one of its choices
  /// For a win at the role's second move: for each of its answers one reply, and the line played
  /// after it. Empty: `move` wins.
  struct Answer {
    JointMoveNames reply;
    JointMoveNames move;
  };
  std::vector<Answer> answers{};
};

class WinExplainer {
 public:
  /// Takes a rulesheet at level clauses, which must outlive this; uses its symbols. With other than
  /// two roles it explains only wins at the next move.
  explicit WinExplainer(const ir::Module& clauses, const ExplanationLimits& limits = {});
  ~WinExplainer();

  /// Makes the rule for such a winning move: it concludes `win_in_1_mark` or `win_in_2_mark` of the
  /// role and the move's arguments. It is valid in states that are not terminal. Throws
  /// Unexplained.
  [[nodiscard]] LearnedRule explain(const WinExample& example);

  /// Returns the conclusion of such a rule: that the role wins at its move number `moves`,
  /// beginning with this one (given by its term). Throws Unexplained if it is not a move.
  [[nodiscard]] MemoryFact conclusion(std::size_t role, const std::string& move,
                                      std::size_t moves) const;

  /// Returns the game as rules, with the names of fluents.
  [[nodiscard]] const GameRuleSet& game() const { return game_; }
  /// Returns the unchanging facts of the relations that the rules read.
  [[nodiscard]] std::vector<MemoryFact> fixed_facts(const std::vector<LearnedRule>& rules) const;

 private:
  struct Example;
  class Proof;

  [[nodiscard]] ir::Symbol win_name(const GameRuleSet::MoveShape& shape, std::size_t moves) const;
  /// Runs the rules of the game on a line of play.
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

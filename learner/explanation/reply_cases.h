// Replaces the moves of one moment in an explanation by conditions on the position before them.
//
// Unifies the role's own move with the explanation's conditions on it. Other roles may make any
// legal move: conditions on their moves become *reply conditions*. The rule then requires that no
// legal move fails one of them; with several alternatives, that no legal move fails one condition
// of each (win_explainer.h).
#pragma once

#include "learner/explanation/explanation.h"
#include "learner/explanation/game_rule_set.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::learner {

/// The role whose win is explained, and its move.
struct OwnMove {
  const GameRuleSet::MoveShape* shape = nullptr;
  std::vector<ir::Argument> args;  ///< the role first
};

class ReplyCases {
 public:
  /// `moment`: of the moves; `others`: the other roles.
  ReplyCases(const GameRuleSet& game, Explanation& explanation, std::vector<ir::Symbol> others,
             std::size_t moment, OwnMove own);

  /// Removes the moves from the alternatives: the rest of each has no conditions on moves of this
  /// moment. Adds to `conditions` that one alternative applies whatever the other roles do. Throws
  /// Unexplained.
  void close(std::vector<Conjunction>& alternatives, Conjunction& conditions);

 private:
  /// An alternative's conditions on another role's move.
  struct Reply {
    std::optional<RuleCondition> move;  ///< the move's form, if the alternative has conditions on
                                        ///< it
    std::vector<ir::VariableId> own;    ///< variables that only the move binds
    Conjunction tests;                  ///< on these variables
    std::vector<Conjunction> ways;      ///< conjunctions that must be absent; the move is their
                                        ///< first condition
    [[nodiscard]] bool is_free() const { return !move && ways.empty(); }
  };
  using Replies = std::vector<Reply>;  ///< by other role

  [[nodiscard]] Replies take_moves(Conjunction& alternative, const Conjunction& conditions);
  void take_present(Conjunction& alternative, Replies& replies);
  void take_absent(Conjunction& alternative, Replies& replies);
  void take_tests(Conjunction& alternative, const Conjunction& conditions, Replies& replies) const;
  [[nodiscard]] bool is_move(const RuleCondition& condition) const;
  /// Whether it is a condition on a move, or contains one.
  [[nodiscard]] bool asks_for_move(const RuleCondition& condition) const;
  /// Resolves the role's own move in the conjunctions that the way denies.
  [[nodiscard]] Conjunction resolve_denied(const Conjunction& way) const;
  [[nodiscard]] std::vector<Conjunction> resolve_moves(const Conjunction& body);
  void resolve_move(const Conjunction& way, std::size_t place, std::vector<Conjunction>& open);

  void exclude_failures(std::size_t other, const std::vector<Replies>& alternatives,
                        Conjunction& conditions);
  void exclude_failures(const GameRuleSet::MoveShape& shape, std::size_t other,
                        const std::vector<Replies>& alternatives, Conjunction& conditions);
  [[nodiscard]] std::vector<Conjunction> failures(const Reply& reply,
                                                  const RuleCondition& legal_move, ir::Symbol does);

  const GameRuleSet& game_;
  Explanation& explanation_;
  std::vector<ir::Symbol> others_;
  std::size_t moment_;
  OwnMove own_;
};

}  // namespace tesuji::learner

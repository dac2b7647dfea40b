// Replaces the moves of one moment in an explanation by conditions on the position before them.
//
// The role's own move is unified with what the explanation asks of it. The move of any other role
// is whatever that may do: conditions on it are left as *reply conditions*, and what has to be
// absent is that a legal move fails one of them; of several alternatives, that a legal move fails
// one of each (win_explainer.h).
#pragma once

#include "learner/explanation/explanation.h"
#include "learner/explanation/game_rule_set.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::learner {

/// The role whose win is explained, and a move of it.
struct OwnMove {
  const GameRuleSet::MoveShape* shape = nullptr;
  std::vector<ir::Argument> args;  ///< the role first
};

class ReplyCases {
 public:
  /// `moment`: of the moves; `others`: the other roles.
  ReplyCases(const GameRuleSet& game, Explanation& explanation, std::vector<ir::Symbol> others,
             std::size_t moment, OwnMove own);

  /// Takes the moves out of the alternatives: what remains in each says nothing about moves of this
  /// moment. Adds to `conditions` that whatever the other roles do, one alternative applies.
  /// Throws Unexplained.
  void close(std::vector<Conjunction>& alternatives, Conjunction& conditions);

 private:
  /// What an alternative asks of another role's move.
  struct Reply {
    std::optional<RuleCondition> move;  ///< its form, where the alternative is about one
    std::vector<ir::VariableId> own;    ///< variables that the move alone binds
    Conjunction tests;                  ///< of these variables
    std::vector<Conjunction> ways;      ///< that must not be; the move is the first condition
    [[nodiscard]] bool is_free() const { return !move && ways.empty(); }
  };
  using Replies = std::vector<Reply>;  ///< by other role

  [[nodiscard]] Replies take_moves(Conjunction& alternative, const Conjunction& conditions);
  void take_present(Conjunction& alternative, Replies& replies);
  void take_absent(Conjunction& alternative, Replies& replies);
  void take_tests(Conjunction& alternative, const Conjunction& conditions, Replies& replies) const;
  [[nodiscard]] bool is_move(const RuleCondition& condition) const;
  /// Whether it is about a move, or something inside of it is.
  [[nodiscard]] bool asks_for_move(const RuleCondition& condition) const;
  /// A way with the role's own move in what it denies.
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

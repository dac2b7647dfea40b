// Lists the literals that can refine a clause.
//
// *Tests* have no new variable: each argument is a variable of the clause, a constant or `_`; they
// are positive or negated. *Links* are positive, with new variables, and few tuples for each value
// of the old ones (`succ(Y,Z)`, `does_move(R,X,Y,U,V)`, `true_step(S)`): by themselves they rarely
// exclude anything, so a search looks through them at the tests after them (Quinlan 1991,
// Determinate literals in inductive logic programming).
#pragma once

#include "learner/game_rules/clause_matches.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::learner {

/// Values of a column, ascending: the possible values of a variable that comes from it.
using ColumnValues = const std::vector<Constant>*;

inline constexpr std::size_t few_values = 3;

/// The set of allowed literals.
struct LiteralLanguage {
  /// Only positive literals, of this predicate and static ones: a smaller language, in which a beam
  /// finds longer clauses.
  std::optional<PlayPredicate> only;
  /// For patterns anywhere on a board: constants only from columns with at most `few_values`
  /// values, such as kinds of pieces; and a variable of one column of `only`, with all that static
  /// relations lead to from there, is not used in another column.
  bool few_constants = false;
  bool powers = true;  ///< static predicates that were defined, too (rule_learning.h)
};

/// A positive example that a clause must cover.
struct RuleSeed {
  std::uint32_t atom = 0;
  std::uint32_t state = 0;
};

class LiteralChoices {
 public:
  /// Literals use the predicates of the problem's world, except `target`.
  LiteralChoices(const RuleProblem& problem, PlayPredicate target, const LiteralLanguage& language);

  /// Returns the values of the target's column.
  [[nodiscard]] ColumnValues head_column(std::size_t column) const { return &heads_[column]; }
  /// Returns where the clause's variables come from: its head and its positive literals.
  [[nodiscard]] std::vector<ColumnValues> origins(const PlayClause& clause) const;

  /// From now on, positive literals use only constants of facts that hold in this state.
  void look_at(std::uint32_t state);

  /// Appends tests. With `wanted`, sets of variables, only tests that use a variable of each set.
  void tests(std::span<const ColumnValues> origins, std::span<const std::uint32_t> wanted,
             std::vector<PlayLiteral>& tests) const;
  /// Appends links: literals with new variables that have at most `most_fanout` tuples for each
  /// value of the bound arguments. `steps`: only static relations from one variable to one new one.
  void links(std::span<const ColumnValues> origins, double most_fanout, bool steps,
             std::vector<PlayLiteral>& links) const;

 private:
  struct Column {
    std::vector<Constant> constants;  ///< that negated literals may use
    std::vector<Constant> here;       ///< that hold in the current state
    bool none_here = false;           ///< the language has no constants of the column
  };
  struct Relation {
    PlayPredicate predicate = 0;
    const FactTable* table = nullptr;
    std::vector<Column> columns;
  };

  [[nodiscard]] bool is_of_board(ColumnValues column) const;
  /// Whether a literal uses variables from different columns of the board.
  [[nodiscard]] bool mixes(const PlayLiteral& literal, std::span<const ColumnValues> origins) const;
  [[nodiscard]] bool fits(ColumnValues origin, ColumnValues column) const;
  void enumerate(const Relation& relation, std::span<const ColumnValues> origins,
                 std::span<const std::uint32_t> wanted, bool negated, PlayLiteral& literal,
                 std::vector<PlayLiteral>& tests) const;
  void equalities(std::span<const ColumnValues> origins, std::span<const std::uint32_t> wanted,
                  std::vector<PlayLiteral>& tests) const;

  const RuleProblem& problem_;
  bool positive_;
  const FactTable* board_ = nullptr;  ///< of `only`, if its columns are kept apart
  std::vector<std::vector<Constant>> heads_;
  std::vector<Relation> relations_;
  mutable std::map<std::pair<ColumnValues, ColumnValues>, bool> fits_;
};

}  // namespace tesuji::learner

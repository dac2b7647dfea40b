// Estimates numbers of matches, for clauses and production rules alike.
//
// Ordering, passes that decide by size, and the printable metarules (synthesise.h) all use these
// estimates.
#pragma once

#include "ir/module/module.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::passes {

// --- Fluents that only moves make
//
// Bounds the number of a fluent's tuples in a state, if only moves make them.
//
//   next.guessed(P, N) :- does.guess(P, N)        one for each role
//
// Each role makes one move, so a fluent that only moves make, and that no rule keeps, has at most
// as many tuples as there are roles, however many numbers can be guessed.

/// Returns the bound; nullopt if a rule for the fluent's next state may derive more than one tuple
/// for a move, or if there is no rule.
[[nodiscard]] std::optional<double> most_made_by_moves(const ir::Module& module,
                                                       const ir::Relation& fluent);

// --- Estimates

/// Assumed selectivity of literals without any estimate: comparisons, and the absence of derived
/// tuples.
inline constexpr double filter_selectivity = 0.7;

/// Number of steps of an impossible order: more than any possible one.
inline constexpr double never = 1e18;

/// Whether an operation on the relation is possible if these columns are bound: calls require their
/// given columns.
[[nodiscard]] bool may_call(const ir::Relation& relation, const std::vector<bool>& bound);

/// Estimates sizes of relations before any evaluation. Static relations are counted, as are memory
/// relations with facts to which no production rule adds (given facts are a lower bound for the
/// others). A fluent has as many tuples as in the initial state (a constant occurs as often as the
/// geometric mean of its initial share and an even spread); if it is initially empty, the square
/// root of the product, but at most as many as moves make (most_made_by_moves). Each role makes one
/// move. Derived relations have the size estimated from their plans (see set_rows); other facts
/// added by rules number the square root of the product.
///
/// Not thread-safe: counts are computed on demand.
class Estimates {
 public:
  /// Keeps a reference to the module, whose facts must not change afterwards.
  explicit Estimates(const ir::Module& module);

  /// Updates the estimates when a relation's facts become known, or the relation is new.
  void know(ir::RelationId relation);

  [[nodiscard]] double rows(ir::RelationId relation) const { return rows_[relation]; }
  void set_rows(ir::RelationId relation, double rows);

  /// Returns the expected number of matching tuples if the given columns are bound to some values.
  [[nodiscard]] double matches(ir::RelationId relation, const std::vector<bool>& bound) const;

  /// The same for a literal with these arguments (constants, variables, `_`), where exactly the
  /// variables in `bound` are bound. Counts static relations with not too many rows: the rows that
  /// match constants and repeated variables, divided by the number of distinct values of the bound
  /// columns. If all variables are bound, it is the probability that such a tuple exists, for any
  /// value of `_`.
  [[nodiscard]] double matches(ir::RelationId relation, const std::vector<ir::Argument>& args,
                               const std::vector<bool>& bound) const;

  /// Returns the expected steps to enumerate the tuples of `matches` with the relation's storage.
  [[nodiscard]] double walk(ir::RelationId relation, const std::vector<bool>& bound) const;

 private:
  /// A literal without names: per column the constant, or the number of its variable (by first
  /// occurrence) and whether that is bound.
  struct Shape {
    ir::RelationId relation = ir::no_id;
    std::vector<ir::Argument> args;
    std::vector<bool> given;  ///< per column
    [[nodiscard]] bool operator<(const Shape& other) const;
  };

  [[nodiscard]] double distinct(ir::RelationId relation, std::size_t column) const;
  /// Whether a variable is open.
  static bool binds(const Shape& shape);
  /// Whether it only tests whether a tuple exists, for any value of `_`.
  static bool asks_for_any(const Shape& shape);
  [[nodiscard]] double count(const Shape& shape) const;
  [[nodiscard]] double agreeing(const Shape& shape) const;
  /// Returns the number of distinct combinations of values in a static relation's columns.
  [[nodiscard]] double joint_values(ir::RelationId relation,
                                    const std::vector<std::size_t>& columns) const;
  [[nodiscard]] double initial_share(const ir::Relation& fluent, std::size_t column,
                                     ir::Symbol value) const;

  const ir::Module& module_;
  std::vector<bool> given_;     ///< per relation: its facts are known
  std::vector<bool> demanded_;  ///< computed on demand (demand.h)
  std::vector<double> rows_;
  mutable std::vector<std::vector<double>> distinct_;  ///< constants per column, 0: not counted yet
  mutable std::map<Shape, double> counted_;
  mutable std::map<Shape, double> agreeing_;  ///< by shape without given columns
  mutable std::map<std::pair<ir::RelationId, std::vector<std::size_t>>, double> joint_;
  mutable std::map<std::tuple<ir::RelationId, std::size_t, ir::Symbol>, double> shares_;
};

}  // namespace tesuji::passes

// Estimates numbers of matches: the one notion of it, for clauses and production rules.
//
// Ordering, the sizes that passes decide by, and the metarules that can be printed
// (synthesise.h) all take their numbers from here.
#pragma once

#include "ir/module/module.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// What a literal is expected to let through that says nothing about how often it
/// holds: comparisons, and the absence of what rules derive.
inline constexpr double filter_selectivity = 0.7;

/// Steps of what cannot be done in that order: more than any that can.
inline constexpr double never = 1e18;

/// Whether an operation on the relation is possible where these columns are bound: calls need the
/// columns that are given.
[[nodiscard]] bool may_call(const ir::Relation& relation, const std::vector<bool>& bound);

/// What is known of relations before anything ran: static ones are counted, and so are those in
/// memory that have facts and that no production rule adds to (the facts given are the
/// least of those that rules add to); fluents
/// are expected as many as in the initial state (a constant as often as the geometric mean
/// of there and of an even spread says), where there are none no more than moves make
/// (made_by_moves.h), each role makes one move, derived relations as
/// large as their plans come out (see set_rows), what else rules may add as the square root
/// of all that could be.
///
/// Not to be shared between threads: counts are made when they are asked for.
class Estimates {
 public:
  /// Keeps a reference to the module, whose facts must not change meanwhile.
  explicit Estimates(const ir::Module& module);

  /// The facts of a relation are known now, or the relation itself is new.
  void know(ir::RelationId relation);

  [[nodiscard]] double rows(ir::RelationId relation) const { return rows_[relation]; }
  void set_rows(ir::RelationId relation, double rows);

  /// Tuples to expect that agree when the given columns are bound to something.
  [[nodiscard]] double matches(ir::RelationId relation, const std::vector<bool>& bound) const;

  /// The same for a literal with these arguments (constants, variables, `_`), of whose
  /// variables exactly those in `bound` are bound. Static relations of not too many rows
  /// are counted: the rows that agree with the constants and with variables that occur
  /// twice, over the different values that the bound columns take. With all variables
  /// bound it is the probability that such a tuple is there, whatever stands for `_`.
  [[nodiscard]] double matches(ir::RelationId relation, const std::vector<ir::Argument>& args,
                               const std::vector<bool>& bound) const;

  /// Expected steps to walk the tuples of `matches` with the relation's storage.
  [[nodiscard]] double walk(ir::RelationId relation, const std::vector<bool>& bound) const;

 private:
  /// A literal without names: per column the constant, or the number of its variable
  /// (by first occurrence) and whether that is bound.
  struct Shape {
    ir::RelationId relation = ir::no_id;
    std::vector<ir::Argument> args;
    std::vector<bool> given;  ///< per column
    [[nodiscard]] bool operator<(const Shape& other) const;
  };

  [[nodiscard]] double distinct(ir::RelationId relation, std::size_t column) const;
  /// Whether a variable is open.
  static bool binds(const Shape& shape);
  /// Whether it only asks if there is any tuple, whatever stands for `_`.
  static bool asks_for_any(const Shape& shape);
  [[nodiscard]] double count(const Shape& shape) const;
  [[nodiscard]] double agreeing(const Shape& shape) const;
  /// How many different values a static relation's columns take together.
  [[nodiscard]] double joint_values(ir::RelationId relation,
                                    const std::vector<std::size_t>& columns) const;
  [[nodiscard]] double initial_share(const ir::Relation& fluent, std::size_t column,
                                     ir::Symbol value) const;

  const ir::Module& module_;
  std::vector<bool> given_;     ///< per relation: its facts are known
  std::vector<bool> demanded_;  ///< computed where it is asked for (demand.h)
  std::vector<double> rows_;
  mutable std::vector<std::vector<double>> distinct_;  ///< constants per column, 0: not counted
  mutable std::map<Shape, double> counted_;
  mutable std::map<Shape, double> agreeing_;  ///< by shape without what is given
  mutable std::map<std::pair<ir::RelationId, std::vector<std::size_t>>, double> joint_;
  mutable std::map<std::tuple<ir::RelationId, std::size_t, ir::Symbol>, double> shares_;
};

}  // namespace tesuji::passes

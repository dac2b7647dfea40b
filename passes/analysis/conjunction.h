// Refutes conjunctions of rule bodies over one state and its moves.
//
// The chase (Aho, Beeri, Ullman, The Theory of Joins in Relational Databases, 1979): if a key
// implies that two literals denote one tuple, their arguments are equal; likewise for two moves of
// one role. The resulting equations may contradict constants, comparisons, negated literals, or
// facts.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/variables.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tesuji::passes {

// Finds literals over facts and fluents that hold whenever a tuple of a relation holds.
//
//   legal(R, move(P, X, Y)) :- control(R), step(P, X, Y)
//   legal(R, jump(X))       :- control(R), cell(X, R)
//   step(P, X, Y)           :- cell(X, P), way(X, Y)
//   implied by legal.move:  control(R), cell(X, P), way(X, Y)
//
// A literal is implied if every rule of the relation contains it, directly or through a derived
// relation in its body. So the conditions of a legal move are known for each move made.

class ImpliedLiterals {
 public:
  /// Keeps a reference to the module, whose relations and rules must not change meanwhile.
  explicit ImpliedLiterals(const ir::Module& module);

  /// Returns positive literals over static and state relations, with the variable c for column c of
  /// the relation and `_` for arguments that are not columns. Empty for recursive relations.
  [[nodiscard]] const std::vector<ir::Literal>& of(ir::RelationId relation) const {
    return implied_[relation];
  }

 private:
  [[nodiscard]] std::vector<ir::Literal> find(const std::vector<std::uint32_t>& rules) const;
  [[nodiscard]] std::vector<ir::Literal> literals_of(const ir::Rule& rule) const;

  const ir::Module& module_;
  std::vector<std::vector<ir::Literal>> implied_;
};

/// Returns the literal with `args` substituted for the variables that represent columns.
[[nodiscard]] ir::Literal with_columns(const ir::Literal& literal,
                                       const std::vector<ir::Argument>& args);

/// A key: at most one tuple of a state relation has given values in some columns.
struct FluentKey {
  ir::RelationId relation = ir::no_id;
  /// By column: a constant that restricts the key, a variable if the key is given (which one does
  /// not matter), or `_` if the key determines the column.
  std::vector<ir::Argument> columns;
  friend bool operator==(const FluentKey&, const FluentKey&) = default;
};

class Conjunction {
 public:
  /// Keeps references to all arguments. Static relations must have their facts.
  Conjunction(const ir::Module& module, const ImpliedLiterals& implied,
              std::span<const FluentKey> keys)
      : module_(module), implied_(implied), keys_(keys) {}

  /// Adds the body of a rule with new variables; returns its head's arguments in these.
  std::vector<ir::Argument> add(const ir::Rule& rule);
  /// Equates the two. Returns false if they are different constants.
  bool unify(const ir::Argument& left, const ir::Argument& right);
  /// Requires that two tuples differ somewhere.
  void differ(std::vector<ir::Argument> left, std::vector<ir::Argument> right);

  /// Returns true if no state that satisfies the keys satisfies the conjunction, with moves legal
  /// there. False if it finds no refutation, perhaps within its limits.
  [[nodiscard]] bool is_refuted();

 private:
  void add(ir::Literal literal, std::size_t shift);
  void add_implied(const ir::Literal& literal);
  [[nodiscard]] bool agree(const std::vector<ir::Argument>& left,
                           const std::vector<ir::Argument>& right) const;
  bool unify_all(const std::vector<ir::Argument>& left, const std::vector<ir::Argument>& right);
  bool chase();
  bool chase(const ir::Literal& left, const ir::Literal& right);
  [[nodiscard]] bool is_same_tuple(const FluentKey& key, const ir::Literal& left,
                                   const ir::Literal& right) const;
  [[nodiscard]] bool contradicts_itself() const;
  [[nodiscard]] bool fits_facts() const;
  void resolve();

  const ir::Module& module_;
  const ImpliedLiterals& implied_;
  std::span<const FluentKey> keys_;
  std::vector<ir::Literal> literals_;
  Substitution values_;
  bool changed_ = false;
};

}  // namespace tesuji::passes

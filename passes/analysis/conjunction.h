// A conjunction of rule bodies over one state and its moves, and why it cannot hold.
//
// The chase (Aho, Beeri, Ullman, The Theory of Joins in Relational Databases, 1979): where a key
// says that two literals are of one tuple, their arguments are the same; so are those of two moves
// of one role. What this does to variables may contradict constants, comparisons, negated literals,
// or facts.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/substitution.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tesuji::passes {

// Finds literals over facts and fluents that hold wherever a tuple of a relation does.
//
//   legal(R, move(P, X, Y)) :- control(R), step(P, X, Y)
//   legal(R, jump(X))       :- control(R), cell(X, R)
//   step(P, X, Y)           :- cell(X, P), way(X, Y)
//   implied by legal.move:  control(R), cell(X, P), way(X, Y)
//
// A literal is implied if every rule of the relation has it, by itself or through a derived
// relation that its body asks for. So what a legal move needs is known of each move that is made.

class ImpliedLiterals {
 public:
  /// Keeps a reference to the module, whose relations and rules must not change meanwhile.
  explicit ImpliedLiterals(const ir::Module& module);

  /// By relation: positive literals over static and state relations, with the variable c for
  /// column c of the relation and `_` for what is no column. None of recursive relations.
  [[nodiscard]] const std::vector<ir::Literal>& of(ir::RelationId relation) const {
    return implied_[relation];
  }

 private:
  [[nodiscard]] std::vector<ir::Literal> find(const std::vector<std::uint32_t>& rules) const;
  [[nodiscard]] std::vector<ir::Literal> literals_of(const ir::Rule& rule) const;

  const ir::Module& module_;
  std::vector<std::vector<ir::Literal>> implied_;
};

/// The literal with `args` for the variables that stand for columns.
[[nodiscard]] ir::Literal with_columns(const ir::Literal& literal,
                                       const std::vector<ir::Argument>& args);

/// At most one tuple of a state relation has these values in some columns.
struct FluentKey {
  ir::RelationId relation = ir::no_id;
  /// By column: the constant that it is about, a variable where the key is given (which one does
  /// not matter), or `_` where the key determines the column.
  std::vector<ir::Argument> columns;
  friend bool operator==(const FluentKey&, const FluentKey&) = default;
};

class Conjunction {
 public:
  /// Keeps references to all of them. Static relations have facts.
  Conjunction(const ir::Module& module, const ImpliedLiterals& implied,
              std::span<const FluentKey> keys)
      : module_(module), implied_(implied), keys_(keys) {}

  /// Adds the body of a rule, with variables of its own; its head's arguments in these.
  std::vector<ir::Argument> add(const ir::Rule& rule);
  /// Makes the two the same. False where they are different constants.
  bool unify(const ir::Argument& left, const ir::Argument& right);
  /// Adds that two tuples differ somewhere.
  void differ(std::vector<ir::Argument> left, std::vector<ir::Argument> right);

  /// Whether no state for which the keys hold satisfies all of it, with moves that are legal there.
  /// False where that is not seen, perhaps for lack of time.
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

// Finds literals over facts and fluents that hold wherever a tuple of a relation does.
//
//   legal(R, move(P, X, Y)) :- control(R), step(P, X, Y)
//   legal(R, jump(X))       :- control(R), cell(X, R)
//   step(P, X, Y)           :- cell(X, P), way(X, Y)
//   implied by legal.move:  control(R), cell(X, P), way(X, Y)
//
// A literal is implied if every rule of the relation has it, by itself or through a derived
// relation that its body asks for. So what a legal move needs is known of each move that is made.
#pragma once

#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

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

}  // namespace tesuji::passes

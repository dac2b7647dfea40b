// Domains of variables in the language of invariants: names, lists, places.
#pragma once

#include "ir/formula.h"
#include "ir/module.h"
#include "ir/vocabulary.h"

#include <map>
#include <string>
#include <vector>

namespace tesuji::ir {

/// Finds short texts for the domains of one invariant's variables.
class DomainTexts {
 public:
  /// All of these outlive it.
  DomainTexts(const Invariant& invariant, const Module& module, const Vocabulary& vocabulary);

  /// The name of a predicate with these values (`index`), a list (`{1..4, b}`), or, where that
  /// is long, a place in `scope` where the variable stands (`dom(cell, 3)`).
  [[nodiscard]] std::string text(VariableId variable, const Formula& scope) const;

  /// `{1..4, b, p0000}`
  [[nodiscard]] std::string list(const std::vector<Symbol>& values) const;

 private:
  [[nodiscard]] std::string place(VariableId variable, const Formula& scope) const;
  [[nodiscard]] std::string place_in(VariableId variable, const Formula& atom) const;

  const Invariant& invariant_;
  const Module& module_;
  const Vocabulary& vocabulary_;
  std::map<std::vector<Symbol>, Symbol> predicates_;  ///< values -> the first with just these
};

}  // namespace tesuji::ir

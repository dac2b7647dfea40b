// What files for clause induction say, before anything is made of it: examples, background
// knowledge with declarations. The clause metarules are in ir/clause_metarule.h.
#pragma once

#include "ir/logic_clause.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::ir {

struct BackgroundText {
  std::vector<LogicClause> clauses;
  std::vector<PredicateName> body_predicates;  ///< body_pred, prim
  std::vector<PrologTerm> types;               ///< `mother(person,person)` of type(..)
  std::optional<std::uint32_t> max_clauses;
};

struct ExampleText {
  PrologTerm atom;  ///< an atom or a compound, ground
  bool positive = true;
};

}  // namespace tesuji::ir

// Represents parsed clauses of logic programs: background knowledge, domain theories, features.
#pragma once

#include "ir/core/prolog_term.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::ir {

/// A fact or a rule.
struct LogicClause {
  struct Literal {
    PrologTerm atom;  ///< an atom or a compound
    bool negated = false;
  };
  PrologTerm head;
  std::vector<Literal> body;
};

/// `parent/2`.
struct PredicateName {
  std::string name;
  std::uint32_t arity = 0;
  Span span;
};

}  // namespace tesuji::ir

// Checks what a rulesheet must satisfy before it is lowered: Definition 2 of Haufe, Schiffel and
// Thielscher (2012), as far as later stages rely on it.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/partial_sheet.h"
#include "ir/core/diagnostics.h"

namespace tesuji::frontend {

/// Rewrites every body so that negation stands only before atoms: `not (not l)`
/// becomes l, `not (or a b)` a conjunction of negations, `not (distinct a b)`
/// same; one-armed disjunctions are opened, duplicate clauses kept.
void normalise(Rulesheet& rulesheet);

struct ValidateOptions {
  /// A relation with several numbers of arguments, which GDL forbids, is only worth
  /// a warning: each number makes a relation of its own, as in Prolog. Keywords
  /// keep their arity.
  bool allow_several_arities = false;
};

/// Reports errors (keyword, arity, unsafe, no-role, no-legal, no-goal, no-terminal)
/// and, for what is allowed but hardly meant, warnings and notes; checks.h says more
/// of each, docs/languages/diagnostics.md lists the codes. Call before normalise(): whether a
/// clause is safe is decided by its body as it was written. True when there was no
/// error; afterwards the sheet's diagnostics are in the order of their places. Stratification and
/// unbounded recursion are found by lowering and passes. What is valid may still hold a clause
/// whose variables nothing binds if it needs an undefined relation: it has no instance.
[[nodiscard]] bool validate(const Rulesheet& rulesheet, const ir::SymbolTable& symbols,
                            ir::Diagnostics& diagnostics, const ValidateOptions& options = {});

/// As validate(), for what the clauses with errors of syntax,
/// which have been reported, cannot bear on. (Not: what is missing altogether, what nothing uses,
/// fluents that get lost. Where a head is not known, not what is undefined or unreachable either.
/// Of these only what is nearly another name.)
void validate_rest(const PartialSheet& partial, const ir::SymbolTable& symbols,
                   ir::Diagnostics& diagnostics, const ValidateOptions& options = {});

}  // namespace tesuji::frontend

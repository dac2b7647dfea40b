// Checks a rulesheet's requirements before it is lowered: Definition 2 of Haufe, Schiffel and
// Thielscher (2012), as far as later stages rely on it.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/syntax.h"
#include "ir/core/diagnostics.h"

namespace tesuji::frontend {

/// Rewrites every body so that negation applies only to atoms: `not (not l)` becomes l, `not (or a
/// b)` a conjunction of negations, `not (distinct a b)` same; replaces one-armed disjunctions by
/// their arm, keeps duplicate clauses. In frontend/gdl/lower/normalise.cpp.
void normalise(Rulesheet& rulesheet);

struct ValidateOptions {
  /// Only warns of a relation with several numbers of arguments, which GDL forbids: each number
  /// gives a relation of its own, as in Prolog. Keywords keep their arity.
  bool allow_several_arities = false;
};

/// Reports errors (keyword, arity, unsafe, no-role, no-legal, no-goal, no-terminal) and, for rules
/// that are allowed but probably not intended, warnings and notes; checks.h describes each check,
/// docs/languages/diagnostics.md lists the codes. Call before normalise(): the body as written
/// determines whether a clause is safe. Returns true if there was no error; sorts the sheet's
/// diagnostics by place. Lowering and passes report stratification and unbounded recursion. A valid
/// sheet may still contain a clause with unbound variables if it needs an undefined relation: it
/// has no instance.
[[nodiscard]] bool validate(const Rulesheet& rulesheet, const ir::SymbolTable& symbols,
                            ir::Diagnostics& diagnostics, const ValidateOptions& options = {});

/// Runs the checks of validate() that clauses with syntax errors, which have been reported, cannot
/// affect. Omits missing and unused relations, and lost fluents; if some heads are unknown, also
/// undefined relations and unreachable clauses. Of these it reports only names that resemble
/// others.
void validate_rest(const PartialSheet& partial, const ir::SymbolTable& symbols,
                   ir::Diagnostics& diagnostics, const ValidateOptions& options = {});

}  // namespace tesuji::frontend

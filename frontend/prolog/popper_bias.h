// Reads the directives of bias.pl, a file of Popper's tasks
// (github.com/logic-and-learning-lab/Popper):
//
//   head_pred(grandparent,2).  body_pred(mother,2).  type(mother,(person,person)).
//   max_vars(4).  max_body(3).  max_clauses(2).  enable_recursion.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/induction_text.h"

namespace tesuji::frontend {

/// Whether the term is such a directive; if so, adds its contents to `background`. Errors (code
/// "parse"): a directive whose arguments are not a predicate, types, directions or number.
[[nodiscard]] bool read_popper_directive(const ir::PrologTerm& term, ir::BackgroundText& background,
                                         ir::Diagnostics& diagnostics);

/// Warns once (code "bias") of all ignored terms, at the first one.
void warn_of_ignored_bias(const ir::BackgroundText& background, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend

// Reads the input of `tesuji induce`, in Prolog's syntax, similar to Metagol's and Popper's
// (docs/learning/induction.md):
//
//   mother(ann,amy).  parent(X,Y) :- mother(X,Y), \+ adopted(Y).          % background
//   body_pred(mother/2).  type(mother(person,person)).  max_clauses(4).   % declarations in it
//   grandparent(ann,bob).  pos(grandparent(ann,bob)).  neg(grandparent(bob,ann)).   % examples
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"

#include <vector>

namespace tesuji::frontend {

// --- Popper's bias
//
// Reads the directives of bias.pl, a file of Popper's tasks
// (github.com/logic-and-learning-lab/Popper):
//
//   head_pred(grandparent,2).  body_pred(mother,2).  type(mother,(person,person)).
//   max_vars(4).  max_body(3).  max_clauses(2).  enable_recursion.

/// Whether the term is such a directive; if so, adds its contents to `background`. Errors (code
/// "parse"): a directive whose arguments are not a predicate, types, directions or number.
[[nodiscard]] bool read_popper_directive(const ir::PrologTerm& term, ir::BackgroundText& background,
                                         ir::Diagnostics& diagnostics);

/// Warns once (code "bias") of all ignored terms, at the first one.
void warn_of_ignored_bias(const ir::BackgroundText& background, ir::Diagnostics& diagnostics);

// --- Background and examples

/// Adds the contents of the file to `background`; directives of Popper's bias.pl are declarations,
/// too. Errors (code "parse"): terms that are not clauses; facts with variables. Reports several
/// per run, and then returns false.
[[nodiscard]] bool read_background(ir::FileId file, ir::BackgroundText& background,
                                   ir::Diagnostics& diagnostics);

/// Adds the declarations of a file that contains only these: a bias.pl of Popper's, or
/// body_pred(mother/2) and the like. Records rules, with facts that they may use; also records
/// constraints and facts, as ignored. Errors as above.
[[nodiscard]] bool read_bias(ir::FileId file, ir::BackgroundText& background,
                             ir::Diagnostics& diagnostics);

/// Adds the file's examples; plain atoms are positive if `positive` is set, else negative. Errors
/// as above, and for a file without examples.
[[nodiscard]] bool read_examples(ir::FileId file, bool positive,
                                 std::vector<ir::ExampleText>& examples,
                                 ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend

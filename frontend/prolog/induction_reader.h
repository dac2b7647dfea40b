// Reads what `tesuji induce` learns from, in Prolog's syntax, close to Metagol's and Popper's
// habits (docs/learning/induction.md):
//
//   mother(ann,amy).  parent(X,Y) :- mother(X,Y), \+ adopted(Y).          % background
//   body_pred(mother/2).  type(mother(person,person)).  max_clauses(4).   % declarations in it
//   grandparent(ann,bob).  pos(grandparent(ann,bob)).  neg(grandparent(bob,ann)).   % examples
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/induction_text.h"

#include <vector>

namespace tesuji::frontend {

/// Adds what the file says to `background`; directives of Popper's bias.pl (popper_bias.h) are
/// declarations, too. Errors (code "parse"): what is no clause; facts with variables. Several are
/// found per run; false if there were any.
[[nodiscard]] bool read_background(ir::FileId file, ir::BackgroundText& background,
                                   ir::Diagnostics& diagnostics);

/// Adds the declarations of a file that has nothing else: a bias.pl of Popper's, or
/// body_pred(mother/2) and its like. Rules are noted, with facts that they may use;
/// constraints and facts are noted as ignored, too. Errors as above.
[[nodiscard]] bool read_bias(ir::FileId file, ir::BackgroundText& background,
                             ir::Diagnostics& diagnostics);

/// Adds the file's examples; plain atoms are positive or not as `positive` says. Errors as above,
/// and for a file without examples.
[[nodiscard]] bool read_examples(ir::FileId file, bool positive,
                                 std::vector<ir::ExampleText>& examples,
                                 ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend

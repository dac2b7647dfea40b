// Lays rulesheets in infix form out anew: one form for line breaks, blanks and indents.
//
//   legal( W , mark(X,Y) ) :- true( cell(X,Y,b) ) &   % blank
//     true(control(W))
// becomes
//   legal(W,mark(X,Y)) :-
//       true(cell(X,Y,b)) &  % blank
//       true(control(W))
//
// As with prefix form, a rule that was written on one line and fits stays there, clauses that
// shared a line go on sharing it, and one empty line stays where there were some. Names stay as
// they are written, and so do the signs `:-` and `<=`, `&` and `,`. Comments stay in their place.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/source.h"

#include <string>

namespace tesuji::frontend {

/// Formats the text of `rulesheet`, which was read from it in infix form without errors of syntax.
/// Formatting the result again changes nothing.
[[nodiscard]] std::string format_infix(const ir::SourceMap& sources, const Rulesheet& rulesheet);

}  // namespace tesuji::frontend

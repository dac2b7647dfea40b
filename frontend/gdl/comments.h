// Reads a rulesheet's comments, separately from its clauses, and prints them between clauses.
//
//   ; Pawns                               % Pawns
//   (<= (legal ?p (move ?x))   ; forward  legal(P,move(X)) :- true(pawn(X))  % ahead
//       (true (pawn ?x)))      ; ahead
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/source.h"

#include <string>
#include <vector>

namespace tesuji::frontend {

/// One line of a comment.
struct Comment {
  ir::Span span;              ///< of the whole comment
  unsigned marks = 1;         ///< how often the comment mark is repeated, as in `;;; Rules`
  std::string text;           ///< after the marks
  bool after_blank = false;   ///< an empty line precedes it
  bool before_blank = false;  ///< an empty line follows
};

/// Returns the comments of a text in the given syntax, in order. Each line of `/* */` is one.
[[nodiscard]] std::vector<Comment> read_comments(const ir::SourceMap& sources, ir::FileId file,
                                                 Syntax syntax);

/// Prints like print_rulesheet of syntax.h, with comments: those before or within a clause on lines
/// of their own before it, those after it on its last line at the end of that line. Keeps empty
/// lines around comments.
[[nodiscard]] std::string print_with_comments(const Rulesheet& rulesheet,
                                              const std::vector<Comment>& comments, Syntax syntax,
                                              const ir::SymbolTable& symbols);

}  // namespace tesuji::frontend

// Reads comments of rulesheets apart from the clauses, and prints them between clauses.
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

/// A line of a comment.
struct Comment {
  ir::Span span;              ///< of the whole comment
  unsigned marks = 1;         ///< how often its mark is repeated, as in `;;; Rules`
  std::string text;           ///< behind the marks
  bool after_blank = false;   ///< an empty line is before it
  bool before_blank = false;  ///< an empty line follows
};

/// The comments of a text that can be read in the syntax, in order. Each line of `/* */` is one.
[[nodiscard]] std::vector<Comment> read_comments(const ir::SourceMap& sources, ir::FileId file,
                                                 Syntax syntax);

/// As print_rulesheet of syntax.h, with the comments: those before a clause or within it on lines
/// of their own before it, those behind it on its last line at the end of the line. Empty lines
/// around comments are kept.
[[nodiscard]] std::string print_with_comments(const Rulesheet& rulesheet,
                                              const std::vector<Comment>& comments, Syntax syntax,
                                              const ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
